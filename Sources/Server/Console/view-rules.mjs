// Rules of the draft in the order in which they win, with a filter in the address and what the check says beside each.
import {breathe} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {bulkBar} from "./bulk.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {inPrecedence, pathOf, readDraft, readFindings} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {filter, keys, searchable, stateNames} from "./filter.mjs";
import {shortFindings} from "./finding.mjs";
import {choice} from "./form.mjs";
import {onKeys} from "./keys.mjs";
import {watch} from "./live.mjs";
import {number, t} from "./language.mjs";
import {headline, problemLine} from "./problem.mjs";
import {may} from "./session.mjs";
import {Rows} from "./rows.mjs";
import {isEnabled, kindOf, patternText, targetText, whenText} from "./rule-text.mjs";
import {again, go, to} from "./router.mjs";
import {askAddress} from "./from-address.mjs";

const editorOf = (app, id) => to("apps", app, "rules", id, "edit");

const first = list => list.length > 1 ? [quoted(patternText(list[0])), h("span", {class: "small muted"}, ` +${list.length - 1}`)] : quoted(patternText(list[0] ?? ""));

function ruleRow(list, rule, index) {
    const findings = list.facts.findings(rule);
    const box = may("replaceDraft") ? h("input", {
        type: "checkbox", checked: list.selected.has(rule.id), "aria-label": t("rules.select", {id: rule.id}), onchange: () => list.select(rule.id, box.checked),
    }) : undefined;
    const states = [
        isEnabled(rule) ? undefined : h("span", {class: "off"}, t("rules.off")),
        list.facts.isChanged(rule) ? h("span", {class: "draft"}, t("rules.changed")) : undefined,
        shortFindings(findings),
    ];
    return h("tr", {class: isEnabled(rule) ? undefined : "is-off"},
        h("td", {class: "pick"}, box),
        h("td", {class: "rank muted"}, isEnabled(rule) ? number(list.rankOf(rule) + 1) : "–"),
        h("th", {scope: "row"}, h("a", {href: editorOf(list.app, rule.id), translate: "no"}, rule.id), rule.note ? h("span", {class: "small muted note", dir: "auto"}, rule.note) : undefined),
        h("td", {class: "pattern"}, h("div", {}, first(rule.match)), h("div", {class: "small muted"}, quoted(whenText(rule.when), "span"))),
        h("td", {class: "target"}, h("div", {}, h("span", {class: "small muted"}, t(`target.${kindOf(rule)}`)), " ", quoted(targetText(rule), "span"))),
        h("td", {class: "states"}, states));
}

/** What the screen knows: the rules, what is shown of them, and which are selected. */
class RuleList {
    selected = new Set();
    shown = [];
    changed = new Set();
    #findings = {of: () => []};
    #text = searchable();
    #ranks = new Map();

