// Import of a table of another system, or of rules as JSON: the dry run shows what would happen, rule by rule.
import {Problem, query, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {commands, curl, printed, replaceDraft, waymark} from "./commands.mjs";
import {pathOf, readDraft, readSummary} from "./draft.mjs";
import {fill, h, quoted} from "./dom.mjs";
import {findingList} from "./finding.mjs";
import {choice, field, tick} from "./form.mjs";
import {t} from "./language.mjs";
import {keepFields} from "./kept-fields.mjs";
import {equal} from "./merge.mjs";
import {notice} from "./bulk.mjs";
import {movesOf, movesPart} from "./outcome.mjs";
import {problemBox} from "./problem.mjs";
import {patternText, targetText, kindOf} from "./rule-text.mjs";
import {go, to} from "./router.mjs";
import {growPart, table} from "./table.mjs";

const formats = ["json", "cnrouter", "firebase", "jlroutes", "netlify", "routerx", "vercel"];

/** Throws for an undo that would overwrite newer edits, and names the people who have edits in the draft. */
async function refuse(app, problem) {
    if (problem.kind !== "revision-mismatch") throw problem;
    const names = new Set((await readSummary(app))?.edits?.map(({by}) => by));
    throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("import.noUndo", {names: [...names].join(", ")})});
}

/** What the import would do to each rule: `{kind, rule, before}`. */
export function compare(before, after) {
    const old = new Map(before.map(rule => [rule.id, rule]));
    const ids = new Set(after.map(({id}) => id));
    return [
        ...after.filter(rule => !equal(old.get(rule.id), rule)).map(rule => ({kind: old.has(rule.id) ? "changed" : "added", rule, before: old.get(rule.id)})),
        ...before.filter(({id}) => !ids.has(id)).map(rule => ({kind: "removed", rule})),
    ];
}

/** The rules of the draft with those of the import: equal ids are replaced, others are added. */
export function together(before, imported) {
    const news = new Map(imported.map(rule => [rule.id, rule]));
    const rules = before.map(rule => news.get(rule.id) ?? rule);
    const old = new Set(before.map(({id}) => id));
    return [...rules, ...imported.filter(({id}) => !old.has(id))];
}

function changeTable(changes) {
    const row = ({kind, rule, before}) => h("tr", {},
        h("td", {"data-label": t("import.change")}, h("span", {class: `change ${kind}`}, t(`change.${kind}`))),
        h("th", {scope: "row", "data-label": t("rules.rule")}, quoted(rule.id, "span")),
        h("td", {"data-label": t("rules.address")}, quoted(rule.match.map(patternText).join("  "))),
        h("td", {"data-label": t("rules.leadsTo")}, h("span", {class: "small muted"}, t(`target.${kindOf(rule)}`)), " ", quoted(targetText(rule), "span"),
            before && targetText(before) !== targetText(rule) ? h("p", {class: "small muted"}, t("import.before"), " ", quoted(targetText(before), "span")) : undefined));
    const result = table(t("import.table"), ["import.change", "rules.rule", "rules.address", "rules.leadsTo"].map(key => t(key)), []);
    return [result, growPart(result.tBodies[0], changes, row)];
}

class Import {
    constructor(app) { this.app = app; }

    /** Asks the server what would be stored. */
    async dryRun(given) {
        const {format, isAdded} = given;
        this.draft = await readDraft(this.app);
        const {path, ...request} = this.request(given);
        if (format === "json") {
            const {data} = await send("PUT", path, request);
            return this.#result(request.body.rules, request.body.settings, data.findings, data.difference);
        }
        let {rules, settings} = this.draft;
        const {data} = await send("PUT", path, request);
        const imported = data.draft.rules;
        rules = isAdded ? together(rules, imported) : imported;
        settings = data.draft.settings;
        const checked = isAdded ? (await this.#try({settings, rules})).data : {findings: [], difference: data.difference};
        return this.#result(rules, settings, [...data.findings, ...checked.findings.filter(one => !data.findings.some(other => equal(one, other)))], checked.difference);
    }

    /** The first request of a dry run: JSON as the draft would be, other formats as they are; throws for a text that is no JSON. */
    request({format, text, isAdded, options}) {
        const path = pathOf(this.app, "draft") + query({...format === "json" ? {} : {format}, dryRun: "1", moves: isAdded && format !== "json" ? undefined : "1", ...format === "json" ? {} : options});
        const ifMatch = this.draft?.tag;
        if (format !== "json") return {path, body: text, type: format === "netlify" ? "text/plain" : "application/json", ifMatch};
        const value = JSON.parse(text);
        const rules = Array.isArray(value) ? value : value.rules ?? [];
        const {rules: before, settings} = this.draft;
        return {path, body: {rules: isAdded ? together(before, rules) : rules, settings: isAdded ? settings : value.settings ?? settings}, ifMatch};
    }

    /** The line for curl; none while the text is no JSON, as there is no request then. */
    async line(given) {
        this.draft ??= await readDraft(this.app);
        try {
            const {path, ...request} = this.request(given);
            return [["curl", curl("PUT", path, request)]];
        } catch (error) {
            if (error instanceof SyntaxError) return [];
            throw error;
        }
    }

    #try(body) { return send("PUT", `${pathOf(this.app, "draft")}?dryRun=1&moves=1`, {body, ifMatch: this.draft.tag}); }

    #result(rules, settings, findings, difference) {
        this.body = {settings, rules};
        return {changes: compare(this.draft.rules, rules), findings, difference};
    }

