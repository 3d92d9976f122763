// What stands around each screen: the navigation, the person, the line of progress, the region that is read aloud.
import {fill, h, quoted} from "./dom.mjs";
import {t} from "./language.mjs";
import {problemBox} from "./problem.mjs";
import {progressLine} from "./progress.mjs";
import {may, person, signOut} from "./session.mjs";
import {languageButtons} from "./sign-in.mjs";
import {screens} from "./screens.mjs";
import {root, to} from "./router.mjs";

const offered = place => screens.filter(screen => screen.place === place && may(...screen.needs ?? []));

function link(screen, current, parameters) {
    const address = to(...screen.path.split("/").filter(name => name !== "").map(name => name.startsWith(":") ? parameters[name.slice(1)] : name));
    const isCurrent = current && (current === screen || current.under === screen.name);
    return h("li", {}, h("a", {href: address, "aria-current": isCurrent ? "page" : undefined}, t(`screen.${screen.name}`)));
}

/** On narrow screens the lists are wider than the screen; each shows the link of the present screen. */
function showCurrent(menu) {
    for (const list of menu.querySelectorAll("ul")) {
        const item = list.querySelector("[aria-current]")?.parentElement;
        if (item) list.scrollLeft = item.offsetLeft - list.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
    }
}

/** Signs out; a person who could not be signed out is told so. */
async function leave(news) {
    try {
        await signOut();
        location.assign(root);
    } catch (problem) {
        fill(news, h("div", {class: "problem-line"}, problemBox(problem, () => leave(news))));
    }
}

/** The navigation of the server, and of the app that the page shows. */
function navigation(page) {
    const app = page.parameters.app;
    return [
        h("ul", {class: "plain"}, offered("server").map(screen => link(screen, page.screen, {}))),
        app ? h("p", {class: "nav-app"}, quoted(app, "span")) : undefined,
        app ? h("ul", {class: "plain"}, offered("app").map(screen => link(screen, page.screen, {app}))) : undefined,
    ];
}

/** Builds the frame in the body; returns where screens render, and what to call when the screen changes. */
export function makeFrame() {
    const menu = h("nav", {"aria-label": t("frame.navigation")});
    const main = h("main", {id: "main", tabindex: "-1"});
    const news = h("div", {class: "frame-news"});
    const someone = person();
    fill(document.body,
        h("a", {class: "skip", href: "#main", onclick(event) {
            event.preventDefault();
            main.focus();
        }}, t("frame.skip")),
        progressLine(),
        h("div", {class: "frame"},
            h("header", {class: "side"},
                h("a", {class: "brand", href: root}, t("product")),
                h("button", {type: "button", class: "find", "aria-keyshortcuts": "Control+K", async onclick() {
                    (await import("./palette.mjs")).openPalette();
                }}, t("palette.find"), h("kbd", {"aria-hidden": "true"}, t("palette.keys"))),
                menu,
                h("div", {class: "person"},
                    h("p", {}, quoted(someone.name, "span"), h("span", {class: "small muted"}, t(`role.${someone.role}`))),
                    h("p", {class: "person-actions"}, languageButtons(),
                        h("button", {type: "button", class: "quiet", onclick: () => leave(news)}, t("signOut")))),
            ),
            h("div", {class: "content"}, news, main)),
        h("div", {id: "said", class: "unseen", "aria-live": "polite"}));
    return {
        main, news,
        onMove(page, isAgain) {
            fill(menu, ...navigation(page));
            showCurrent(menu);
            const name = page.screen ? t(`screen.${page.screen.name}`) : t("missing.title");
            const subject = page.parameters.id ?? page.parameters.app;
            document.title = [subject, name, t("product")].filter(part => part).join(" · ");
            if (!isAgain) fill(main, h("p", {class: "muted loading"}, t("frame.loading")));
        },
    };
}
