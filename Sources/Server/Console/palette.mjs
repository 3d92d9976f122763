// Ctrl-K: everything by its name. Screens, apps, and of the app that the page shows its rules, releases, expectations and builds.
import {find, get, list} from "./api.mjs";
import {pathOf} from "./draft.mjs";
import {fill, h, quoted, unique} from "./dom.mjs";
import {t} from "./language.mjs";
import {may} from "./session.mjs";
import {problemLine} from "./problem.mjs";
import {screens} from "./screens.mjs";
import {go, screenAt, to} from "./router.mjs";

const shownMax = 40;
const rulesMax = 20;
/** Releases of an app that are found. */
const releasesMax = 200;

/** The screens that the person may open, for an app or for the server. */
function screenEntries(app) {
    return screens.filter(screen => may(...screen.needs ?? []) && !/:(?!app)/.test(screen.path) && (app || !screen.path.includes(":app"))).map(screen => ({
        text: t(`screen.${screen.name}`), more: screen.path.includes(":app") ? app : undefined, hasOwnWords: true,
        address: to(...screen.path.split("/").filter(part => part !== "").map(part => part === ":app" ? app : part)),
    }));
}

const matches = (entry, words) => words.every(word => `${entry.text} ${entry.more ?? ""}`.toLowerCase().includes(word));

/** Rules whose text contains what is sought. */
async function ruleEntries(app, text, signal) {
    if (!app || !may("listRules") || text === "") return [];
    const {items} = await list(`${pathOf(app, "draft/rules")}?q=${encodeURIComponent(text)}`, "rules", {limit: rulesMax, signal});
    return items.map(rule => ({text: rule.id, more: t("screen.rule"), address: to("apps", app, "rules", rule.id, "edit"), isQuoted: true}));
}

async function appEntries() {
    const {items} = await list("/v1/apps", "apps", {limit: 200});
    return items.filter(({app}) => screenAt(to("apps", app, "rules"))).map(({app, title}) => ({text: title || app, more: app, hasOwnWords: true, address: to("apps", app, "rules"), isQuoted: true}));
}

/** Releases by number and message, expectations by address, builds by platform and version: a list of promises of entries. */
function othersOf(app) {
    if (!app) return [];
    const place = name => to("apps", app, name);
    return [
        may("listReleases") ? list(pathOf(app, "releases"), "releases", {limit: releasesMax}).then(({items}) => items.map(({version, message}) => ({
            text: t("release.one", {n: String(version)}), more: message, hasOwnWords: true, address: to("apps", app, "releases", String(version)),
        }))) : [],
        may("readExpectations") ? get(pathOf(app, "expectations")).then(({data}) => data.expectations.map(({url}) => ({text: url, more: t("screen.expectations"), address: place("expectations"), isQuoted: true}))) : [],
        may("listScreens") ? find(`${pathOf(app, "screens")}?limit=1000`).then(answer => (answer?.data.screens ?? []).map(({platform, version}) => ({
            text: `${platform} ${version}`, more: t("screen.screens"), address: place("screens"), isQuoted: true,
        }))) : [],
    ];
}

class Palette {
    constructor() {
        this.app = screenAt(location.pathname)?.parameters.app;
        this.ends = new AbortController();
        this.left = new AbortController();
        this.entries = screenEntries(this.app);
        this.rules = [];
        this.current = 0;
        const id = unique("palette");
        this.results = h("ul", {id, class: "plain", role: "listbox", "aria-label": t("palette.title")});
        this.field = h("input", {
            type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-label": t("palette.title"), placeholder: t("palette.hint"), autocomplete: "off", spellcheck: "false",
            oninput: () => this.seek(), onkeydown: event => this.key(event),
        });
        this.dialog = h("dialog", {class: "palette", "aria-label": t("palette.title"), onclose: () => this.close(), onclick: event => {
            if (event.target === this.dialog) this.dialog.close();
        }}, this.field, this.results);
    }

    async open() {
        document.body.append(this.dialog);
        this.dialog.showModal();
        addEventListener("popstate", () => this.dialog.close(), {signal: this.left.signal});
        this.draw();
        await Promise.all([appEntries(), ...othersOf(this.app)].map(async reading => {
            try {
                this.entries.push(...await reading);
                this.draw();
            } catch (problem) {
                this.fail(problem);
            }
        }));
    }

    /** What could not be read is told once; what was found stays. */
    fail(problem) {
        if (problem.name === "AbortError" || this.dialog.querySelector(".error")) return;
        this.results.after(h("p", {role: "status"}, problemLine(problem)));
    }

    close() {
        this.ends.abort();
        this.left.abort();
        this.dialog.remove();
    }

    async seek() {
        this.current = 0;
        this.draw();
        this.ends.abort();
        this.ends = new AbortController();
        try {
            this.rules = await ruleEntries(this.app, this.field.value.trim(), this.ends.signal);
            this.draw();
        } catch (problem) {
            this.fail(problem);
        }
    }

    draw() {
        const words = this.field.value.toLowerCase().split(/\s+/).filter(word => word !== "");
        this.shown = [...this.entries.filter(entry => matches(entry, words)), ...this.rules.filter(entry => matches(entry, words))].slice(0, shownMax);
        this.current = Math.min(this.current, Math.max(0, this.shown.length - 1));
        fill(this.results, this.shown.length === 0 ? h("li", {role: "option", "aria-disabled": "true", class: "muted"}, t("palette.nothing")) : this.shown.map((entry, index) => h("li", {
            role: "option", id: `${this.results.id}-${index}`, "aria-selected": String(index === this.current), onclick: () => this.choose(index),
        }, entry.isQuoted ? quoted(entry.text, "span") : entry.text, entry.more ? h("span", {class: "small muted"}, entry.hasOwnWords ? quoted(entry.more, "span") : entry.more) : undefined)));
        this.results.children[this.current]?.scrollIntoView({block: "nearest"});
        this.field.setAttribute("aria-activedescendant", `${this.results.id}-${this.current}`);
    }

    key(event) {
        const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (step) {
            event.preventDefault();
            this.current = (this.current + step + this.shown.length) % Math.max(1, this.shown.length);
            this.draw();
        } else if (event.key === "Enter") {
            event.preventDefault();
            this.choose(this.current);
        }
    }

    choose(index) {
        const entry = this.shown[index];
        if (!entry) return;
        this.dialog.close();
        go(entry.address);
    }
}

export function openPalette() {
    if (!document.querySelector("dialog[open]")) new Palette().open();
}

/** Ctrl-K, or Command-K on a Mac. */
export function startPalette() {
    document.addEventListener("keydown", event => {
        if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
        event.preventDefault();
        openPalette();
    });
}
