// Checks a rule while a person writes it: a dry run of the draft with this rule in its place, which changes nothing.
import {Problem, send} from "./api.mjs";
import {pathOf} from "./draft.mjs";

/** Up to this many rules the whole draft is checked while typing; above it, the rule alone. */
const wholeMax = 2000;
const pause = 350;

/** `{errors, findings, isWhole}`: errors have their place in the rule. */
export async function checkRule(app, draft, rule, id, signal) {
    const isWhole = draft.rules.length <= wholeMax;
    const place = isWhole ? draft.rules.findIndex(other => other.id === id) : -1;
    let rules = isWhole ? draft.rules : [];
    rules = place >= 0 ? rules.with(place, rule) : [...rules, rule];
    const start = `/rules/${place >= 0 ? place : rules.length - 1}`;
    const isOther = new Set(draft.rules.map(other => other.id).filter(other => other !== id));
    try {
        const {data} = await send("PUT", `${pathOf(app, "draft")}?dryRun=1`, {body: {settings: draft.settings, rules}, ifMatch: "*", signal, quiet: true});
        // A new rule without an id gets one from the server, which no other rule has.
        const isMine = finding => finding.rules?.some(other => other === (rule.id ?? id) || !isOther.has(other));
        const findings = data.findings.filter(finding => isMine(finding) && (isWhole || !["dead-end", "shadowed"].includes(finding.code)));
        return {errors: [], findings, isWhole};
    } catch (problem) {
        if (!(problem instanceof Problem) || problem.errors.length === 0) throw problem;
        const errors = problem.errors.map(error => {
            const name = `${rule.id ?? id}: `;
            const detail = error.detail?.startsWith(name) ? error.detail.slice(name.length) : error.detail;
            return {...error, detail, pointer: error.pointer?.startsWith(start) ? error.pointer.slice(start.length) : error.pointer ?? ""};
        });
        return {errors, findings: [], isWhole};
    }
}

/** Calls `check(signal)` a moment after the last change, and ends the one before. */
export function whileTyping(check, signal) {
    let timer;
    let running;
    const stop = () => {
        clearTimeout(timer);
        running?.abort();
    };
    signal.addEventListener("abort", stop);
    return (wait = pause) => {
        stop();
        timer = setTimeout(() => {
            running = new AbortController();
            check(AbortSignal.any([running.signal, signal]));
        }, wait);
    };
}
