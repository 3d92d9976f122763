// Shows a refusal: what happened, what to do, and each place with its hint.
import {h, quoted, say} from "./dom.mjs";
import {has, t} from "./language.mjs";
import {Problem} from "./api.mjs";

/** The heading of a problem in the person's language; the server's own words follow it. */
export function headline(problem) {
    if (!(problem instanceof Problem)) return t("problem.page");
    if (problem.status === 0 && problem.kind !== "cancelled") return t("problem.offline");
    const key = `problem.${problem.kind}`;
    if (has(key)) return t(key);
    return problem.status >= 500 ? t("problem.server") : t("problem.refused");
}

/** A problem in one line: what happened, and the server's own words. */
export const problemLine = problem => h("span", {class: "error"}, headline(problem), " ", h("span", {class: "small"}, quoted(problem.errors?.[0]?.detail ?? problem.message, "span")));

const place = error => [
    error.pointer ? [quoted(error.pointer), " "] : undefined,
    error.line ? h("span", {class: "muted"}, t("problem.place", {line: error.line, column: error.column ?? 1})) : undefined,
];

const item = error => h("li", {}, h("p", {}, quoted(error.detail ?? error.code, "span")),
    error.hint ? h("p", {class: "hint"}, quoted(error.hint, "span")) : undefined,
    h("p", {class: "small"}, place(error)));

/** A problem as an element; `again` is what a button repeats. */
export function problemBox(problem, again) {
    const title = headline(problem);
    say(title);
    // What the browser says of a lost connection tells people nothing more, and not in their language.
    const detail = problem.errors?.length > 0 || problem.status === 0 && !problem.isModule ? undefined : problem instanceof Problem ? problem.detail : problem.message;
    return h("section", {class: "problem", role: "alert"},
        h("h2", {}, title),
        detail ? h("p", {}, quoted(detail, "span")) : undefined,
        problem.errors?.length > 0 ? h("ul", {class: "plain"}, problem.errors.map(item)) : undefined,
        problem.isUnknown ? h("p", {}, t("problem.unknown")) : undefined,
        again ? h("p", {}, h("button", {type: "button", onclick: again}, t("problem.again"))) : undefined);
}
