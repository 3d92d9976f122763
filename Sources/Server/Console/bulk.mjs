// Changes of several rules at once: one request, which changes all of them or none.
import {Problem, send} from "./api.mjs";
import {commands, curl, replaceDraft, waymark} from "./commands.mjs";
import {openDialog} from "./dialog.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {pathOf, readDraft} from "./draft.mjs";
import {field} from "./form.mjs";
import {t} from "./language.mjs";
import {equal} from "./merge.mjs";
import {problemBox} from "./problem.mjs";
import {may} from "./session.mjs";

const attempts = 5;
/** Up to this many rules have a command each; above it, one command writes the draft. */
const single = 20;
/** The program overwrites what was read; this reads a rule as it is now. */
const read = (app, id) => `${waymark("rules", "show", "--app", app, id)} >/dev/null && `;

/** Thrown when another person changed one of the selected rules. */
const conflict = ids => new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("bulk.conflict", {ids: ids.join(", ")})});

/**
 * Applies a change to the rules with these ids; `change(rule)` returns the new rule, or undefined to remove it.
 * What others changed in the meantime stays; if they changed one of these rules, nothing is changed.
 */
async function changeRules(app, draft, ids, change) {
    const before = new Map(draft.rules.filter(({id}) => ids.has(id)).map(rule => [rule.id, rule]));
    let now = draft;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
        const touched = now.rules.filter(({id}) => ids.has(id));
        const foreign = [...before].filter(([id, rule]) => !equal(touched.find(other => other.id === id), rule)).map(([id]) => id);
        if (foreign.length > 0) throw conflict(foreign);
        try {
            return await send("PUT", pathOf(app, "draft"), {body: changed(now, ids, change), ifMatch: now.tag});
        } catch (problem) {
            if (problem.kind !== "revision-mismatch") throw problem;
            now = await readDraft(app);
        }
    }
    throw conflict([]);
}

/** The draft with the change of these rules. */
const changed = ({settings, rules}, ids, change) =>
    ({settings, rules: rules.map(rule => ids.has(rule.id) ? change(rule) : rule).filter(rule => rule)});

const without = (rule, name) => {
    const {[name]: left, ...rest} = rule;
    return rest;
};

/** What can be done with the selected rules; `word` is a command that does the same with one of them. */
const kinds = {
    disable: {change: rule => ({...rule, enabled: false}), word: ["rules", "disable"]},
    enable: {change: rule => without(rule, "enabled"), word: ["rules", "enable"]},
    remove: {change: () => undefined, word: ["rules", "delete"], danger: true},
};

function ask(list, kind, done) {
    const ids = new Set(list.selected);
    const {change, word, danger = false} = kinds[kind] ?? {};
    const priority = h("input", {type: "number", min: "-1000", max: "1000", step: "1", value: "0", required: true});
    const action = change ?? (rule => priority.valueAsNumber === 0 ? without(rule, "priority") : {...rule, priority: priority.valueAsNumber});
    openDialog(t(`bulk.${kind}`, {n: ids.size}), [
        h("p", {class: "ids"}, [...ids].slice(0, 12).map(id => [quoted(id), " "]), ids.size > 12 ? t("bulk.more", {n: ids.size - 12}) : undefined),
        change ? undefined : field(t("rule.priority"), priority, t("rule.priorityHint")),
        h("p", {class: "hint"}, t("bulk.draftOnly")),
        commands(() => [
            ["curl", curl("PUT", pathOf(list.app, "draft"), {body: changed(list.draft, ids, action), ifMatch: list.draft.tag})],
            ["waymark", word && ids.size <= single ? [...ids].map(id => `${kind === "remove" ? read(list.app, id) : ""}${waymark(...word, "--app", list.app, id)}`).join("\n")
                : replaceDraft(list.app, changed(list.draft, ids, action), list.draft.tag)],
        ]),
    ], {
        button: t(`bulk.${kind}`, {n: ids.size}), danger,
        async action() {
            const {draft} = list;
            const written = changed(draft, ids, action).rules;
            await changeRules(list.app, draft, ids, action);
            const undo = () => changeBack(list.app, {draft, ids, written}, done);
            await done();
            notice(t("bulk.done", {n: ids.size}), undo);
        },
    });
}

