// Try: addresses × contexts × releases as a matrix, why each answer is what it is, and whether the engine of clients agrees.
import {Problem, each, get, query, send} from "./api.mjs";
import {commands, curl, replaceExpectations, waymark} from "./commands.mjs";
import {contextFlags, readContext} from "./contexts.mjs";
import {decide} from "./conflict.mjs";
import {openDialog, openWith} from "./dialog.mjs";
import {pathOf} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {agree, ask, engineFiles} from "./engine.mjs";
import {field, refuse, tick} from "./form.mjs";
import {t} from "./language.mjs";
import {audience, outcome} from "./outcome.mjs";
import {problemBox, problemLine} from "./problem.mjs";
import {showCode} from "./qr-dialog.mjs";
import {bodyPath} from "./release-actions.mjs";
import {expectFlags, merge} from "./expectations.mjs";
import {whileTyping} from "./rule-check.mjs";
import {may} from "./session.mjs";
import {grow} from "./table.mjs";
import {addressMax, go, link, to} from "./router.mjs";

/** The most addresses, contexts and releases at once, and releases that are offered. */
const most = {addresses: 20, contexts: 6, releases: 4, offered: 6};

const linesOf = (text, count) => text.split("\n").map(line => line.trim()).slice(0, count);

/** What a column asks: the draft or a release, in which each address meets each context. */
const requestOf = (app, name, addresses, contexts, at) => ({
    path: pathOf(app, "resolutions"), body: {addresses, contexts, release: name === "draft" ? name : Number(name), ...at ? {at: at.toISOString()} : {}, explain: true},
});

const nameOf = name => name === "draft" ? h("span", {class: "draft"}, t("release.draft")) : h("span", {}, t("release.one", {n: name}));

const isSame = (one, other) => one.result && other.result && ["outcome", "screen", "address", "reason"].every(key => one.result[key] === other.result[key])
    && JSON.stringify(one.result.parameters) === JSON.stringify(other.result.parameters);

/** What an expectation says that this result is right. */
function expected(result) {
    if (result.outcome === "screen") return {screen: result.screen, ...Object.keys(result.parameters).length > 0 ? {parameters: result.parameters} : {}};
    if (result.outcome === "address") return {address: result.address};
    if (result.outcome === "blocked") return {blocked: result.reason ?? true};
    return result.outcome === "unmatched" ? {unmatched: true} : {failed: true};
}

function keep(app, {address, context, result, at}) {
    const one = {url: address, ...Object.keys(context).length > 0 ? {context} : {}, ...at ? {at: at.toISOString()} : {}, expect: expected(result)};
    const path = pathOf(app, "expectations");
    const flags = expectFlags(one);
    const open = ({data: {expectations}, tag}) => keepDialog({app, path, one, expectations, tag, flags}, [quoted(address), " ", audience({context}), " → ", outcome(result)]);
    return openWith(get(path), open);
}

function keepDialog({app, path, one, expectations, tag, flags}, words) {
    const mine = [...expectations, one];
    openDialog(t("try.keepTitle"), [h("p", {}, t("try.keepText")), h("p", {}, words), commands(() => [
        ["curl", curl("PUT", path, {body: {expectations: mine}, ifMatch: tag})],
        ["waymark", flags ? waymark("expect", "add", "--app", app, ...flags, one.url) : replaceExpectations(app, mine, tag)],
    ])], {
        button: t("try.keep"),
        async action() {
            if (!await merge(path, {expectations, tag, mine}, decide)) return false;
            say(t("try.kept"));
            return true;
        },
    });
}

const candidate = ({rule, alternative, verdict, component: part, detail}, app) => h("tr", {},
    h("th", {scope: "row", "data-label": t("rules.rule")}, link(to("apps", app, "rules", rule, "edit"), {translate: "no"}, rule), alternative > 0 ? h("span", {class: "small muted"}, t("try.form", {n: alternative + 1})) : undefined),
    h("td", {"data-label": t("try.verdict")}, h("span", {class: verdict === "won" ? "good" : undefined}, t(verdict === "won" ? "try.won" : verdict === "failed" ? "try.failed" : "try.notTried"))),
    h("td", {"data-label": t("try.why")}, h("div", {}, part ? [quoted(part), " "] : undefined, detail ? quoted(detail, "span") : undefined)));

