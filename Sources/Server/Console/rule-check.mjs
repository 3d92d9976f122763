// Checks a rule while a person writes it: a dry run of the draft with this rule in its place, which changes nothing.
import {Problem, send} from "./api.mjs";
import {pathOf} from "./draft.mjs";
import {movesOf, through} from "./outcome.mjs";

/** Up to this many rules the whole draft is checked while typing; above it, the rule alone. */
export const wholeMax = 2000;
const pause = 350;

/**
 * Checks a rule in a draft, `{settings, rules}`; `rules` is empty for the rule alone. The result is `{errors, findings, moves, isWhole}`:
 * errors have their place in the rule; `moves` is what the edit changes in the stored draft, undefined for a rule alone, or where the
 * server does not tell it.
 */
export async function checkRule(app, draft, rule, id, {signal, isWhole, quiet}) {
    const place = draft.rules.findIndex(other => other.id === id);
    const rules = place >= 0 ? draft.rules.with(place, rule) : [...draft.rules, rule];
    const start = `/rules/${place >= 0 ? place : rules.length - 1}`;
    const isOther = new Set(draft.rules.map(other => other.id).filter(other => other !== id));
    try {
        const {data} = await send("PUT", `${pathOf(app, "draft")}?dryRun=1${isWhole ? "&moves=1" : ""}`, {body: {settings: draft.settings, rules}, ifMatch: "*", signal, quiet});
        // A new rule without an id gets one from the server, which no other rule has.
        const isMine = finding => finding.rules?.some(other => other === (rule.id ?? id) || !isOther.has(other));
        const findings = data.findings.filter(finding => isMine(finding) && (isWhole || !["dead-end", "shadowed"].includes(finding.code)));
        return {errors: [], findings, moves: mine(data.difference, rule.id ?? id, isOther), isWhole};
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

/** The moves through the rule alone: others may have stored changes since the draft was read. */
function mine(difference, id, isOther) {
    if (!difference) return undefined;
    const name = id ?? difference.added.find(other => !isOther.has(other));
    const all = movesOf(difference);
    return {list: through(all, name), difference};
}

/** Calls `check(signal, …)` with the further arguments a moment after the last change, and ends the one before. */
export function whileTyping(check, signal) {
    let timer;
    let running;
    const stop = () => {
        clearTimeout(timer);
        running?.abort();
    };
    signal.addEventListener("abort", stop);
    return (wait = pause, ...more) => {
        stop();
        timer = setTimeout(() => {
            running = new AbortController();
            check(AbortSignal.any([running.signal, signal]), ...more);
        }, wait);
    };
}
