// Two people changed the same rule: what neither has touched stays, what only one changed merges, the rest is decided here.
import {openDialog} from "./dialog.mjs";
import {h, quoted, unique} from "./dom.mjs";
import {t} from "./language.mjs";
import {take} from "./merge.mjs";

const shown = value => value === undefined ? h("span", {class: "muted"}, t("conflict.nothing")) : quoted(typeof value === "string" ? value : JSON.stringify(value, null, 1));

/**
 * Asks for each conflict whose value stands. Fulfils with the rule to store, or undefined if the person goes back to the editor.
 * `theirs` is null if the other person removed the rule.
 */
export function decide({base, merged, theirs, conflicts}) {
    return new Promise(resolve => {
        let result;
        const chosen = new Map(conflicts.map(name => [name, "mine"]));
        const row = name => {
            const group = unique("conflict");
            const pick = (side, value) => {
                const id = unique("side");
                return h("td", {"data-label": t(`conflict.${side}`)}, h("div", {class: "tick"},
                    h("input", {type: "radio", id, name: group, checked: side === "mine", autofocus: side === "mine", onchange: () => chosen.set(name, side)}),
                    h("label", {for: id}, shown(value))));
            };
            return h("tr", {}, h("th", {scope: "row", "data-label": t("conflict.field")}, quoted(name)), h("td", {"data-label": t("conflict.base")}, shown(base?.[name])),
                pick("theirs", theirs?.[name]), pick("mine", merged[name]));
        };
        const table = h("table", {class: "stacks"}, h("thead", {}, h("tr", {}, ["field", "base", "theirs", "mine"].map(name => h("th", {scope: "col"}, t(`conflict.${name}`))))),
            h("tbody", {}, conflicts.map(row)));
        const dialog = openDialog(t(theirs === null ? "conflict.removedTitle" : "conflict.title"), [
            h("p", {}, t(theirs === null ? "conflict.removed" : "conflict.lead")), theirs === null ? undefined : table,
        ], {
            wide: true, button: t(theirs === null ? "conflict.addAgain" : "conflict.save"),
            async action() {
                result = [...chosen].reduce((rule, [name, side]) => side === "theirs" ? take(rule, name, theirs) : rule, merged);
            },
        });
        dialog.addEventListener("close", () => resolve(result));
    });
}
