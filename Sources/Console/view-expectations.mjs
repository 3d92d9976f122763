// Expectations: test addresses that each publish must fulfil; where they lead in the draft and live, and which fail.
import {Problem, each, get, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {notice} from "./bulk.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {contextFlags, contextLine, readContext} from "./contexts.mjs";
import {openDialog} from "./dialog.mjs";
import {pathOf, readFindings} from "./draft.mjs";
import {h, quoted, say} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {t} from "./language.mjs";
import {moment} from "./moment.mjs";
import {audience, outcome} from "./outcome.mjs";
import {headline} from "./problem.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again} from "./router.mjs";

/** The most expectations whose live result is asked for. */
const asked = 100;

const kinds = ["screen", "address", "blocked", "unmatched", "failed"];
const kindOf = expect => kinds.find(kind => expect[kind] !== undefined) ?? "unmatched";
const pairsOf = text => Object.fromEntries(text.split("\n").map(line => line.split(/=(.*)/s)).filter(([name]) => name.trim() !== "").map(([name, value = ""]) => [name.trim(), value.trim()]));

/** The expected result in the form of a resolution. */
const asResult = expect => ({outcome: kindOf(expect), screen: expect.screen, parameters: expect.parameters, address: expect.address,
    reason: typeof expect.blocked === "string" ? expect.blocked : typeof expect.failed === "string" ? expect.failed : undefined});

/** Stores a list in place of the one that was read, unless others changed it meanwhile; the way back is offered. */
async function store(state, expectations, text) {
    const {tag} = await send("PUT", state.path, {body: {expectations}, ifMatch: state.tag});
    await again();
    say(text);
    notice(text, async () => {
        await send("PUT", state.path, {body: {expectations: state.expectations}, ifMatch: tag});
        await again();
        say(t("bulk.undone"));
    });
}

function edit(state, index) {
    const old = state.expectations[index] ?? {url: "", expect: {screen: ""}};
    const kind = kindOf(old.expect);
    const url = h("input", {required: true, value: old.url, class: "mono", autocomplete: "off", spellcheck: "false", autocapitalize: "none"});
    const context = h("input", {value: contextLine(old.context ?? {}), class: "mono", autocomplete: "off", spellcheck: "false", autocapitalize: "none"});
    const at = h("input", {value: old.at ?? "", placeholder: "2027-06-01T00:00:00Z", autocomplete: "off", spellcheck: "false"});
    const select = choice(kinds.map(key => [key, t(`expect.kind.${key}`)]), kind);
    const given = old.expect[kind];
    const value = h("input", {value: typeof given === "string" ? given : "", autocomplete: "off", spellcheck: "false", autocapitalize: "none"});
    const parameters = h("textarea", {class: "short mono", rows: "3", value: Object.entries(old.expect.parameters ?? {}).map(([name, text]) => `${name}=${text}`).join("\n")});
    const one = () => {
        const given = readContext(context.value).context;
        const values = pairsOf(parameters.value);
        const expect = {[select.value]: ["screen", "address"].includes(select.value) ? value.value : select.value === "unmatched" ? true : value.value === "" ? true : value.value};
        if (select.value === "screen" && Object.keys(values).length > 0) expect.parameters = values;
        return {...old, url: url.value, context: Object.keys(given).length > 0 ? given : undefined, at: at.value === "" ? undefined : at.value, expect};
    };
    const list = () => index === undefined ? [...state.expectations, one()] : state.expectations.with(index, one());
    openDialog(t(index === undefined ? "expect.add" : "expect.edit"), [
        field(t("moves.address"), url), field(t("moves.audience"), context, t("expect.contextHint")), field(t("try.at"), at, t("try.atHint")),
        field(t("expect.kind"), select), field(t("expect.value"), value, t("expect.valueHint")), field(t("rule.parameters"), parameters, t("expect.parametersHint")),
        commands(() => [["curl", curl("PUT", state.path, {body: {expectations: list()}, ifMatch: state.tag})],
            ["waymark", waymark("expect", "add", "--app", state.app, ...contextFlags(readContext(context.value).context), ...select.value === "unmatched" ? ["--unmatched"]
                : select.value === "blocked" ? ["--blocked"] : [`--${select.value}`, value.value], url.value)]]),
    ], {button: t("expect.save"), keep: `expectation/${state.app}/${index === undefined ? "" : JSON.stringify([old.url, old.context, old.at])}`, action: () => store(state, list(), t("expect.saved"))});
}

function remove(state, index) {
    const list = state.expectations.toSpliced(index, 1);
    openDialog(t("expect.removeTitle"), [h("p", {}, quoted(state.expectations[index].url)), h("p", {}, t("expect.removeText")),
        commands(() => [["curl", curl("PUT", state.path, {body: {expectations: list}, ifMatch: state.tag})], ["waymark", waymark("expect", "delete", "--app", state.app, state.expectations[index].url)]]),
    ], {button: t("rule.remove"), danger: true, action: () => store(state, list, t("expect.removed"))});
}

/** Where each address leads in a place: the draft or what is live; refusals in words. */
async function resultsIn(app, expectations, path, signal) {
    const results = [];
    await each(expectations.slice(0, asked).map((one, index) => ({one, index})), async ({one, index}) => {
        try {
            results[index] = outcome((await send("POST", path, {body: {url: one.url, context: one.context ?? {}, ...one.at ? {at: one.at} : {}}, signal, quiet: true})).data);
        } catch (problem) {
            if (!(problem instanceof Problem) || problem.status === 0) throw problem;
            results[index] = h("span", {class: "muted"}, headline(problem));
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
    const [drafts, lives] = await Promise.all([pathOf(app, "draft/resolve"), pathOf(app, "resolve")].map(place => resultsIn(app, state.expectations, place, page.signal)));
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

