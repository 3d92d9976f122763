// The editor of one rule: as a form and as JSON, checked while typing; beside it what the change does.
import {Problem, component, find, get, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {changeBack, notice} from "./bulk.mjs";
import {commands, curl, piped, waymark} from "./commands.mjs";
import {decide} from "./conflict.mjs";
import {openDialog} from "./dialog.mjs";
import {pathOf, readDraft, readRule} from "./draft.mjs";
import {dropEdit, keepEdit, readEdit} from "./edits.mjs";
import {fill, h, quoted, say, unique} from "./dom.mjs";
import {explanation, findingList} from "./finding.mjs";
import {t} from "./language.mjs";
import {watch} from "./live.mjs";
import {equal, threeWay} from "./merge.mjs";
import {moment} from "./moment.mjs";
import {movesOf, movesPart, through} from "./outcome.mjs";
import {problemBox, problemLine} from "./problem.mjs";
import {checkRule, whileTyping, wholeMax} from "./rule-check.mjs";
import {ruleHistory} from "./rule-history.mjs";
import {RuleForm, tidy} from "./rule-form.mjs";
import {may} from "./session.mjs";
import {again, go, to} from "./router.mjs";

const fresh = {match: [""], to: {screen: ""}};
const attempts = 5;
const movesAtFirst = 30;

/**
 * A rule that is being edited: `base` is what was read, `mine` what the person wants; `isSmall` says whether the whole draft is checked
 * while they type, once the number of its rules is known.
 */
class Editor {
    constructor(page) {
        this.page = page;
        this.app = page.parameters.app;
        this.id = page.parameters.id;
        this.isNew = this.id === undefined;
        this.key = this.id ?? "";
        this.readOnly = !may(this.isNew ? "addRule" : "replaceRule");
    }

    async read() {
        const {rule: stored} = await this.refresh(this.id);
        if (!this.isNew && !stored && !readEdit(this.app, this.key)) throw new Problem(404, {type: "urn:waymark:problem:not-found", detail: this.id});
        const from = this.page.query.get("from");
        const copied = this.isNew && from ? (await readRule(this.app, from, this.page.signal)).rule : undefined;
        this.base = stored ?? null;
        this.tag = this.seen;
        this.mine = tidy(structuredClone(stored ?? (copied ? {...copied, id: `${copied.id}-copy`.slice(0, 64)} : fresh)));
        const kept = this.readOnly ? undefined : readEdit(this.app, this.key);
        if (!kept || equal(kept.mine, this.mine) && kept.text === undefined) return;
        this.keptAt = kept.at;
        Object.assign(this, {mine: kept.mine, base: kept.base, tag: kept.tag ?? this.tag, text: kept.text});
    }

    /** Reads the settings, and a rule; `seen` is the revision of the draft that the page knows. */
    async refresh(id) {
        const {settings, rule, tag} = await readRule(this.app, id, this.page.signal);
        Object.assign(this, {settings, seen: tag, whole: undefined});
        return {rule};
    }

    /** What a check of the rule needs: all rules for one of the whole draft, else the settings alone. */
    async context(isWhole) {
        if (!isWhole) return {settings: this.settings, rules: []};
        this.whole ??= readDraft(this.app, this.page.signal).catch(problem => {
            this.whole = undefined;
            throw problem;
        });
        return this.whole;
    }

    get isChanged() { return !equal(this.mine, this.base === null ? fresh : tidy(this.base)); }

    /** `text` is what stands in the field for JSON, where that is no JSON yet. */
    keep() {
        if (this.isChanged || this.text !== undefined) keepEdit(this.app, this.key, {mine: this.mine, base: this.base, tag: this.tag, text: this.text});
        else dropEdit(this.app, this.key);
    }

    get path() { return pathOf(this.app, "draft/rules", ...this.isNew ? [] : [component(this.id)]); }

    /** Stores the rule; merges with what others did. Returns what to say, or undefined if the person went back. */
    async save() {
        if (this.isNew) return this.#add();
        let merged = false;
        for (let attempt = 0; attempt < attempts; attempt += 1) {
            try {
                const sent = this.mine;
                const {data, tag} = await send("PUT", this.path, {body: sent, ifMatch: this.tag});
                // What was entered since the rule was sent stays, as an edit that is not saved yet.
                Object.assign(this, {before: this.base, base: data, mine: tidy(threeWay(sent, this.mine, structuredClone(data)).merged), tag});
                this.keep();
                return t(merged ? "rule.merged" : "rule.saved");
            } catch (problem) {
                if (problem.kind !== "revision-mismatch") throw problem;
                if (!await this.#meet(problem.content)) return undefined;
                merged ||= !equal(this.base, this.lastBase);
            }
        }
        throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch"});
    }

    async #add() {
        const sent = this.mine;
        const {data, tag} = await send("POST", this.path, {body: sent});
        dropEdit(this.app, "");
        if (!equal(sent, this.mine)) keepEdit(this.app, data.id, {mine: {...threeWay(sent, this.mine, data).merged, id: data.id}, base: data, tag});
        Object.assign(this, {added: data.id, before: null, base: data, tag});
        return t("rule.added");
    }

    /** Takes over what another person stored. */
    async #meet({current, resource: theirs}) {
        this.lastBase = this.base;
        if (theirs === null) {
            const again = await decide({base: this.base, merged: this.mine, theirs, conflicts: []});
            if (!again) return false;
            Object.assign(this, {tag: current, base: null});
            return true;
        }
        const {merged, conflicts} = threeWay(this.base, this.mine, theirs);
        const decided = conflicts.length === 0 ? merged : await decide({base: this.base, merged, theirs, conflicts});
        if (!decided) return false;
        Object.assign(this, {mine: tidy(decided), base: theirs, tag: current});
        this.keep();
        return true;
    }

    /** What puts back the rule as it was before the last save, unless others have changed it since. */
    undo() {
        const {app, before, base: written} = this;
        const id = this.added ?? this.id;
        return async () => {
            for (let attempt = 0; ; attempt += 1) {
                const now = await readRule(app, id);
                const path = pathOf(app, "draft/rules", component(id));
                if (!equal(now.rule ?? null, written)) {
                    throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("undo.conflict", {names: id})});
                }
                try {
                    await (before === null ? send("DELETE", path, {ifMatch: now.tag}) : send("PUT", path, {body: before, ifMatch: now.tag}));
                    return;
                } catch (problem) {
                    if (problem.kind !== "revision-mismatch" || attempt === attempts) throw problem;
                }
            }
        };
    }

    /** Removes the rule; returns the draft of before. */
    async remove() {
        const now = await readDraft(this.app);
        const theirs = now.rules.find(({id}) => id === this.id);
        if (!theirs || equal(theirs, this.base)) {
            if (theirs) await send("DELETE", this.path, {ifMatch: now.tag});
            return now;
        }
        throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("rule.removeConflict")});
    }

    lines() {
        const body = this.mine;
        if (this.isNew) return [["curl", curl("POST", this.path, {body})], ["waymark", piped(body, waymark("rules", "add", "--app", this.app, "-"))]];
        return [["curl", curl("PUT", this.path, {body, ifMatch: this.tag})],
            ["waymark", `${readNow(this)}${piped(body, waymark("rules", "replace", "--app", this.app, this.id, "-"))}`]];
    }
}

