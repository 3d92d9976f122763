// The language of filters: words, `key:value`, `-` before a term for its opposite, quotation marks around spaces.
import {isEnabled, kindOf, patternText, targetText, whenText} from "./rule-text.mjs";

const texts = {
    id: rule => rule.id,
    match: rule => rule.match.map(patternText).join(" "),
    to: targetText,
    screen: rule => kindOf(rule) === "screen" ? targetText(rule) : "",
    redirect: rule => kindOf(rule) === "redirect" ? targetText(rule) : "",
    block: rule => kindOf(rule) === "block" ? targetText(rule) : "",
    when: rule => whenText(rule.when),
    platform: rule => String(rule.when?.platform ?? ""),
    note: rule => rule.note ?? "",
    finding: (rule, facts) => facts.findings(rule).map(({code}) => code).join(" "),
};

const states = {
    enabled: isEnabled,
    disabled: rule => !isEnabled(rule),
    conditional: rule => Object.keys(rule.when ?? {}).length > 0,
    changed: (rule, facts) => facts.isChanged(rule),
    error: (rule, facts) => facts.findings(rule).some(({severity}) => severity === "error"),
    warning: (rule, facts) => facts.findings(rule).some(({severity}) => severity !== "error"),
};

/** The keys and states that a filter may name. */
export const keys = Object.keys(texts);
export const stateNames = Object.keys(states);

const noFacts = {findings: () => [], isChanged: () => false};
const whole = rule => keys.slice(0, -1).map(key => texts[key](rule)).join("\n").toLowerCase();

const priorityTest = text => {
    const [, sign, value] = /^(>=|<=|>|<|=)?(-?\d+)$/.exec(text) ?? [];
    if (value === undefined) return undefined;
    const wanted = Number(value);
    const compare = {">=": a => a >= wanted, "<=": a => a <= wanted, ">": a => a > wanted, "<": a => a < wanted}[sign] ?? (a => a === wanted);
    return rule => compare(rule.priority ?? 0);
};

function term(key, value) {
    if (key === "is") return states[value];
    if (key === "priority") return priorityTest(value);
    const text = texts[key];
    return text && ((rule, facts) => text(rule, facts).toLowerCase().includes(value.toLowerCase()));
}

/**
 * Reads a filter: `{test(rule, facts), unknown}`; `unknown` has the terms that mean nothing.
 * A text with a colon that is no key, such as an address, is a word.
 */
export function filter(text) {
    const tests = [];
    const unknown = [];
    for (const [, minus, key, quotedValue, bare, quotedWord, word] of text.matchAll(/(-)?(?:([a-z]+):(?:"([^"]*)"|(\S+))|"([^"]*)"|(\S+))/gi)) {
        let test;
        if (key && (key === "is" || key === "priority" || texts[key])) {
            test = term(key, quotedValue ?? bare);
            if (!test) unknown.push(`${key}:${quotedValue ?? bare}`);
        } else {
            const wanted = (key ? `${key}:${quotedValue ?? bare}` : quotedWord ?? word).toLowerCase();
            test = (rule, facts) => (facts.text ?? whole)(rule).includes(wanted);
        }
        if (test) tests.push(minus ? (rule, facts) => !test(rule, facts) : test);
    }
    return {unknown, isEmpty: tests.length === 0, test: (rule, facts = noFacts) => tests.every(test => test(rule, facts))};
}

/** The text in which a word is sought, made once for each rule. */
export function searchable() {
    const made = new WeakMap();
    return rule => {
        let text = made.get(rule);
        if (text === undefined) made.set(rule, text = whole(rule));
        return text;
    };
}