    constructor(page) {
        this.page = page;
        this.app = page.parameters.app;
        this.facts = {findings: rule => this.#findings.of(rule.id), isChanged: rule => this.changed.has(rule.id), text: this.#text};
    }

    rankOf(rule) { return this.#ranks.get(rule); }

    async read() {
        this.draft = await readDraft(this.app, this.page.signal);
        this.ordered = await inPrecedence(this.app, this.draft.rules, this.page.signal);
        this.#ranks = new Map(this.ordered.rules.map((rule, index) => [rule, index]));
    }

    async check() { this.#findings = await readFindings(this.app, this.page.signal); }

    get isByPlace() { return this.page.query.get("order") === "draft"; }

    apply() {
        this.filter = filter(this.page.query.get("q") ?? "");
        const rules = this.isByPlace ? this.draft.rules : this.ordered.rules;
        this.shown = this.filter.isEmpty ? rules : rules.filter(rule => this.filter.test(rule, this.facts));
    }

    select(id, isSelected) {
        if (isSelected) this.selected.add(id);
        else this.selected.delete(id);
        this.onSelect();
    }
}

const heads = () => [
    h("td", {class: "pick"}), h("th", {class: "rank", scope: "col"}, t("rules.rank")), h("th", {scope: "col", class: "name"}, t("rules.rule")),
    h("th", {scope: "col", class: "pattern"}, t("rules.address")), h("th", {scope: "col", class: "target"}, t("rules.leadsTo")), h("th", {scope: "col", class: "states"}, t("rules.state")),
];

function tools(list, redraw) {
    let timer;
    const search = h("input", {
        type: "search", class: "search", value: list.page.query.get("q") ?? "", "aria-label": t("rules.filter"), placeholder: t("rules.filterHint"), spellcheck: "false", autocomplete: "off",
        oninput() {
            clearTimeout(timer);
            timer = setTimeout(() => {
                list.page.keep({q: search.value});
                redraw();
            }, 120);
        },
    });
    const order = choice([["", t("rules.byPrecedence")], ["draft", t("rules.byPlace")]], list.page.query.get("order") ?? "", {
        "aria-label": t("rules.order"), onchange() {
            list.page.keep({order: order.value});
            redraw();
        },
    });
    return {search, element: h("div", {class: "tools"}, search, order)};
}

const filterHelp = () => h("details", {class: "commands"}, h("summary", {}, t("rules.filterHelp")), h("p", {}, t("rules.filterWords")),
    h("p", {}, t("rules.filterKeys"), " ", [...keys, "priority"].map(key => [quoted(`${key}:`), " "])),
    h("p", {}, t("rules.filterStates"), " ", stateNames.map(name => [quoted(`is:${name}`), " "])));

function actions(app) {
    if (!may("addRule")) return h("p", {class: "muted"}, t("rules.readOnly"));
    return h("div", {class: "buttons actions"},
        h("a", {class: "button primary", href: to("apps", app, "new-rule")}, t("rules.add")),
        h("button", {type: "button", onclick: () => askAddress(app)}, t("rules.fromAddress")),
        may("replaceDraft") ? h("a", {class: "button", href: to("apps", app, "import")}, t("screen.import")) : undefined);
}

const empty = app => h("section", {class: "empty"}, h("h2", {}, t("rules.emptyTitle")), h("p", {}, t("rules.emptyText")), actions(app));

function moveKeys(rows, list) {
    const index = () => rows.indexOf(document.activeElement?.closest?.("tr")) ?? -1;
    const move = step => {
        const next = Math.min(rows.length - 1, Math.max(0, index() + step));
        rows.reveal(next)?.querySelector("th a")?.focus({preventScroll: true});
    };
    return {
        "j": () => move(1), "k": () => move(-1),
        "e": () => { if (index() >= 0) go(editorOf(list.app, list.shown[index()].id)); },
        "x": () => { if (index() >= 0) rows.row(index()).querySelector("input")?.click(); },
    };
}

/** What the list says about itself: how many rules, whether the order is exact, and words that a filter does not know. */
function summaryOf(list) {
    const all = list.draft.rules.length;
    const count = list.shown.length === all ? t("rules.count", {n: all}) : t("rules.countOf", {n: list.shown.length, all});
    const unknown = list.filter.unknown.length > 0 ? h("span", {class: "warning"}, t("rules.unknownTerm", {text: list.filter.unknown.join(" ")})) : undefined;
    const order = !list.isByPlace && !list.ordered.isExact ? h("span", {class: "muted"}, t("rules.orderGuess")) : undefined;
    return [count, unknown, order];
}

async function draw(page, list) {
    const {app} = list;
    const bar = appBar(app, page.signal);
    const table = h("table", {class: "rules"}, h("caption", {class: "unseen"}, t("rules.table")), h("thead", {}, h("tr", {}, heads())));
    const count = h("p", {class: "muted facts", "aria-live": "polite"});
    const nothing = h("p", {class: "muted"}, t("rules.nothing"));
    const rows = new Rows(table, (rule, index) => ruleRow(list, rule, index), page.signal);
    const redraw = () => {
        if (!page.isCurrent) return;
        list.apply();
        rows.set(list.shown);
        fill(count, summaryOf(list));
        table.hidden = list.shown.length === 0;
        nothing.hidden = !table.hidden;
        bulk.update();
    };
    const bulk = bulkBar(list, again);
    list.onSelect = () => bulk.update();
    const {search, element} = tools(list, redraw);
    page.render(h("div", {class: "title"}, h("h1", {}, t("screen.rules")), actions(app)), bar.element, element, count, table, nothing, bulk.element, filterHelp(),
        commands(() => [["curl", curl("GET", pathOf(app, "draft/rules"))], ["waymark", waymark("rules", "list", "--app", app)]]));
    onKeys({"/": () => search.focus(), ...moveKeys(rows, list), ...may("addRule") ? {"n": () => go(to("apps", app, "new-rule"))} : {}}, page.signal);
    redraw();
    watch(app, () => ({draft: list.draft.tag}), page.signal);
    const later = async work => {
        try {
            await work();
            await breathe();
            redraw();
        } catch (problem) {
            if (problem.name === "AbortError") return;
            say(headline(problem));
            count.after(h("p", {class: "facts"}, problemLine(problem), h("button", {type: "button", class: "quiet", onclick: again}, t("problem.again"))));
        }
    };
    Promise.all([
        later(async () => {
            const summary = (await bar.update())?.summary;
            list.changed = new Set(["added", "changed", "moved"].flatMap(kind => summary?.[kind].rules ?? []));
        }),
        later(() => may("checkDraft") ? list.check() : undefined),
    ]);
}

export async function show(page) {
    const list = new RuleList(page);
    await list.read();
    if (list.draft.rules.length > 0) {
        await draw(page, list);
        return;
    }
    const bar = appBar(list.app, page.signal);
    page.render(h("h1", {}, t("screen.rules")), bar.element, empty(list.app));
    await bar.update();
}