    /** The lines that store what the dry run has shown. */
    lines() {
        return [["curl", curl("PUT", pathOf(this.app, "draft"), {body: this.body, ifMatch: this.draft.tag})], ["waymark", replaceDraft(this.app, this.body, this.draft.tag)]];
    }

    store() { return send("PUT", pathOf(this.app, "draft"), {body: this.body, ifMatch: this.draft.tag}); }
}

export async function show(page) {
    const {app} = page.parameters;
    const work = new Import(app);
    const bar = appBar(app, page.signal);
    const format = choice(formats.map(name => [name, t(`import.${name}`)]), page.query.get("format") ?? "json", {onchange: () => page.keep({format: format.value})});
    const text = h("textarea", {class: "mono json", required: true, spellcheck: "false", rows: "10"});
    const file = h("input", {type: "file", async onchange() {
        text.value = await file.files[0]?.text() ?? text.value;
        text.dispatchEvent(new Event("input", {bubbles: true}));
    }});
    const isAdded = h("input", {checked: true});
    const destinations = h("input", {checked: true});
    const result = h("div", {class: "stack", "aria-live": "polite"});
    const given = () => ({format: format.value, text: text.value, isAdded: isAdded.checked, options: {destinations: destinations.checked ? "add" : undefined}});
    const lines = async () => [
        ...await work.line(given()),
        ...format.value === "json" ? [] : [["waymark", printed(text.value, waymark("draft", "import", "--app", app, "--from", format.value, ...destinations.checked ? ["--allow-destinations"] : [],
            ...isAdded.checked ? [] : ["--replace"], "--dry-run", "-"))]],
    ];
    const store = async () => {
        const {tag} = await work.store();
        kept.drop();
        const before = work.draft;
        await go(to("apps", app, "rules"));
        notice(t("import.done"), async () => {
            // The whole draft goes back, so only if it is still what the import made of it.
            await send("PUT", pathOf(app, "draft"), {body: {settings: before.settings, rules: before.rules}, ifMatch: tag}).catch(problem => refuse(app, problem));
            await go(to("apps", app, "rules"));
        });
    };
    const form = h("form", {class: "stack narrow", async onsubmit(event) {
        event.preventDefault();
        fill(result, h("p", {class: "muted"}, t("frame.loading")));
        try {
            drawResult(result, await work.dryRun(given()), store, () => work.lines());
            result.querySelector("h2").focus();
        } catch (problem) {
            if (problem.name !== "AbortError") fill(result, problem instanceof SyntaxError ? h("p", {class: "error"}, `${t("rule.noJSON")} ${problem.message}`) : problemBox(problem));
        }
    }}, field(t("import.format"), format), field(t("import.file"), file), field(t("import.text"), text, t("import.textHint")),
    tick(t("import.add"), isAdded), tick(t("import.destinations"), destinations),
    h("p", {class: "buttons"}, h("button", {type: "submit", class: "primary"}, t("import.try")), h("a", {class: "button", href: to("apps", app, "rules")}, t("rule.back"))), commands(lines));
    const kept = keepFields(form, `import/${app}`);
    page.render(h("h1", {}, t("screen.import")), bar.element, kept.line, form, result);
    await bar.update();
}

/** Which addresses lead elsewhere than in the draft before the import. */
function moved(difference) {
    if (!difference) return undefined;
    const moves = movesOf(difference);
    return [h("h2", {}, t("rule.moves")), movesPart(moves, difference, "review.noMoves")];
}

function drawResult(result, {changes, findings, difference}, store, lines) {
    const count = kind => changes.filter(change => change.kind === kind).length;
    const trouble = h("div", {});
    const button = h("button", {type: "button", class: "primary", async onclick() {
        button.disabled = true;
        try {
            await store();
        } catch (problem) {
            if (problem.name !== "AbortError") fill(trouble, problemBox(problem));
        } finally {
            button.disabled = false;
        }
    }}, t("import.store", {n: changes.length}));
    fill(result, h("h2", {tabindex: "-1"}, t("import.result")),
        h("p", {}, t("import.summary", {added: count("added"), changed: count("changed"), removed: count("removed")})),
        changes.length > 0 ? changeTable(changes) : undefined,
        changes.length > 0 ? moved(difference) : undefined,
        findings.length > 0 ? [h("h2", {}, t("rules.findings")), findingList(findings)] : undefined,
        trouble, changes.length > 0 ? h("p", {class: "buttons"}, button, h("span", {class: "hint"}, t("bulk.draftOnly"))) : undefined,
        changes.length > 0 ? commands(lines) : undefined);
}
