// Expectations: test addresses that each publish must fulfil; where they lead in the draft and live, and which fail.
import {Problem, each, get, query, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {notice} from "./bulk.mjs";
import {commands, curl, replaceExpectations, waymark} from "./commands.mjs";
import {decide} from "./conflict.mjs";
import {phones} from "./contexts.mjs";
import {openDialog} from "./dialog.mjs";
import {pathOf, readFindings} from "./draft.mjs";
import {h, quoted, say} from "./dom.mjs";
import {expectationForm} from "./expectation-form.mjs";
import {expectFlags, expected, merge, surfaceOf} from "./expectations.mjs";
import {t} from "./language.mjs";
import {moment} from "./moment.mjs";
import {audience, outcome} from "./outcome.mjs";
import {problemLine} from "./problem.mjs";
import {may} from "./session.mjs";
import {cell, grow, head, table} from "./table.mjs";
import {again, go, link, to} from "./router.mjs";

/** The most expectations that are shown at once; if there are more, failed ones come first, and a field finds others. */
const shownMax = 100;

/** Stores a list in place of the one that was read; the way back is offered. */
async function store(state, mine, text) {
    const {path} = state;
    const done = await merge(path, {...state, mine}, decide);
    if (!done) return false;
    await again();
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

function edit(state, index) {
    const old = state.expectations[index] ?? {url: "", expect: {screen: ""}};
    const form = expectationForm(old);
    const list = () => index === undefined ? [...state.expectations, form.read()] : state.expectations.with(index, form.read());
    const add = () => index === undefined ? expectFlags(form.read()) : undefined;
    openDialog(t(index === undefined ? "expect.add" : "expect.edit"), [
        form.fields,
        commands(() => [["curl", curl("PUT", state.path, {body: {expectations: list()}, ifMatch: state.tag})],
            ["waymark", add() ? waymark("expect", "add", "--app", state.app, ...add(), form.read().url) : replaceExpectations(state.app, list(), state.tag)]]),
    ], {
        button: t("expect.save"), keep: `expectation/${state.app}/${index === undefined ? "" : JSON.stringify([old.url, old.context, old.at, old.surface])}`,
        action: async () => form.check() && await store(state, list(), t("expect.saved")),
    });
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

/** Expectations of the app of one instant, with their index, so that a request has not too many contexts. */
function questions(expectations) {
    const groups = [];
    for (const [index, one] of expectations.entries()) {
        if (surfaceOf(one) !== "app") continue;
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

/** The server's sentence without the address, which stands at the beginning of the row. */
const sentence = ({url}, {detail}) => detail.startsWith(`"${url}" `) ? detail.slice(url.length + 3) : detail;

/** What came in the draft: of the app the resolution; of a system or a browser the server's sentence, which says both. */
const came = (one, finding, result) => surfaceOf(one) === "app" ? result : finding ? h("p", {class: "small"}, quoted(sentence(one, finding), "span")) : undefined;

/** Where a link leads on production is asked for one phone, on a screen of its own. */
function explained(app, {url, context = {}}) {
    const {os = context.platform, inApp} = context.attributes ?? {};
    return /^https?:/.test(url) && may("diagnoseLink") ? link(to("apps", app, "link") + query({address: url, os: phones.includes(os) ? os : undefined, inApp}), {}, t("expect.explain")) : undefined;
}

const row = (state, failed, drafts, lives) => (index, place) => {
    const one = state.expectations[index];
    return h("tr", {},
        head(t("moves.address"), quoted(one.url), one.at ? h("div", {class: "small muted"}, t("try.at"), " ", moment(one.at)) : undefined),
        cell(t("moves.audience"), h("div", {}, h("div", {class: "small muted"}, t(`expect.by.${surfaceOf(one)}`)), audience({context: one.context}))),
        cell(t("expect.expected"), expected(one)),
        cell(t("expect.inDraft"), h("div", {}, h("div", {class: failed.has(index) ? "error" : "good"}, t(failed.has(index) ? "expect.fails" : "expect.holds")), came(one, failed.get(index), drafts[place]))),
        cell(t("expect.live"), lives[place] ?? (surfaceOf(one) === "app" ? undefined : explained(state.app, one)) ?? h("span", {class: "muted"}, t("measure.none"))),
        cell(t("access.actions"), may("replaceExpectations") ? h("div", {class: "row-actions"},
            h("button", {type: "button", class: "quiet", "aria-label": t("expect.editNamed", {address: one.url}), onclick: () => edit(state, index)}, t("expect.change")),
            h("button", {type: "button", class: "quiet", "aria-label": t("expect.removeNamed", {address: one.url}), onclick: () => remove(state, index)}, t("rule.remove"))) : undefined));
};

/** The field that finds expectations by a part of their address, where not all are shown. */
function search(page, shown, count) {
    const input = h("input", {type: "search", maxlength: "500", value: page.query.get("q") ?? "", autocomplete: "off", spellcheck: "false", autocapitalize: "none", "aria-label": t("expect.find"), placeholder: t("expect.find")});
    return h("form", {class: "tools", role: "search", onsubmit(event) {
        event.preventDefault();
        go(location.pathname + query({q: input.value.trim()}));
    }}, h("div", {class: "search"}, input), h("button", {type: "submit"}, t("audit.show")), h("p", {class: "muted", role: "status"}, t("expect.shown", {n: shown, all: count})));
}

export async function show(page) {
    const {app} = page.parameters;
    const options = {signal: page.signal};
    const bar = appBar(app, page.signal);
    const path = pathOf(app, "expectations");
    const [{data, tag}, findings] = await Promise.all([get(path, options), readFindings(app, page.signal)]);
    const state = {app, path, tag, expectations: data.expectations};
    const failed = failures(findings);
    const count = state.expectations.length;
    const text = page.query.get("q") ?? "";
    const found = [...state.expectations.keys()].filter(index => state.expectations[index].url.includes(text));
    const shown = (found.length > shownMax ? [...found.filter(index => failed.has(index)), ...found.filter(index => !failed.has(index))] : found).slice(0, shownMax);
    const [drafts, lives] = await Promise.all([{release: "draft"}, {channel: "production"}].map(place => resultsIn(app, shown.map(index => state.expectations[index]), place, page.signal)));
    const verdict = count === 0 ? undefined : failed.size === 0 ? h("p", {class: "good"}, t("review.expectationsHold", {n: count})) : h("p", {class: "error"}, t("review.expectationsFail", {n: failed.size, all: count}));
    const rows = table(t("screen.expectations"), [t("moves.address"), t("moves.audience"), t("expect.expected"), t("expect.inDraft"), t("expect.live"), t("access.actions")], [], "expected");
    const reasons = h("div", {class: "stack"});
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.expectations")), h("div", {class: "actions buttons"},
            h("button", {type: "button", async onclick() {
                await again();
                say(t("expect.ran"));
            }}, t("expect.run")),
            may("replaceExpectations") ? h("button", {type: "button", class: "primary", onclick: () => edit(state)}, t("expect.add")) : undefined)),
        bar.element, verdict, count > shownMax || text !== "" ? search(page, shown.length, count) : undefined,
        count === 0 ? h("section", {class: "empty"}, h("h2", {}, t("expect.emptyTitle")), h("p", {}, t("review.noExpectations")))
            : rows,
        reasons,
        commands(() => [["curl", curl("GET", path)], ["waymark", waymark("expect", "run", "--app", app)]]));
    await grow(rows.tBodies[0], shown, row(state, failed, drafts, lives));
    await grow(reasons, shown.filter(index => failed.has(index) && surfaceOf(state.expectations[index]) === "app"), index => h("section", {class: "part"},
        h("h2", {}, t("expect.whyFails"), " ", quoted(state.expectations[index].url)),
        h("pre", {class: "long-notes detail", tabindex: "0", role: "region", "aria-label": t("expect.whyFails")}, quoted(failed.get(index).detail, "span"))));
    await bar.update();
}

