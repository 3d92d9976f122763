// Tables that become lists on narrow screens: each cell repeats the name of its column.
import {add, fill, h} from "./dom.mjs";
import {t} from "./language.mjs";

/** A cell under the column `name`. */
export const cell = (name, ...content) => h("td", {"data-label": name}, content);

/** The cell that names its row. */
export const head = (name, ...content) => h("th", {scope: "row", "data-label": name}, content);

/** A table with its caption for screen readers, the names of its columns, and its rows. */
export const table = (caption, columns, rows, name = "") => h("table", {class: `stacks ${name}`}, h("caption", {class: "unseen"}, caption),
    h("thead", {}, h("tr", {}, columns.map(column => h("th", {scope: "col"}, column)))), h("tbody", {}, rows));

/** Children that are made at once: more of them would hold the page for too long. */
const atOnce = 12;

/** The next frame; a tab that is not seen has none, and goes on all the same. */
const frame = () => new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
});

/** When the parents before have all their children: a frame has new children of one parent, that which was begun first. */
let turn = Promise.resolve();

/**
 * Adds a child for each item: the first ones at once, the others some in each frame. Fulfils when all are there, or when the parent is
 * no part of the page: it must be one before the next frame.
 */
export async function grow(parent, items, make) {
    const draw = start => add(parent, items.slice(start, start + atOnce).map((item, index) => make(item, start + index)));
    draw(0);
    if (items.length <= atOnce) return;
    const mine = turn.then(async () => {
        for (let start = atOnce; start < items.length; start += atOnce) {
            await frame();
            if (!parent.isConnected) return;
            draw(start);
        }
    });
    turn = mine.catch(() => {});
    await mine;
}

/** Children that a long list has at first, and that its button adds: a browser's layout takes longer with each of them. */
const partMax = 100;

/**
 * Adds children as `grow` does, but only for the first items, `atFirst` of them. Answers what stands below: how many are shown, with a
 * button that adds the next ones; undefined where the list is complete.
 */
export function growPart(parent, items, make, atFirst = partMax) {
    let shown = 0;
    let drawn;
    const next = count => {
        const start = shown;
        shown = Math.min(start + count, items.length);
        drawn = grow(parent, items.slice(start, shown), (item, index) => make(item, start + index));
    };
    next(atFirst);
    if (shown === items.length) return undefined;
    const line = h("p", {class: "buttons"});
    const offer = () => fill(line, shown === items.length ? undefined : h("button", {type: "button", async onclick() {
        const before = drawn;
        await before;
        // A second press while the rows before were drawn.
        if (drawn !== before) return;
        const first = parent.children.length;
        next(partMax);
        offer();
        // The button is another one now: people who use the keyboard go on at the first new child.
        const child = parent.children[first];
        child?.setAttribute("tabindex", "-1");
        child?.focus({preventScroll: true});
    }}, t("table.more", {n: Math.min(partMax, items.length - shown)})),
    h("span", {class: "muted small"}, t("table.shown", {n: shown, all: items.length})));
    offer();
    return line;
}
