// The settings of an app's draft: its sites, where redirects may lead, its schemes.
import {Problem, get, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {notice} from "./bulk.mjs";
import {commands, curl, piped, waymark} from "./commands.mjs";
import {decide} from "./conflict.mjs";
import {pathOf} from "./draft.mjs";
import {dropEdit, keepEdit, readEdit} from "./edits.mjs";
import {fill, h, say} from "./dom.mjs";
import {field} from "./form.mjs";
import {t} from "./language.mjs";
import {watch} from "./live.mjs";
import {equal, threeWay} from "./merge.mjs";
import {moment} from "./moment.mjs";
import {problemBox} from "./problem.mjs";
import {may} from "./session.mjs";
import {again} from "./router.mjs";

const lists = ["origins", "destinations", "schemes"];
const attempts = 5;
/** No rule has this id, as it begins with a slash. */
const editKey = "/settings";

const linesOf = text => text.split("\n").map(line => line.trim()).filter(line => line !== "");

/** The settings without members that say nothing. */
const tidy = settings => Object.fromEntries(Object.entries(settings).filter(([, value]) => Object.keys(value).length > 0));

class SettingsEditor {
    constructor(page) {
        this.page = page;
        this.app = page.parameters.app;
        this.path = pathOf(this.app, "draft/settings");
        this.readOnly = !may("replaceSettings");
    }

    async read() {
        const {data, tag} = await get(this.path, {signal: this.page.signal});
        Object.assign(this, {base: data, mine: tidy(data), tag});
        const kept = this.readOnly ? undefined : readEdit(this.app, editKey);
        if (kept && !equal(kept.mine, this.mine)) Object.assign(this, {mine: kept.mine, base: kept.base, tag: kept.tag, keptAt: kept.at});
    }

    get isChanged() { return !equal(this.mine, tidy(this.base)); }

    set(name, value) {
        this.mine = tidy({...this.mine, [name]: value});
        this.keep();
    }

    keep() {
        if (this.isChanged) keepEdit(this.app, editKey, {mine: this.mine, base: this.base, tag: this.tag});
        else dropEdit(this.app, editKey);
    }

    /** What puts back the members that the last save has changed; others' changes of other members stay. */
    undo() {
        const {path, before, base: written} = this;
        return async () => {
            for (let attempt = 0; ; attempt += 1) {
                const {data: now, tag} = await get(path);
                const {merged, conflicts} = threeWay(tidy(written), tidy(before), tidy(now));
                if (conflicts.length > 0) throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("undo.conflict", {names: conflicts.join(", ")})});
                try {
                    return await send("PUT", path, {body: merged, ifMatch: tag});
                } catch (problem) {
                    if (problem.kind !== "revision-mismatch" || attempt === attempts) throw problem;
                }
            }
        };
    }

    /** Stores them; what others changed meanwhile merges, or is decided. Whether they were stored. */
    async save() {
        for (let attempt = 0; attempt < attempts; attempt += 1) {
            try {
                const sent = this.mine;
                const {data, tag} = await send("PUT", this.path, {body: sent, ifMatch: this.tag});
                // What was entered since they were sent stays, as an edit that is not saved yet.
                Object.assign(this, {before: this.base, base: data, mine: tidy(threeWay(sent, this.mine, tidy(data)).merged), tag});
                this.keep();
                return true;
            } catch (problem) {
                if (problem.kind !== "revision-mismatch" || attempt === attempts - 1) throw problem;
                const {current, resource: theirs} = problem.content;
                const {merged, conflicts} = threeWay(tidy(this.base), this.mine, tidy(theirs));
                const decided = conflicts.length === 0 ? merged : await decide({base: this.base, merged, theirs, conflicts});
                if (!decided) return false;
                Object.assign(this, {mine: tidy(decided), base: theirs, tag: current});
            }
        }
        return false;
    }
}

export async function show(page) {
    const editor = new SettingsEditor(page);
    await editor.read();
    const bar = appBar(editor.app, page.signal);
    const trouble = h("div", {});
    const state = h("span", {class: "small muted", role: "status"});
    const save = h("button", {type: "submit", class: "primary"}, t("rule.save"));
    let isSaving = false;
    const describe = () => {
        save.disabled = isSaving || editor.readOnly || !editor.isChanged;
        state.textContent = t(editor.readOnly ? "rules.readOnly" : editor.isChanged ? "rule.unsaved" : "rule.unchanged");
    };
    const change = (name, value) => {
        editor.set(name, value);
        describe();
    };
    const area = name => {
        const control = h("textarea", {class: "mono short", rows: "3", spellcheck: "false", disabled: editor.readOnly, value: (editor.mine[name] ?? []).join("\n"), oninput: () => change(name, linesOf(control.value))});
        return field(t(`settings.${name}`), control, t(`settings.${name}Hint`));
    };
    const authority = h("textarea", {class: "mono short", rows: "2", spellcheck: "false", disabled: editor.readOnly,
        value: Object.entries(editor.mine.authority ?? {}).map(pair => pair.join("=")).join("\n"),
        oninput: () => change("authority", Object.fromEntries(linesOf(authority.value).map(line => line.split("=").map(part => part.trim())).map(([name, value = ""]) => [name, value])))});
    const form = h("form", {class: "stack narrow", async onsubmit(event) {
        event.preventDefault();
        if (save.disabled) return;
        isSaving = save.disabled = true;
        fill(trouble);
        try {
            if (!await editor.save()) return;
            if (editor.isChanged) bar.update();
            else await again();
            const undo = editor.undo();
            notice(t("settings.saved"), async () => {
                await undo();
                await again();
                say(t("bulk.undone"));
            });
        } catch (problem) {
            if (problem.name !== "AbortError") fill(trouble, problemBox(problem));
        } finally {
            isSaving = false;
            describe();
        }
    }}, lists.map(area), field(t("settings.authority"), authority, t("settings.authorityHint")), trouble,
    h("div", {class: "buttons save-bar"}, save, state),
    commands(() => [["curl", curl("PUT", editor.path, {body: editor.mine, ifMatch: editor.tag})], ["waymark", `${waymark("draft", "settings", "--app", editor.app)} >/dev/null && ${piped(editor.mine, waymark("draft", "settings", "--app", editor.app, "-"))}`]]));
    const kept = editor.keptAt ? h("p", {class: "notice notice-kept", role: "status"}, h("span", {}, t("rule.kept"), " ", moment(editor.keptAt)), h("button", {type: "button", class: "quiet", onclick() {
        dropEdit(editor.app, editKey);
        again();
    }}, t("rule.keptDrop"))) : undefined;
    page.render(h("h1", {}, t("screen.settings")), bar.element, kept, form);
    watch(editor.app, () => ({draft: editor.tag}), page.signal, async () => !equal(tidy((await get(editor.path, {signal: page.signal, quiet: true})).data), tidy(editor.base)));
    describe();
    bar.update();
}
