// Single keys for people who work without a mouse; they are off while a person writes, and can be switched off.
import {h} from "./dom.mjs";
import {t} from "./language.mjs";
import {openDialog} from "./dialog.mjs";
import {tick} from "./form.mjs";

const stored = "waymark.keys";

const areOn = () => {
    try { return localStorage.getItem(stored) !== "off"; } catch { return true; }
};

const writes = target => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");

/** The first link, button or field of each row of the screen's tables. */
const stops = () => [...document.querySelectorAll("#main tbody tr")].filter(row => row.checkVisibility()).map(row => row.querySelector("a[href], button:not([disabled]), input")).filter(Boolean);

function walk(step) {
    const all = stops();
    const row = document.activeElement?.closest("tr");
    const here = all.findIndex(stop => stop.closest("tr") === row);
    all[here === -1 ? step > 0 ? 0 : all.length - 1 : Math.max(0, Math.min(all.length - 1, here + step))]?.focus();
}

/** What works on each screen that has no other meaning for the key. */
const everywhere = {
    "/": () => {
        const field = document.querySelector("#main [role=search] input, #main [role=search] select, #main input.search");
        if (field) field.focus();
        else import("./palette.mjs").then(({openPalette}) => openPalette());
    },
    "j": () => walk(1), "k": () => walk(-1),
};

let current = {};

const known = () => ({...everywhere, ...current});

/** Keys of the present screen: a table of key and action, until the signal ends. */
export function onKeys(actions, signal) {
    current = actions;
    signal.addEventListener("abort", () => { if (current === actions) current = {}; });
}

function help() {
    const rows = Object.keys(known()).filter(key => key.length === 1).map(key => h("tr", {}, h("th", {scope: "row"}, h("kbd", {}, key)), h("td", {}, t(`key.${key}`))));
    const box = h("input", {checked: areOn(), onchange() {
        try { localStorage.setItem(stored, box.checked ? "on" : "off"); } catch { /* It holds for this page only. */ }
    }});
    openDialog(t("keys.title"), [
        h("table", {}, h("tbody", {}, rows, h("tr", {}, h("th", {scope: "row"}, h("kbd", {}, "?")), h("td", {}, t("key.?"))))), tick(t("keys.on"), box),
    ]);
}

document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writes(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
        event.preventDefault();
        help();
        return;
    }
    const action = areOn() ? known()[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
});
