// Two values as JSON, line by line: what went, what came, what stayed. The mark before a line says it, the colour repeats it.
import {h} from "./dom.mjs";
import {t} from "./language.mjs";

/** Pairs of lines that are compared one by one; longer texts are shown as removed and added. */
const limit = 4_000_000;

const linesOf = value => value === undefined ? [] : JSON.stringify(value, undefined, 2).split("\n");

/** The lines of both, each with its mark: " ", "-" or "+". */
export function difference(before, after) {
    let [old, now] = [linesOf(before), linesOf(after)];
    let start = 0;
    while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
    let end = 0;
    while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
    const same = lines => lines.map(line => [" ", line]);
    const [first, last] = [same(old.slice(0, start)), same(old.slice(old.length - end))];
    old = old.slice(start, old.length - end);
    now = now.slice(start, now.length - end);
    return [...first, ...middle(old, now), ...last];
}

function middle(old, now) {
    if (old.length * now.length > limit) return [...old.map(line => ["-", line]), ...now.map(line => ["+", line])];
    const width = now.length + 1;
    const common = new Uint16Array((old.length + 1) * width);
    for (let i = old.length - 1; i >= 0; i -= 1) {
        for (let j = now.length - 1; j >= 0; j -= 1) {
            common[i * width + j] = old[i] === now[j] ? common[(i + 1) * width + j + 1] + 1
                : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
        }
    }
    const lines = [];
    let [i, j] = [0, 0];
    while (i < old.length || j < now.length) {
        if (i < old.length && j < now.length && old[i] === now[j]) {
            lines.push([" ", old[i]]);
            i += 1;
            j += 1;
        } else if (j === now.length || i < old.length && common[(i + 1) * width + j] >= common[i * width + j + 1]) {
            lines.push(["-", old[i]]);
            i += 1;
        } else {
            lines.push(["+", now[j]]);
            j += 1;
        }
    }
    return lines;
}

const kinds = {"+": "came", "-": "went", " ": "stayed"};

/** The lines as an element. */
export const differenceBlock = (before, after, label) => h("pre", {class: "difference", tabindex: "0", role: "region", "aria-label": label, translate: "no"},
    difference(before, after).map(([mark, text]) => h("span", {class: kinds[mark]},
        mark === " " ? undefined : h("span", {class: "unseen"}, t(`difference.${kinds[mark]}`)),
        h("span", {"aria-hidden": "true"}, mark === "-" ? "−" : mark), " ", text, "\n")));