/**
 * The rules of the draft with those of an action as they were before it, in their former places: `{rules, foreign}`. Those that are no
 * longer as the action wrote them stay as they are, and `foreign` has their ids.
 */
export function putBack(now, {draft, ids, written}) {
    const find = (rules, id) => rules.find(rule => rule.id === id);
    const foreign = [...ids].filter(id => !equal(find(now, id), find(written, id)));
    const old = draft.filter(({id}) => ids.has(id) && !foreign.includes(id));
    const there = new Set(now.map(({id}) => id));
    const rules = now.map(rule => find(old, rule.id) ?? rule);
    for (const rule of old.filter(({id}) => !there.has(id))) rules.splice(draft.indexOf(rule), 0, rule);
    return {rules, foreign};
}

/**
 * Undoes an action, except where others changed its rules since; these are named. `draft` is that of before, `ids` the rules that the
 * action changed, `written` these rules as it left them.
 */
export async function changeBack(app, {draft, ids, written}, done) {
    let foreign;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
        const now = await readDraft(app);
        const back = putBack(now.rules, {draft: draft.rules, ids, written});
        foreign = back.foreign;
        if (foreign.length === ids.size) throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("undo.conflict", {names: foreign.join(", ")})});
        try {
            await send("PUT", pathOf(app, "draft"), {body: {settings: now.settings, rules: back.rules}, ifMatch: now.tag});
            break;
        } catch (problem) {
            if (problem.kind !== "revision-mismatch" || attempt === attempts - 1) throw problem;
        }
    }
    await done();
    const text = foreign.length > 0 ? t("bulk.undoneSome", {ids: foreign.join(", ")}) : t("bulk.undone");
    if (foreign.length > 0) notice(text);
    else say(text);
}

/**
 * A line above the screen that tells what was done, with the way back; it stays if the way back fails. It is said in the same step, so
 * that a person who hears of an action finds its way back there, and not that of an earlier one.
 */
export function notice(text, undo) {
    say(text);
    const main = document.getElementById("main");
    main.querySelector(".notice-done, .notice-kept")?.remove();
    const trouble = h("div", {});
    const button = undo ? h("button", {type: "button", class: "quiet", async onclick() {
        button.disabled = true;
        fill(trouble);
        try {
            await undo();
            line.remove();
        } catch (problem) {
            if (problem.name !== "AbortError") fill(trouble, problemBox(problem));
        } finally {
            button.disabled = false;
        }
    }}, t("undo")) : undefined;
    const line = h("div", {class: "notice notice-done", role: "status"}, h("p", {}, h("span", {}, text), button), trouble);
    main.querySelector(".bar")?.after(line);
}

/** The bar of the selection: `update()` shows what is selected now. */
export function bulkBar(list, done) {
    const element = h("div", {class: "bulk", hidden: true, role: "region", "aria-label": t("bulk.region")});
    const button = (kind, attributes = {}) => h("button", {type: "button", onclick: () => ask(list, kind, done), ...attributes}, t(`bulk.${kind}Short`));
    return {
        element,
        update() {
            element.hidden = list.selected.size === 0 || !may("replaceDraft");
            if (element.hidden) return;
            const all = list.shown.every(({id}) => list.selected.has(id));
            fill(element, h("span", {class: "bulk-count"}, t("bulk.selected", {n: list.selected.size})),
                all ? undefined : h("button", {type: "button", class: "quiet", onclick() { pick(list, list.shown.map(({id}) => id)); }}, t("bulk.all", {n: list.shown.length})),
                h("button", {type: "button", class: "quiet", onclick() { pick(list, []); }}, t("bulk.none")),
                button("disable"), button("enable"), button("priority"), button("remove", {class: "danger"}));
        },
    };
}

function pick(list, ids) {
    list.selected = new Set(ids);
    for (const box of document.querySelectorAll("table.rules input[type=checkbox]")) box.checked = ids.length > 0;
    list.onSelect();
}
