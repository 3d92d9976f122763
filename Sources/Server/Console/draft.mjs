// The draft of an app: its rules with their rank, what the check says of them, and what is not published.
import {Problem, breathe, component, find, get, send} from "./api.mjs";
import {isEnabled} from "./rule-text.mjs";

export const pathOf = (app, ...rest) => ["/v1/apps", component(app), ...rest].join("/");

/** The number of changes that a publish would make, from the answer of `…/draft/summary`. */
export function changed(summary) {
    return ["added", "changed", "moved", "removed"].reduce((sum, kind) => sum + summary[kind].count, 0) + (summary.settings ? 1 : 0);
}

/** Reads the draft: `{rules, settings, tag}`. */
export async function readDraft(app, signal) {
    const {data, tag} = await get(pathOf(app, "draft"), {signal});
    return {rules: data.rules, settings: data.settings, tag};
}

/**
 * Reads the settings of the draft and one of its rules: `{settings, rule, tag}`; `rule` is undefined where there is none with this id. The
 * tag is not newer than the rule: what was stored between the two reads is met by the next write.
 */
export async function readRule(app, id, signal) {
    const {data: settings, tag} = await get(pathOf(app, "draft/settings"), {signal});
    const rule = id === undefined ? undefined : (await find(pathOf(app, "draft/rules", component(id)), {signal}))?.data;
    return {settings, rule, tag};
}

/** What a publish on a channel would change; undefined where it cannot be read. */
export const readSummary = async (app, signal, channel) => (await find(`${pathOf(app, "draft/summary")}${channel ? `?channel=${component(channel)}` : ""}`, {signal, quiet: true}))?.data;

/** The findings of the check by rule, and those of no rule under an empty name. */
export async function readFindings(app, signal) {
    const {data} = await send("POST", pathOf(app, "draft/check"), {signal, quiet: true});
    return {...byRule(data.findings), blocks: data.blocks, all: data.findings};
}

function byRule(findings) {
    const rules = new Map();
    for (const finding of findings) {
        for (const id of finding.rules?.length > 0 ? finding.rules : [""]) {
            if (!rules.has(id)) rules.set(id, []);
            rules.get(id).push(finding);
        }
    }
    return {of: id => rules.get(id) ?? []};
}

/**
 * The rules in the order in which they win: `{rules, isExact}`. The body of the draft has the order; without it, priority and
 * then the place in the draft stand for it. Rules that are switched off come last, as they never win.
 */
export async function inPrecedence(app, rules, signal) {
    let body;
    try {
        body = (await find(pathOf(app, "draft/body"), {signal, quiet: true}))?.data;
    } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
    }
    const rank = new Map();
    body?.order?.forEach(([index], place) => {
        const id = body.rules[index]?.id;
        if (!rank.has(id)) rank.set(id, place);
    });
    await breathe();
    const places = new Map(rules.map((rule, index) => [rule, index]));
    const last = rules.length * 1000;
    const key = rule => isEnabled(rule) ? rank.get(rule.id) ?? (body ? last : -(rule.priority ?? 0)) : last + 1;
    return {
        isExact: Boolean(body?.order),
        rules: [...rules].sort((a, b) => key(a) - key(b) || places.get(a) - places.get(b)),
    };
}
