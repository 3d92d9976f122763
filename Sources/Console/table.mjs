// Tables that become lists on narrow screens: each cell repeats the name of its column.
import {h} from "./dom.mjs";

/** A cell under the column `name`. */
export const cell = (name, ...content) => h("td", {"data-label": name}, content);

/** The cell that names its row. */
export const head = (name, ...content) => h("th", {scope: "row", "data-label": name}, content);

/** A table with its caption for screen readers, the names of its columns, and its rows. */
export const table = (caption, columns, rows, name = "") => h("table", {class: `stacks ${name}`}, h("caption", {class: "unseen"}, caption),
    h("thead", {}, h("tr", {}, columns.map(column => h("th", {scope: "col"}, column)))), h("tbody", {}, rows));