/** The program overwrites what was read: this reads the rule as it is now; one that is not there needs no reading. */
const readNow = ({app, id, base}) => base === null ? "" : `${waymark("rules", "show", "--app", app, id)} >/dev/null && `;

/** The value of a text, which must be an object. */
function ruleOf(text) {
    const value = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SyntaxError(t("rule.noObject"));
    return value;
}

/** The rule as JSON; a text that is no JSON is kept and explained, and nothing is sent. */
function jsonField(editor, onChange, onInvalid) {
    const id = unique("json");
    const words = h("span", {});
    const trouble = h("p", {class: "error small", id: `${id}-error`, role: "status", hidden: true}, words, " ", editor.readOnly ? undefined
        : h("button", {type: "button", class: "quiet", onclick() {
            set(editor.mine);
            onChange(editor.mine);
            area.focus();
        }}, t("rule.jsonLast")));
    const explain = error => {
        area.toggleAttribute("aria-invalid", Boolean(error));
        if (error) area.setAttribute("aria-invalid", "true");
        trouble.hidden = !error;
        fill(words, error ? `${t("rule.noJSON")} ${error.message}` : undefined);
    };
    const set = rule => {
        area.value = JSON.stringify(rule, null, 2);
        explain(undefined);
    };
    const read = () => {
        let value;
        try {
            value = ruleOf(area.value);
        } catch (error) {
            explain(error);
            return onInvalid(area.value);
        }
        explain(undefined);
        return onChange(value);
    };
    const area = h("textarea", {id, class: "mono json", spellcheck: "false", rows: "18", readOnly: editor.readOnly, "aria-describedby": `${id}-error`, oninput: read});
    return {
        element: h("div", {class: "field"}, h("label", {for: id}, t("rule.json")), area, trouble), set,
        /** Puts back a text that is no JSON. */
        setText(text) {
            area.value = text;
            try { ruleOf(text); } catch (error) { explain(error); }
        },
        focus() { area.focus(); },
        get isValid() { return !area.hasAttribute("aria-invalid"); },
    };
}

