// Shows a refusal: what happened, what to do, and each place with its hint.
import {h, quoted, say} from "./dom.mjs";
import {explanation} from "./finding.mjs";
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

const item = error => h("li", {}, explanation(error), h("p", {class: "small"}, place(error)));

/** The most errors that are listed: a refusal may have a thousand. */
const most = 50;

/** A problem as an element; `again` is what a button repeats. */
export function problemBox(problem, again) {
    const title = headline(problem);
    say(title);
    // What the browser says of a lost connection tells people nothing more, and not in their language.
    const detail = problem.errors?.length > 0 || problem.status === 0 && !problem.isModule ? undefined : problem instanceof Problem ? problem.detail : problem.message;
    return h("section", {class: "problem", role: "alert"},
        h("h2", {}, title),
        detail ? h("p", {}, quoted(detail, "span")) : undefined,
        problem.errors?.length > 0 ? h("ul", {class: "plain"}, problem.errors.slice(0, most).map(item)) : undefined,
        problem.errors?.length > most ? h("p", {class: "muted"}, t("finding.more", {n: problem.errors.length - most})) : undefined,
        problem.isUnknown ? h("p", {}, t("problem.unknown")) : undefined,
        again ? h("p", {}, h("button", {type: "button", onclick: again}, t("problem.again"))) : undefined);
}
