// Findings of a check: in a word in lists, in full where there is room.
import {h, quoted} from "./dom.mjs";
import {has, t} from "./language.mjs";
import {grow} from "./table.mjs";

const severityOf = findings => findings.some(({severity}) => severity === "error") ? "error" : "warning";

/** The kind of a finding in words. */
const codeText = code => has(`finding.${code}`) ? t(`finding.${code}`) : code;

/** All findings of a rule in one short line; undefined if there is none. */
export function shortFindings(findings) {
    if (findings.length === 0) return undefined;
    const first = findings.find(({severity}) => severity === "error") ?? findings[0];
    return h("span", {class: severityOf(findings), title: first.detail}, codeText(first.code), findings.length > 1 ? ` +${findings.length - 1}` : undefined);
}

/** One finding with its explanation, its hint and the address that shows it. */
function findingItem(finding, ruleLink) {
    return h("li", {class: "finding"},
        h("p", {}, h("span", {class: finding.severity === "error" ? "error" : "warning"}, t(finding.severity === "error" ? "finding.error" : "finding.warning"), ": ", codeText(finding.code)),
            ruleLink ? h("span", {class: "small"}, finding.rules?.slice(0, 4).map(ruleLink)) : undefined),
        h("p", {}, quoted(finding.detail, "span")),
        finding.hint ? h("p", {class: "hint"}, quoted(finding.hint, "span")) : undefined,
        finding.witness ? h("p", {class: "small"}, t("finding.witness"), " ", quoted(finding.witness.address)) : undefined);
}

/** The most findings that a list shows. */
const most = 200;

export function findingList(findings, ruleLink) {
    const list = h("ul", {class: "plain findings"});
    grow(list, findings.slice(0, most), finding => findingItem(finding, ruleLink));
    return findings.length <= most ? list : [list, h("p", {class: "muted"}, t("finding.more", {n: findings.length - most}))];
}