function checkPanel() {
    const element = h("section", {class: "panel", "aria-live": "polite"});
    const title = h("h2", {}, t("rule.check"));
    fill(element, title, h("p", {class: "muted"}, t("rule.checkWaits")));
    return {
        element,
        show({errors, findings, isWhole}, loose) {
            const words = errors.length > 0 ? h("p", {class: "error"}, t("findings.errors", {n: errors.length}))
                : findings.length === 0 ? h("p", {class: "good"}, t(isWhole ? "rule.checkGood" : "rule.checkGoodAlone")) : undefined;
            const places = loose.length > 0 ? h("ul", {class: "plain"}, loose.map(error => h("li", {}, explanation(error)))) : undefined;
            fill(element, title, words, places, findings.length > 0 ? findingList(findings) : undefined);
        },
        fail(problem) { fill(element, title, h("p", {}, problemLine(problem))); },
    };
}

/** Which addresses move: by the edit that is not saved, and by what the draft has of this rule and production does not. */
function movesPanel(editor, askWhole) {
    const [edit, stored] = [h("div", {class: "stack", "aria-live": "polite"}), h("div", {class: "stack"})];
    const element = h("section", {class: "panel"}, h("h2", {}, t("rule.moves")), edit, stored);
    const shown = (title, {list, difference}) => [h("h3", {}, title), movesPart(list, difference, "rule.movesNone", movesAtFirst)];
    return {
        element,
        /** Shows what a check says of the edit. */
        edit({errors, moves}) {
            if (!editor.isChanged) return fill(edit, editor.isNew ? h("p", {class: "muted"}, t("rule.movesNew")) : undefined);
            if (errors.length > 0) return fill(edit, h("h3", {}, t("rule.movesEdit")), h("p", {class: "muted"}, t("rule.movesErrors")));
            if (moves) return fill(edit, shown(t("rule.movesEdit"), moves));
            return fill(edit, h("h3", {}, t("rule.movesEdit")), editor.isSmall === false ? h("p", {}, h("button", {type: "button", onclick: askWhole}, t("rule.movesAsk")))
                : h("p", {class: "muted"}, t("rule.movesUnknown")));
        },
        async update() {
            if (!may("diffDraft") || editor.isNew) return fill(stored);
            try {
                const {data} = await get(`${pathOf(editor.app, "draft/diff")}?texts=1`, {signal: editor.page.signal, quiet: true});
                return fill(stored, shown(t("rule.movesDraft"), {list: through(movesOf(data), editor.id), difference: data}));
            } catch (problem) {
                if (problem.name === "AbortError") return undefined;
                return fill(stored, h("p", {}, problemLine(problem)));
            }
        },
    };
}

