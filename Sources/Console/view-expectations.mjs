// Expectations: test addresses that each publish must fulfil; where they lead in the draft and live, and which fail.
import {Problem, each, get, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {notice} from "./bulk.mjs";
import {commands, curl, replaceExpectations, waymark} from "./commands.mjs";
import {contextFlags, contextLine, readContext} from "./contexts.mjs";
import {decide} from "./conflict.mjs";
import {openDialog} from "./dialog.mjs";
import {pathOf, readFindings} from "./draft.mjs";
import {h, quoted, say} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {t} from "./language.mjs";
import {mergeLists} from "./merge.mjs";
import {moment} from "./moment.mjs";
import {audience, outcome} from "./outcome.mjs";
import {problemLine} from "./problem.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again} from "./router.mjs";

/** The most expectations whose live result is asked for. */
const asked = 100;

const kinds = ["screen", "address", "answer", "systems", "blocked", "unmatched", "failed"];
const kindOf = expect => kinds.find(kind => expect[kind] !== undefined) ?? "unmatched";
const pairsOf = text => Object.fromEntries(text.split("\n").map(line => line.split(/=(.*)/s)).filter(([name]) => name.trim() !== "").map(([name, value = ""]) => [name.trim(), value.trim()]));

/** The expected result in the form of a resolution. */
const asResult = expect => ({outcome: kindOf(expect), screen: expect.screen, parameters: expect.parameters, address: expect.address,
    reason: expect.answer ?? expect.systems?.join(", ") ?? (typeof expect.blocked === "string" ? expect.blocked : typeof expect.failed === "string" ? expect.failed : undefined)});

const attempts = 5;

/** Two expectations with the same address, context and instant are the same one. */
const keyOf = ({url, context = {}, at}) => [url, contextLine(Object.fromEntries(Object.entries(context).sort(([a], [b]) => a < b ? -1 : 1))), at].filter(text => text).join("  ");

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

/** Stores a list in place of the one that was read; the way back is offered. */
async function store(state, mine, text) {
    const {path} = state;
    const done = await merge(path, {...state, mine}, decide);
    if (!done) return false;
    await again();
    say(text);
    // Only what this action changed goes back.
    notice(text, async () => {
        await merge(path, {expectations: done.stored, mine: done.before, now: await get(path)}, ({conflicts}) => {
            throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("undo.conflict", {names: conflicts.join(", ")})});
        });
        await again();
        say(t("bulk.undone"));
    });
    return true;
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

function edit(state, index) {
    const old = state.expectations[index] ?? {url: "", expect: {screen: ""}};
    const kind = kindOf(old.expect);
    const url = h("input", {required: true, value: old.url, class: "mono", autocomplete: "off", spellcheck: "false", autocapitalize: "none"});
    const context = h("input", {value: contextLine(old.context ?? {}), class: "mono", autocomplete: "off", spellcheck: "false", autocapitalize: "none"});
    const at = h("input", {value: old.at ?? "", placeholder: "2027-06-01T00:00:00Z", autocomplete: "off", spellcheck: "false"});
    const select = choice(kinds.map(key => [key, t(`expect.kind.${key}`)]), kind);
    const given = old.expect[kind];
    const value = h("input", {value: typeof given === "string" ? given : Array.isArray(given) ? given.join(", ") : "", autocomplete: "off", spellcheck: "false", autocapitalize: "none"});
    const parameters = h("textarea", {class: "short mono", rows: "3", value: Object.entries(old.expect.parameters ?? {}).map(([name, text]) => `${name}=${text}`).join("\n")});
    const one = () => {
        const given = readContext(context.value).context;
        const values = pairsOf(parameters.value);
        const names = value.value.split(",").map(name => name.trim()).filter(name => name !== "");
        const expect = {[select.value]: ["screen", "address", "answer"].includes(select.value) ? value.value : select.value === "systems" ? names : select.value === "unmatched" ? true : value.value === "" ? true : value.value};
        if (select.value === "address" && old.expect.status) expect.status = old.expect.status;
        if (select.value === "screen" && Object.keys(values).length > 0) expect.parameters = values;
        const {context: oldContext, at: oldAt, ...rest} = old;
        return {...rest, url: url.value, ...Object.keys(given).length > 0 ? {context: given} : {}, ...at.value === "" ? {} : {at: at.value}, expect};
    };
    const list = () => index === undefined ? [...state.expectations, one()] : state.expectations.with(index, one());
    openDialog(t(index === undefined ? "expect.add" : "expect.edit"), [
        field(t("moves.address"), url), field(t("moves.audience"), context, t("expect.contextHint")), field(t("try.at"), at, t("try.atHint")),
        field(t("expect.kind"), select), field(t("expect.value"), value, t("expect.valueHint")), field(t("rule.parameters"), parameters, t("expect.parametersHint")),
        commands(() => [["curl", curl("PUT", state.path, {body: {expectations: list()}, ifMatch: state.tag})],
            ["waymark", index === undefined && expectFlags(one()) ? waymark("expect", "add", "--app", state.app, ...expectFlags(one()), url.value) : replaceExpectations(state.app, list(), state.tag)]]),
    ], {button: t("expect.save"), keep: `expectation/${state.app}/${index === undefined ? "" : JSON.stringify([old.url, old.context, old.at])}`, action: () => store(state, list(), t("expect.saved"))});
}