/** Each address on the way with its candidates, and the first condition that failed. */
const explanation = (result, app) => (result.explanation ?? []).map(step => h("section", {class: "part"},
    h("h3", {}, quoted(step.address)),
    step.candidates.length > 0 ? h("table", {class: "stacks why"}, h("caption", {class: "unseen"}, t("try.candidates")),
        h("thead", {}, h("tr", {}, ["rules.rule", "try.verdict", "try.why"].map(key => h("th", {scope: "col"}, t(key))))), h("tbody", {}, step.candidates.map(one => candidate(one, app))))
        : h("p", {class: "muted"}, t("try.noCandidates")),
    step.nearestMiss ? h("p", {}, t("try.nearest"), " ", link(to("apps", app, "rules", step.nearestMiss.rule, "edit"), {translate: "no"}, step.nearestMiss.rule), ": ", quoted(step.nearestMiss.detail, "span")) : undefined));

function details(app, row, cell, at) {
    const {result} = cell;
    return h("section", {class: "part"}, h("h2", {}, t("try.whyTitle"), " ", quoted(row.address)), h("p", {class: "facts"}, nameOf(cell.name), audience(row), outcome(result)),
        explanation(result, app),
        may("replaceExpectations") ? h("p", {}, h("button", {type: "button", onclick: () => keep(app, {...row, result, at})}, t("try.keep"))) : undefined,
        commands(() => {
            const {path, body} = requestOf(app, cell.name, [row.address], [row.context], at);
            // The program explains by the draft and by what is live.
            return [["curl", curl("POST", path, {body})], ...cell.name === "draft" || cell.isLive
                ? [["waymark", waymark("explain", "--app", app, ...cell.name === "draft" ? ["--draft"] : [], ...contextFlags(row.context), ...at ? ["--at", at.toISOString()] : [], row.address)]] : []];
        }));
}

/** Says loudly where the engine of clients answers something else than the server. */
async function compareEngines(app, rows, at, into, signal) {
    fill(into, h("p", {class: "muted"}, t("try.engineRuns")));
    const files = await engineFiles(signal);
    if (!files) return void fill(into, h("p", {class: "muted"}, t("try.engineMissing")));
    const cells = rows.flatMap(row => row.cells.filter(({result}) => result).map(cell => ({row, cell})));
    const names = [...new Set(cells.map(({cell}) => cell.name))];
    const sources = names.map(name => ({name, isDraft: name === "draft", app, path: name === "draft" ? pathOf(app, "draft") : bodyPath(app, name)}));
    const answers = await ask(files, sources, cells.map(({row, cell}) => ({name: cell.name, address: row.address, context: row.context, at: cell.at})), signal);
    const others = cells.map((one, index) => ({...one, answer: answers[index]})).filter(({cell, answer}) => !answer || !agree(cell.result, answer, cell.name === "draft"));
    const text = others.length === 0 ? t("try.engineAgrees", {n: cells.length}) : t("try.engineDiffers", {n: others.length});
    say(text);
    fill(into, others.length === 0 ? h("p", {class: "good"}, text) : h("section", {class: "problem", role: "alert"}, h("h2", {}, text), h("p", {}, t("try.engineReport")),
        h("ul", {class: "plain"}, others.map(({row, cell, answer}) => h("li", {}, quoted(row.address), " ", audience(row), " ", nameOf(cell.name), ": ",
            t("try.server"), " ", outcome(cell.result), " · ", t("try.engine"), " ", answer ? outcome(answer) : undefined)))));
}