function removeDialog(editor) {
    openDialog(t("rule.removeTitle", {id: editor.id}), [h("p", {}, t("bulk.draftOnly")), commands(() => [
        ["curl", curl("DELETE", editor.path, {ifMatch: editor.tag})], ["waymark", `${readNow(editor)}${waymark("rules", "delete", "--app", editor.app, editor.id)}`],
    ])], {button: t("rule.removeNow"), danger: true, async action() {
        const draft = await editor.remove();
        dropEdit(editor.app, editor.key);
        await go(to("apps", editor.app, "rules"));
        notice(t("rule.removed", {id: editor.id}), () => changeBack(editor.app, {draft, ids: new Set([editor.id]), written: []},
            () => go(to("apps", editor.app, "rules", editor.id, "edit"))));
    }});
}

function heading(editor) {
    const title = editor.isNew ? t("screen.new-rule") : quoted(editor.id, "span");
    const others = editor.isNew || editor.readOnly ? undefined : h("div", {class: "buttons actions"},
        h("a", {class: "button", href: `${to("apps", editor.app, "new-rule")}?from=${component(editor.id)}`}, t("rule.duplicate")),
        may("deleteRule") ? h("button", {type: "button", class: "danger", onclick: () => removeDialog(editor)}, t("rule.remove")) : undefined);
    return h("div", {class: "title"}, h("h1", {}, title), others);
}

/** The line that says that a text of before is back. */
function keptLine(editor) {
    if (!editor.keptAt) return undefined;
    return h("p", {class: "notice notice-kept", role: "status"}, h("span", {}, t("rule.kept"), " ", moment(editor.keptAt)), h("button", {type: "button", class: "quiet", onclick() {
        dropEdit(editor.app, editor.key);
        again();
    }}, t("rule.keptDrop")));
}

