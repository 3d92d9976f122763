// Expectations as values: what one may expect of whom, which two are the same, how lists are stored, and the command that adds one.
import {Problem, get, send} from "./api.mjs";
import {contextFlags, contextLine} from "./contexts.mjs";
import {h, quoted} from "./dom.mjs";
import {t} from "./language.mjs";
import {mergeLists} from "./merge.mjs";
import {outcome} from "./outcome.mjs";

/** Who gets an address first, and what may be expected there; the first kind is the usual one. */
export const kindsOf = {
    app: ["screen", "address", "blocked", "unmatched", "failed"],
    os: ["systems", "address", "screen", "blocked", "unmatched", "failed"],
    web: ["answer", "address", "blocked", "unmatched"],
};
export const surfaces = Object.keys(kindsOf);

/** The kinds of answers to browsers, the statuses of redirects, and the kinds of failures. */
export const answers = ["redirect", "web", "store", "open", "in-app", "scan", "preview", "gone", "missing"];
export const statuses = [301, 302];
export const failures = ["loop", "too-many-redirects", "expansion", "destination-not-allowed", "invalid-address", "address-too-long", "not-ready"];

const kinds = ["screen", "address", "answer", "systems", "blocked", "unmatched", "failed"];
export const kindOf = expect => kinds.find(kind => expect[kind] !== undefined) ?? "unmatched";
export const surfaceOf = ({surface = "app"}) => surface;

const attempts = 5;

/** Two expectations with the same address, surface, context and instant are the same one. */
const keyOf = ({url, surface = "app", context = {}, at}) => [
    url, surface === "app" ? "" : surface, contextLine(Object.fromEntries(Object.entries(context).sort(([a], [b]) => a < b ? -1 : 1))), at,
].filter(text => text).join("  ");

/**
 * Stores `{expectations, tag, mine}`: `mine` in place of the list that was read with that tag; `now` is a later answer. What others changed
 * since merges; where both changed one expectation, `solve` decides. Returns `{before, stored}`, or undefined if the person went back.
 */
export async function merge(path, {expectations: base, tag, mine, now = {data: {expectations: base}, tag}}, solve) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
        const {list, conflicts, ...versions} = mergeLists(base, mine, now.data.expectations, keyOf);
        const decided = conflicts.length === 0 ? versions.merged : await solve({...versions, conflicts});
        if (!decided) return undefined;
        const expectations = list(decided);
        try {
            await send("PUT", path, {body: {expectations}, ifMatch: now.tag});
            return {before: now.data.expectations, stored: expectations};
        } catch (problem) {
            if (problem.kind !== "revision-mismatch") throw problem;
            now = await get(path);
        }
    }
    throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch"});
}

/** The flags of `waymark expect add` for an expectation; undefined for what it cannot say. */
export function expectFlags({context = {}, at, expect, surface}) {
    const {screen, parameters = {}, address, status, answer, systems, unmatched, blocked, failed} = expect;
    if (failed !== undefined || typeof blocked === "string") return undefined;
    const before = [...contextFlags(context), ...at ? ["--at", at] : [], ...surface ? ["--surface", surface] : []];
    if (answer !== undefined) return [...before, "--answer", answer];
    if (systems !== undefined) return [...before, "--systems", systems.join(",") || "none"];
    return [...before, ...status ? ["--status", String(status)] : [], ...screen !== undefined ? ["--screen", screen, ...Object.entries(parameters).flatMap(([name, value]) => ["--parameter", `${name}=${value}`])]
        : address !== undefined ? ["--address", address] : unmatched ? ["--unmatched"] : ["--blocked"]];
}

/** What is expected, in words. */
export function expected({expect}) {
    const {systems, answer, status, screen, parameters, address, blocked, failed} = expect;
    const kind = kindOf(expect);
    if (kind === "systems") return h("span", {}, systems.length === 0 ? t("expect.noApp") : t("expect.appOn", {systems: systems.map(name => t(`link.os.${name}`)).join(", ")}));
    if (kind === "answer") return h("span", {}, t(`expect.answer.${answer}`), " ", h("span", {class: "small muted"}, quoted(answer)));
    const reason = [blocked, failed].find(text => typeof text === "string");
    return h("span", {}, outcome({outcome: kind, screen, parameters, address, reason}), status ? [" ", h("span", {class: "small muted"}, t("expect.withStatus", {status: String(status)}))] : undefined);
}
