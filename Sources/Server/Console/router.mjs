// Which screen an address shows. State is in the path and the query, so that each screen can be shared as a link.
import {fill, h, say} from "./dom.mjs";
import {t} from "./language.mjs";
import {Problem} from "./api.mjs";
import {problemBox} from "./problem.mjs";
import {checkVersion} from "./version.mjs";
import {screens} from "./screens.mjs";

export const root = "/console/";

/** The most letters of an address: servers and proxies refuse longer ones, so that the page could not be loaded again. */
export const addressMax = 8000;

/** The address of a screen: `to("apps", app, "rules")`; names may have any letters. */
export const to = (...names) => root + names.map(encodeURIComponent).join("/");

const decoded = text => {
    try { return decodeURIComponent(text); } catch { return text; }
};

/** The screen of a path with its parameters, or undefined. */
export function screenAt(path) {
    const names = path.slice(root.length).split("/").filter(name => name !== "").map(decoded);
    for (const screen of screens) {
        const pattern = screen.path.split("/").filter(name => name !== "");
        if (pattern.length !== names.length) continue;
        const parameters = {};
        const fits = pattern.every((part, index) => {
            if (!part.startsWith(":")) return part === names[index];
            parameters[part.slice(1)] = names[index];
            return true;
        });
        if (fits) return {screen, parameters};
    }
    return undefined;
}

/** A link to a screen, or only its content where this console does not have that screen. */
export const link = (address, attributes, ...content) => screenAt(address.split("?")[0])
    ? h("a", {href: address, ...attributes}, content) : h("span", attributes, content);

/** What a screen gets: its parameters, its query, where it renders, and a signal that ends when people leave it. */
class Page {
    #controller = new AbortController();

    constructor(main, screen, parameters) {
        this.main = main;
        this.screen = screen;
        this.parameters = parameters;
        this.query = new URLSearchParams(location.search);
        this.signal = this.#controller.signal;
    }

    get isCurrent() { return !this.signal.aborted; }

    /** Replaces what the screen shows. */
    render(...children) {
        if (this.isCurrent) fill(this.main, ...children);
    }

    /** Puts values into the query of the address without leaving the screen; empty ones leave it, and too long ones are not shared. */
    keep(values) {
        if (!this.isCurrent) return;
        for (const [name, value] of Object.entries(values)) {
            if (value === undefined || value === "" || value === false) this.query.delete(name);
            else this.query.set(name, value);
        }
        const query = this.query.toString();
        const address = location.pathname + (query === "" ? "" : `?${query}`);
        if (address.length <= addressMax) history.replaceState(history.state, "", address);
    }

    end() { this.#controller.abort(); }
}

let page;
let frame;

/** Shows the screen of the present address; `moves` says whether the focus goes to its heading, `isAgain` keeps the old content meanwhile. */
export async function show(moves = true, isAgain = false) {
    page?.end();
    const found = screenAt(location.pathname);
    const mine = new Page(frame.main, found?.screen, found?.parameters ?? {});
    page = mine;
    frame.onMove(mine, isAgain);
    try {
        const {show: draw} = await loaded(found?.screen ?? {load: () => import("./view-missing.mjs")});
        if (!mine.isCurrent) return;
        await draw(mine);
    } catch (error) {
        if (!mine.isCurrent || error.name === "AbortError" && mine.signal.aborted) return;
        if (error.name === "AbortError") mine.render(stopped());
        else mine.render(problemBox(error, error.isModule ? loadAgain : () => show()));
    }
    if (mine.isCurrent && moves) focus(mine);
}

/** The module of a screen; a server that cannot be reached is told as for every other request. */
async function loaded(screen) {
    try {
        return await screen.load();
    } catch (error) {
        if (!await isServerThere()) throw Object.assign(new Problem(0, {detail: String(error.message)}), {isModule: true});
        // A module that is not there may be one of the version before.
        checkVersion();
        throw error;
    }
}

const isServerThere = () => fetch(root, {method: "HEAD", cache: "no-store"}).then(() => true, () => false);

/** Loads the page again once the server answers: a browser may remember that a module could not be read. */
async function loadAgain() {
    if (await isServerThere()) location.reload();
    else await show();
}

const stopped = () => h("section", {class: "problem"}, h("h1", {tabindex: "-1"}, t("problem.stopped")),
    h("p", {}, h("button", {type: "button", onclick: () => show()}, t("problem.again"))));

function focus({main}) {
    const heading = main.querySelector("h1");
    if (!heading || main.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({preventScroll: true});
    say(document.title);
}

/** Goes to another screen. */
export function go(address, {replace = false} = {}) {
    if (replace) history.replaceState({}, "", address);
    else history.pushState({}, "", address);
    if (!replace) scrollTo(0, 0);
    return show();
}

/** Shows the present screen again, for example after a change. */
export const again = () => show(false, true);

/** Follows links inside the console without loading the page again. */
export function start(newFrame) {
    frame = newFrame;
    addEventListener("popstate", () => show());
    document.addEventListener("click", event => {
        const link = event.target.closest?.("a[href]");
        if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        if (link.target || link.hasAttribute("download")) return;
        const {origin, pathname, search, hash} = new URL(link.href);
        if (origin !== location.origin || !pathname.startsWith(root) || hash !== "") return;
        event.preventDefault();
        go(pathname + search);
    });
    return show(false);
}