export async function show(page) {
    const editor = new Editor(page);
    await editor.read();
    const {app} = editor;
    const bar = appBar(app, page.signal);
    const check = checkPanel();
    const moves = movesPanel(editor, () => later(0, true));
    const trouble = h("div", {});
    const state = h("span", {class: "small muted", role: "status"});
    const save = h("button", {type: "submit", class: "primary"}, t(editor.isNew ? "rule.add" : "rule.save"));
    const later = whileTyping(async (signal, isWhole = editor.isSmall) => {
        try {
            const draft = await editor.context(isWhole);
            if (signal.aborted) return;
            const result = await checkRule(app, draft, editor.mine, editor.id, {signal, isWhole, quiet: editor.isSmall || !isWhole});
            check.show(result, form.mark(result.errors));
            moves.edit(result);
        } catch (problem) {
            if (problem.name !== "AbortError") check.fail(problem);
        }
    }, page.signal);
    let shown = editor.mine;
    let isSaving = false;
    const changed = rule => {
        editor.mine = shown = rule;
        editor.text = undefined;
        editor.keep();
        describe();
        if (may("replaceDraft")) later();
    };
    const describe = () => {
        save.disabled = isSaving || editor.readOnly || !editor.isChanged || !json.isValid;
        state.textContent = editor.readOnly ? t("rules.readOnly") : t(editor.isChanged || !json.isValid ? "rule.unsaved" : "rule.unchanged");
    };
    const form = new RuleForm(editor.mine, {isNew: editor.isNew, readOnly: editor.readOnly, onChange: changed});
    const json = jsonField(editor, changed, text => {
        editor.text = text;
        editor.keep();
        describe();
    });
    // What was merged while the rule was sent is in the fields, too, whether it was stored or not: the next change begins with it.
    const showMine = () => {
        if (equal(shown, editor.mine)) return;
        shown = editor.mine;
        form.set(editor.mine);
        if (json.isValid) json.set(editor.mine);
    };
    const views = viewSwitch(page, editor, form, json);

    const saved = async text => {
        const undo = editor.undo();
        if (editor.added) {
            await go(to("apps", app, "rules", editor.added, "edit"), {replace: true});
            notice(text, async () => {
                await undo();
                await go(to("apps", app, "rules"));
            });
            return;
        }
        notice(text, async () => {
            await undo();
            if (!editor.isChanged) dropEdit(app, editor.key);
            await again();
            say(t("bulk.undone"));
        });
        if (!editor.isChanged || !equal(shown, editor.mine)) {
            form.set(editor.mine);
            if (json.isValid) json.set(editor.mine);
        }
        shown = editor.mine;
        editor.keep();
        await editor.refresh();
        describe();
        later(0);
        bar.update();
        moves.update();
    };
    const body = h("form", {class: "editor-main stack", async onsubmit(event) {
        event.preventDefault();
        if (save.disabled) return;
        isSaving = save.disabled = true;
        fill(trouble);
        try {
            const text = await editor.save();
            if (text) await saved(text);
        } catch (problem) {
            if (problem.name === "AbortError") return;
            showMine();
            const loose = problem.errors?.length > 0 ? form.mark(problem.errors) : undefined;
            if (loose?.length !== 0) fill(trouble, problemBox(problem));
            form.element.querySelector("[aria-invalid]")?.focus();
        } finally {
            isSaving = false;
            if (page.isCurrent) {
                showMine();
                describe();
            }
        }
    }}, views.element, trouble, h("div", {class: "buttons save-bar"}, save, h("a", {class: "button", href: to("apps", app, "rules")}, t("rule.back")), state), commands(() => editor.lines()));
    const history = editor.isNew || !may("ruleHistory") ? undefined : ruleHistory({app, id: editor.id, signal: page.signal, take: editor.readOnly ? undefined : rule => {
        const {id: _, ...members} = rule;
        changed(tidy({id: editor.id, ...members}));
        form.set(editor.mine);
        json.set(editor.mine);
        say(t("rule.historyTaken"));
    }});
    page.render(heading(editor), bar.element, keptLine(editor), h("div", {class: "editor"}, body, h("div", {class: "editor-side"}, check.element, moves.element, history)));
    // Changes of other rules are none of this page.
    if (!editor.isNew) watch(app, () => ({draft: editor.seen}), page.signal, async () => {
        const stored = await find(editor.path, {signal: page.signal, quiet: true});
        return !equal(stored?.data ?? null, editor.base);
    });
    views.update();
    describe();
    moves.edit({errors: []});
    moves.update();
    bar.update().then(state => {
        editor.isSmall = state?.summary?.rules <= wholeMax;
        if (may("replaceDraft")) later(0);
    });
}

/** The choice between form and JSON, which is in the address. */
function viewSwitch(page, editor, form, json) {
    const content = h("div", {});
    const button = name => h("button", {type: "button", class: "tab", "aria-pressed": "false", onclick() {
        // A text that is no JSON has no form: it stays where it can be corrected.
        if (!json.isValid && name === "form") {
            say(t("rule.noJSON"));
            return void json.focus();
        }
        page.keep({view: name === "json" ? "json" : ""});
        update();
    }}, t(`rule.view.${name}`));
    const buttons = {form: button("form"), json: button("json")};
    const update = () => {
        const current = page.query.get("view") === "json" || editor.text !== undefined ? "json" : "form";
        for (const [name, one] of Object.entries(buttons)) one.setAttribute("aria-pressed", String(name === current));
        if (current === "json" && editor.text !== undefined) json.setText(editor.text);
        else if (current === "json") json.set(editor.mine);
        else form.set(editor.mine);
        fill(content, current === "json" ? json.element : form.element);
    };
    return {element: h("div", {class: "stack"}, h("div", {class: "tabs", role: "group", "aria-label": t("rule.viewAs")}, buttons.form, buttons.json), content), update};
}
