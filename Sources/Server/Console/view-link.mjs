// Why a link does not open the app: for an address and a phone, what the system's file, the app's rules and the web do.
import {send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {inApps, phones} from "./contexts.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {pathOf} from "./draft.mjs";
import {choice, field} from "./form.mjs";
import {t} from "./language.mjs";
import {problemBox} from "./problem.mjs";

/** The flags of `waymark links why` for a question. */
export function whyFlags({os, osVersion, appVersion, inApp, release}) {
    const pairs = [["--os", os], ["--os-version", osVersion], ["--app-version", appVersion], ["--in-app", inApp]];
    return [...pairs.filter(([, value]) => value).flat(), ...release === "draft" ? ["--draft"] : []];
}

/** One step as a row: who, what it does, and what to do about it. */
function step({surface, passed, text, next}, wrong) {
    const state = passed ? "passes" : surface === wrong ? "wrong" : "stops";
    return h("tr", {},
        h("th", {scope: "row", "data-label": t("link.surface")}, t(`link.surface.${surface}`)),
        h("td", {"data-label": t("link.state")}, h("span", {class: passed ? "good" : surface === wrong ? "error" : "muted"}, t(`link.${state}`))),
        h("td", {"data-label": t("link.text")}, quoted(text, "span"), next ? h("p", {class: "hint"}, t("link.next"), " ", quoted(next, "span")) : undefined));
}

function draw(result, {opens, wrong, steps, notes, release}) {
    const title = opens ? t("link.opens") : wrong ? t("link.isWrong", {surface: t(`link.surface.${wrong}`)}) : t("link.stays");
    fill(result, h("h2", {tabindex: "-1"}, title),
        h("p", {class: "muted"}, release === "draft" ? t("link.byDraft") : t("link.byRelease", {n: String(release)})),
        h("table", {class: "stacks why"}, h("caption", {class: "unseen"}, title),
            h("thead", {}, h("tr", {}, ["link.surface", "link.state", "link.text"].map(key => h("th", {scope: "col"}, t(key))))),
            h("tbody", {}, steps.map(one => step(one, wrong)))),
        notes.length > 0 ? h("ul", {class: "hint"}, notes.map(note => h("li", {}, quoted(note, "span")))) : undefined);
    say(title);
}

export async function show(page) {
    const {app} = page.parameters;
    const bar = appBar(app, page.signal);
    const kept = name => page.query.get(name) ?? "";
    const input = (name, more = {}) => h("input", {value: kept(name), autocomplete: "off", spellcheck: "false", autocapitalize: "none", ...more});
    const address = input("address", {required: true, class: "mono", placeholder: "https://"});
    const os = choice(phones.map(name => [name, t(`link.os.${name}`)]), phones.includes(kept("os")) ? kept("os") : "ios");
    const osVersion = input("osVersion", {placeholder: "17.1"});
    const appVersion = input("appVersion", {placeholder: "5.2"});
    const inApp = choice([["", t("link.noInApp")], ...inApps.map(name => [name, name])], kept("inApp"));
    const release = choice([["", t("link.production")], ["draft", t("link.draft")]], kept("release"));
    const result = h("div", {class: "stack", "aria-live": "polite"});
    const path = pathOf(app, "link-diagnoses");
    const question = () => Object.fromEntries(Object.entries({
        address: address.value.trim(), os: os.value, osVersion: osVersion.value.trim(), appVersion: appVersion.value.trim(), inApp: inApp.value, release: release.value,
    }).filter(([, value]) => value !== ""));
    const ask = async () => {
        fill(result, h("p", {class: "muted"}, t("frame.loading")));
        try {
            const {data} = await send("POST", path, {body: question(), signal: page.signal});
            draw(result, data);
        } catch (problem) {
            if (problem.name !== "AbortError") fill(result, problemBox(problem));
        }
    };
    const form = h("form", {class: "stack narrow", async onsubmit(event) {
        event.preventDefault();
        page.keep({...Object.fromEntries(["osVersion", "appVersion", "inApp", "release"].map(name => [name, undefined])), ...question()});
        await ask();
        result.querySelector("h2")?.focus();
    }}, field(t("moves.address"), address, t("link.addressHint")),
    h("div", {class: "halves"}, field(t("link.os"), os), field(t("link.osVersion"), osVersion, t("link.osVersionHint"))),
    h("div", {class: "halves"}, field(t("link.appVersion"), appVersion, t("link.appVersionHint")), field(t("link.inApp"), inApp)),
    h("div", {class: "halves end"}, field(t("link.rules"), release), h("p", {class: "buttons"}, h("button", {type: "submit", class: "primary"}, t("link.ask")))),
    commands(() => [["curl", curl("POST", path, {body: question()})],
        ["waymark", waymark("links", "why", question().address ?? "ADDRESS", "--app", app, ...whyFlags(question()))]]));
    page.render(h("h1", {}, t("screen.link")), bar.element, h("p", {class: "muted"}, t("link.lead")), form, result);
    await bar.update();
    if (kept("address") !== "") await ask();
}
