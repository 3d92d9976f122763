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

let current = {};

/** Keys of the present screen: a table of key and action, until the signal ends. */
export function onKeys(actions, signal) {
    current = actions;
    signal.addEventListener("abort", () => { if (current === actions) current = {}; });
}

function help() {
    const rows = Object.keys(current).filter(key => key.length === 1).map(key => h("tr", {}, h("th", {scope: "row"}, h("kbd", {}, key)), h("td", {}, t(`key.${key}`))));
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
    const action = areOn() ? current[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
});
