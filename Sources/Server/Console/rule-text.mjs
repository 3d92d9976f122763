// A rule in short texts, for lists and for filters. The texts are those of the rule itself, not of a language.

const listed = value => Array.isArray(value) ? value.join(",") : String(value);

/** A pattern as it is written, or its parts one after the other. */
export const patternText = pattern => typeof pattern === "string" ? pattern
    : Object.entries(pattern).map(([name, value]) => `${name}:${value}`).join(" ");

/** What a rule leads to: `screen`, `redirect` or `block`. */
export const kindOf = rule => ["screen", "redirect", "block"].find(name => rule.to?.[name] !== undefined) ?? "screen";

export const targetText = rule => String(rule.to?.[kindOf(rule)] ?? "");

/** Conditions as `platform=ios,android appVersion>=5`. */
export function whenText(when) {
    return Object.entries(when ?? {}).map(([name, value]) => {
        if (name === "rollout") return `rollout=${value.percent ?? `${value.ramp?.from}–${value.ramp?.to}`}%`;
        if (name === "attributes") return Object.entries(value).map(([key, words]) => `${key}=${listed(words)}`).join(" ");
        if (name === "not") return `not(${whenText(value)})`;
        if (typeof value === "string" && /^[<>=!]/.test(value)) return `${name}${value}`;
        return `${name}=${listed(value)}`;
    }).join(" ");
}

export const isEnabled = rule => rule.enabled !== false;