function remove(state, index) {
    const list = state.expectations.toSpliced(index, 1);
    openDialog(t("expect.removeTitle"), [h("p", {}, quoted(state.expectations[index].url)), h("p", {}, t("expect.removeText")),
        commands(() => [["curl", curl("PUT", state.path, {body: {expectations: list}, ifMatch: state.tag})], ["waymark", replaceExpectations(state.app, list, state.tag)]]),
    ], {button: t("rule.remove"), danger: true, action: () => store(state, list, t("expect.removed"))});
}

/** The most contexts of a request, and the most pairs of an address and a context. */
const contextsMax = 64;
const pairsMax = 1024;

/** Expectations of one instant, with their index, so that a request has not too many contexts. */
function questions(expectations) {
    const groups = [];
    for (const [index, one] of expectations.slice(0, asked).entries()) {
        const context = JSON.stringify(one.context ?? {});
        let group = groups.find(({at, contexts, urls}) => {
            const size = contexts.size + (contexts.has(context) ? 0 : 1);
            return at === one.at && size <= contextsMax && size * (urls.size + (urls.has(one.url) ? 0 : 1)) <= pairsMax;
        });
        if (!group) groups.push(group = {at: one.at, contexts: new Set(), urls: new Set(), items: []});
        group.contexts.add(context);
        group.urls.add(one.url);
        group.items.push({index, url: one.url, context});
    }
    return groups;
}

/** Where each address leads in a place, `{release: "draft"}` or a channel, with one request for each instant; refusals in words. */
async function resultsIn(app, expectations, place, signal) {
    const results = [];
    await each(questions(expectations), async ({at, contexts, items}) => {
        const addresses = [...new Set(items.map(({url}) => url))];
        const names = [...contexts];
        try {
            const {data} = await send("POST", pathOf(app, "resolutions"), {body: {addresses, contexts: names.map(text => JSON.parse(text)), ...place, ...at ? {at} : {}}, signal, quiet: true});
            const found = new Map(data.resolutions.map(({address, context, resolution}) => [`${addresses[address]}\n${names[context]}`, resolution]));
            for (const {index, url, context} of items) {
                const result = found.get(`${url}\n${context}`);
                results[index] = result ? outcome(result) : undefined;
            }
        } catch (problem) {
            if (!(problem instanceof Problem) || problem.status === 0) throw problem;
            for (const {index} of items) results[index] = problemLine(problem);
        }
    });
    return results;
}

/** The failed ones by their place in the list, from the findings of the check. */
const failures = findings => new Map((findings?.all ?? []).filter(({code}) => code === "expectation-failed")
    .map(finding => [Number(/^\/expectations\/(\d+)/.exec(finding.pointer ?? "")?.[1] ?? -1), finding]));

const row = (state, failed, drafts, lives) => (one, index) => h("tr", {},
    head(t("moves.address"), quoted(one.url), one.at ? h("div", {class: "small muted"}, t("try.at"), " ", moment(one.at)) : undefined),
    cell(t("moves.audience"), audience({context: one.context})),
    cell(t("expect.expected"), outcome(asResult(one.expect))),
    cell(t("expect.inDraft"), h("div", {}, h("div", {class: failed.has(index) ? "error" : "good"}, t(failed.has(index) ? "expect.fails" : "expect.holds")), drafts[index])),
    cell(t("expect.live"), lives[index] ?? h("span", {class: "muted"}, t("measure.none"))),
    cell(t("access.actions"), may("replaceExpectations") ? h("div", {class: "row-actions"},
        h("button", {type: "button", class: "quiet", "aria-label": t("expect.editNamed", {address: one.url}), onclick: () => edit(state, index)}, t("expect.change")),
        h("button", {type: "button", class: "quiet", "aria-label": t("expect.removeNamed", {address: one.url}), onclick: () => remove(state, index)}, t("rule.remove"))) : undefined));

export async function show(page) {
    const {app} = page.parameters;
    const options = {signal: page.signal};
    const bar = appBar(app, page.signal);
    const path = pathOf(app, "expectations");
    const [{data, tag}, findings] = await Promise.all([get(path, options), readFindings(app, page.signal)]);
    const state = {app, path, tag, expectations: data.expectations};
    const failed = failures(findings);
    const [drafts, lives] = await Promise.all([{release: "draft"}, {channel: "production"}].map(place => resultsIn(app, state.expectations, place, page.signal)));
    const count = state.expectations.length;
    const verdict = count === 0 ? undefined : failed.size === 0 ? h("p", {class: "good"}, t("review.expectationsHold", {n: count})) : h("p", {class: "error"}, t("review.expectationsFail", {n: failed.size, all: count}));
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.expectations")), h("div", {class: "actions buttons"},
            h("button", {type: "button", async onclick() {
                await again();
                say(t("expect.ran"));
            }}, t("expect.run")),
            may("replaceExpectations") ? h("button", {type: "button", class: "primary", onclick: () => edit(state)}, t("expect.add")) : undefined)),
        bar.element, verdict,
        count === 0 ? h("section", {class: "empty"}, h("h2", {}, t("expect.emptyTitle")), h("p", {}, t("review.noExpectations")))
            : table(t("screen.expectations"), [t("moves.address"), t("moves.audience"), t("expect.expected"), t("expect.inDraft"), t("expect.live"), t("access.actions")], state.expectations.map(row(state, failed, drafts, lives)), "expected"),
        [...failed.values()].map(finding => h("section", {class: "part"}, h("h2", {}, t("expect.whyFails"), " ", quoted(finding.witness?.address ?? "")), h("pre", {class: "long-notes detail", tabindex: "0", role: "region", "aria-label": t("expect.whyFails")}, quoted(finding.detail, "span")))),
        commands(() => [["curl", curl("GET", path)], ["waymark", waymark("expect", "run", "--app", app)]]));
    await bar.update();
}

