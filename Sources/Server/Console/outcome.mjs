// Where an address leads, and what a change of the rules does to it.
import {h, quoted} from "./dom.mjs";
import {parts, t} from "./language.mjs";
import {growPart} from "./table.mjs";

/** The result of a resolution in one line. */
export function outcome(result) {
    const {outcome: kind, screen, parameters = {}} = result;
    const names = Object.entries(parameters).map(([name, value]) => `${name}=${value}`).join(" ");
    if (kind === "screen") return h("span", {}, h("span", {class: "small muted"}, t("target.screen")), " ", quoted(screen, "span"), names ? [" ", quoted(names)] : undefined);
    if (kind === "unmatched") return h("span", {class: "muted"}, t("outcome.unmatched"));
    const text = result.address ?? result.url ?? result.reason ?? result.block;
    return h("span", {}, h("span", {class: "small muted"}, t(`outcome.${kind}`)), text ? [" ", quoted(text)] : undefined);
}

/** A context and an instant as `platform=ios`; nothing means everybody. */
export function audience({context = {}}) {
    const words = Object.entries(context).flatMap(([name, value]) => name === "attributes"
        ? Object.entries(value).map(([key, text]) => `${key}=${text}`) : `${name}=${value}`);
    return words.length === 0 ? h("span", {class: "muted"}, t("moves.everybody")) : quoted(words.join(" "));
}

/** The changes of behaviour in an answer of a difference: one for each kind of change if the answer has them. */
export const movesOf = diff => diff.meanings?.length > 0 ? diff.meanings : diff.addresses;

const passes = (result, id) => result.trail?.some(({rule}) => rule === id);

/** Those that go through a rule, before or after. */
export const through = (moves, id) => moves.filter(({from, to}) => passes(from, id) || passes(to, id));

/** What the comparison left out or could not prove, and addresses that lead elsewhere, or that there are none. */
export function movesPart(moves, {addressesLeftOut, incomplete, notProved}, none, atFirst) {
    const open = incomplete ? notProved ?? [] : [];
    const nothing = () => h("p", {class: "muted"}, t(incomplete ? "moves.noneFound" : none));
    return [open.length > 0 ? h("p", {class: "warning"}, parts("moves.notProved", {rules: quoted(open.slice(0, 8).join(", "), "span"), n: open.length})) : undefined,
        moves.length === 0 ? nothing() : movesTable(moves, atFirst),
        addressesLeftOut > 0 || (incomplete && open.length === 0) ? h("p", {class: "warning"}, t("moves.incomplete")) : undefined];
}

/** A table of addresses that lead elsewhere, `atFirst` of them at first, and what stands below it. */
export function movesTable(moves, atFirst) {
    const cell = (name, ...content) => h("td", {"data-label": t(`moves.${name}`)}, content);
    const rows = h("tbody", {});
    const more = growPart(rows, moves, move => h("tr", {},
        h("th", {scope: "row", "data-label": t("moves.address")}, quoted(move.witness.address)),
        cell("audience", audience(move.witness)), cell("from", outcome(move.from)), cell("to", outcome(move.to))), atFirst);
    return [h("table", {class: "stacks moves"}, h("caption", {class: "unseen"}, t("moves.table")),
        h("thead", {}, h("tr", {}, ["address", "audience", "from", "to"].map(name => h("th", {scope: "col"}, t(`moves.${name}`))))), rows), more];
}
