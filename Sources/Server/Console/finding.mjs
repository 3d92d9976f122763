// Findings of a check: in a word in lists, in full where there is room.
import {h, quoted} from "./dom.mjs";
import {has, language, t} from "./language.mjs";
import {growPart} from "./table.mjs";

const severityOf = findings => findings.some(({severity}) => severity === "error") ? "error" : "warning";

/** The kind of a finding in words. */
const codeText = code => has(`finding.${code}`) ? t(`finding.${code}`) : code;

/** The language of the server's sentences. */
const serverLanguage = "en";

function serverWords(text) {
    const words = quoted(text, "span");
    words.lang = serverLanguage;
    return words;
}

/**
 * What a finding, or an error of a request, means and what to do, as a list of children. The server's own sentences name the names and
 * values: in their language they stand alone; in another one they stand below the texts for the code, or alone where it has none.
 */
export function explanation({code, detail, hint}) {
    const isKnown = has(`finding.means.${code}`);
    if (language === serverLanguage || !isKnown) {
        const remedy = hint ?? (isKnown ? t(`finding.todo.${code}`) : undefined);
        return [h("p", {}, serverWords(detail ?? (isKnown ? t(`finding.means.${code}`) : code))), remedy ? h("p", {class: "hint"}, serverWords(remedy)) : undefined];
    }
    const words = [detail, hint].filter(text => text).join(" ");
    return [h("p", {}, t(`finding.means.${code}`)), h("p", {class: "hint"}, t(`finding.todo.${code}`)),
        words ? h("p", {class: "small muted"}, t("finding.server"), " ", serverWords(words)) : undefined];
}

/** The same in one text, for a title or beside a field. */
export function sentence({code, detail, hint}) {
    const means = language !== serverLanguage && has(`finding.means.${code}`) ? t(`finding.means.${code}`) : undefined;
    return [means, detail, hint].filter(text => text).join(" ");
}

/** All findings of a rule in one short line; undefined if there is none. */
export function shortFindings(findings) {
    if (findings.length === 0) return undefined;
    const first = findings.find(({severity}) => severity === "error") ?? findings[0];
    return h("span", {class: severityOf(findings), title: sentence({code: first.code, detail: first.detail})}, codeText(first.code), findings.length > 1 ? ` +${findings.length - 1}` : undefined);
}

/** One finding with its explanation, what to do and the address that shows it. */
function findingItem(finding, ruleLink) {
    return h("li", {class: "finding"},
        h("p", {}, h("span", {class: finding.severity === "error" ? "error" : "warning"}, t(finding.severity === "error" ? "finding.error" : "finding.warning"), ": ", codeText(finding.code)),
            ruleLink ? h("span", {class: "small"}, finding.rules?.slice(0, 4).map(ruleLink)) : undefined),
        explanation(finding),
        finding.witness ? h("p", {class: "small"}, t("finding.witness"), " ", quoted(finding.witness.address)) : undefined);
}

export function findingList(findings, ruleLink) {
    const list = h("ul", {class: "plain findings"});
    return [list, growPart(list, findings, finding => findingItem(finding, ruleLink))];
}