/** Asks the server for the cells of a column that have no answer yet, in one request. */
async function resolveColumn(app, rows, place, at, signal) {
    const open = rows.filter(({cells}) => !cells[place].result && !cells[place].problem);
    if (open.length === 0) return;
    const instant = at ?? new Date();
    const unique = values => [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
    const [addresses, contexts] = [unique(open.map(({address}) => address)), unique(open.map(({context}) => context))];
    const {path, body} = requestOf(app, open[0].cells[place].name, addresses, contexts, instant);
    const {data} = await send("POST", path, {body, signal});
    const key = (address, context) => JSON.stringify([address, context]);
    const found = new Map(data.resolutions.map(({address, context, resolution}) => [key(addresses[address], contexts[context]), resolution]));
    for (const {address, context, cells} of open) Object.assign(cells[place], {at: instant.getTime(), result: found.get(key(address, context))});
}

/** Asks the server for all cells: a request for each column; where it is refused or left something out, one for each of its cells. */
async function resolveAll(app, rows, at, signal) {
    const refused = problem => {
        if (!(problem instanceof Problem) || problem.status === 0) throw problem;
        return problem;
    };
    await each(rows[0].cells.map((_, place) => place), async place => {
        await resolveColumn(app, rows, place, at, signal).catch(refused);
        await each(rows.filter(({cells}) => !cells[place].result), async row => {
            row.cells[place].problem = await resolveColumn(app, [row], place, at, signal).catch(refused);
        });
    });
}

function matrix(app, rows, names, at, into) {
    const columns = [t("moves.address"), t("moves.audience"), ...names.map(nameOf)];
    const why = (row, cell) => h("button", {type: "button", class: "quiet", "aria-label": t("try.whyNamed", {address: row.address}), onclick() {
        const section = details(app, row, cell, at);
        fill(into, section);
        section.scrollIntoView({block: "nearest"});
        const heading = section.querySelector("h2");
        heading.tabIndex = -1;
        heading.focus({preventScroll: true});
    }}, t("try.whyShort"));
    const body = h("tbody", {});
    grow(body, rows, (row, index) => h("tr", {}, h("th", {scope: "row", "data-label": t("moves.address")}, h("div", {}, quoted(row.address), index === 0 || rows[index - 1].address !== row.address
                ? [" ", h("button", {type: "button", class: "quiet", "aria-label": t("qr.named", {address: row.address}), onclick: () => showCode(row.address)}, t("qr.short"))] : undefined)),
            h("td", {"data-label": t("moves.audience")}, audience(row)),
            row.cells.map((cell, place) => h("td", {"data-label": cell.name === "draft" ? t("release.draft") : t("release.one", {n: cell.name})}, h("div", {},
                cell.problem ? problemLine(cell.problem) : cell.result ? [outcome(cell.result), " ", why(row, cell)] : h("span", {class: "muted"}, t("measure.none")),
                place > 0 && cell.result && row.cells[0].result && !isSame(cell, row.cells[0]) ? h("div", {class: "small differs"}, t("try.differs")) : undefined)))));
    return h("table", {class: "stacks matrix"}, h("caption", {class: "unseen"}, t("try.table")), h("thead", {}, h("tr", {}, columns.map(column => h("th", {scope: "col"}, column)))), body);
}

/** A moment as the field of the browser has it, in the person's time. */
const localText = instant => new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function timeFields(at) {
    const moment = h("input", {type: "datetime-local", value: at ? localText(at) : ""});
    const slider = h("input", {type: "range", min: "-30", max: "90", step: "1", value: at ? String(Math.round((at - Date.now()) / 86_400_000)) : "0", oninput() {
        moment.value = slider.value === "0" ? "" : localText(new Date(Date.now() + Number(slider.value) * 86_400_000));
    }});
    return {control: moment, slider};
}

export async function show(page) {
    const {app} = page.parameters;
    const options = {signal: page.signal};
    const [{data: {releases}}, {data: {channels}}] = await Promise.all([get(`${pathOf(app, "releases")}?limit=${most.offered}`, options), get(pathOf(app), options)]);
    const live = channels.find(({channel}) => channel === "production")?.version ?? undefined;
    const offered = ["draft", ...new Set([live, ...releases.map(({version}) => version)].filter(Boolean).map(String))];
    const chosen = page.query.get("with")?.split(",").filter(name => /^(draft|\d{1,9})$/.test(name)) ?? offered.slice(0, 2);
    for (const name of chosen) if (!offered.includes(name)) offered.push(name);
    const at = page.query.get("at") && !Number.isNaN(Date.parse(page.query.get("at"))) ? new Date(page.query.get("at")) : undefined;
    const addresses = h("textarea", {class: "mono short", rows: "4", spellcheck: "false", autocapitalize: "none", required: true, value: page.query.get("url") ?? ""});
    const contexts = h("textarea", {class: "mono short", rows: "4", spellcheck: "false", autocapitalize: "none", value: page.query.get("for") ?? ""});
    const ticks = offered.map(name => [name, h("input", {checked: chosen.includes(name)})]);
    const {control, slider} = timeFields(at);
    // Another moment is asked for while the slider moves; what was shown stays until the answers are there.
    const moveTime = whileTyping(signal => {
        const moment = control.value === "" ? undefined : new Date(control.value);
        page.keep({at: moment?.toISOString()});
        answer(moment, signal).catch(problem => {
            if (problem.name !== "AbortError") fill(results, problemBox(problem));
        });
    }, page.signal);
    for (const one of [control, slider]) one.addEventListener("input", () => wanted.length > 0 && moveTime());
    const results = h("div", {class: "stack", "aria-live": "off"});
    const wanted = linesOf(page.query.get("url") ?? "", most.addresses).filter(line => line !== "");
    const answer = (moment, signal) => showAnswers({app, page, wanted, chosen, results, live}, moment, signal);
    page.render(h("div", {class: "title"}, h("h1", {}, t("screen.try"))),
        h("form", {class: "try-form", onsubmit(event) {
            event.preventDefault();
            const address = to("apps", app, "try") + query({
                url: addresses.value.trim(), for: contexts.value.trim(), with: ticks.filter(([, box]) => box.checked).slice(0, most.releases).map(([name]) => name).join(","),
                at: control.value === "" ? "" : new Date(control.value).toISOString(),
            });
            refuse(addresses, address.length > addressMax ? t("try.tooLong") : undefined);
            if (address.length <= addressMax) go(address);
            else addresses.focus();
        }}, field(t("try.addresses"), addresses, t("try.addressesHint", {n: most.addresses})), field(t("try.contexts"), contexts, t("try.contextsHint")),
        h("fieldset", {}, h("legend", {}, t("try.releases")), h("div", {class: "row-ticks"}, ticks.map(([name, box]) => tick(name === "draft" ? t("release.draft")
            : t(name === String(live) ? "try.live" : "release.one", {n: name}), box)))),
        h("div", {class: "stack"}, field(t("try.at"), control, t("try.atHint")), field(t("try.days"), slider)),
        h("p", {class: "buttons"}, h("button", {type: "submit", class: "primary"}, t("try.go")))),
        results);
    if (wanted.length === 0) return;
    fill(results, h("p", {class: "muted loading"}, t("frame.loading")));
    await answer(at, page.signal);
}

/** Asks for all cells of the address of the page, at a moment or now, and shows them. */
async function showAnswers({app, page, wanted, chosen, results, live}, at, signal) {
    const read = linesOf(page.query.get("for") ?? "", most.contexts).map(readContext);
    const unknown = read.map(one => one.unknown).filter(text => text !== "");
    const rows = wanted.flatMap(address => (read.length > 0 ? read : [{context: {}}]).map(({context}) => ({address, context, cells: chosen.slice(0, most.releases).map(name => ({name, isLive: name === String(live)}))})));
    await resolveAll(app, rows, at, signal);
    const [why, engine] = [h("div", {}), h("div", {"aria-live": "polite"})];
    fill(results, unknown.length > 0 ? h("p", {class: "warning"}, t("try.unknown", {text: unknown.join(" ")})) : undefined,
        matrix(app, rows, chosen.slice(0, most.releases), at, why), engine, why);
    compareEngines(app, rows, at, engine, signal).catch(problem => {
        if (!signal.aborted) fill(engine, h("p", {class: "warning"}, t("try.engineFailed"), " ", quoted(String(problem.message), "span")));
    });
}
