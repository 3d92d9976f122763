// What is entered into a form, kept in this tab until it is sent: over reloads, ends of sessions and restarts of the server.
import {h, quoted} from "./dom.mjs";
import {dropEdit, keepEdit, readEdit} from "./edits.mjs";
import {t} from "./language.mjs";
import {moment} from "./moment.mjs";

/** No app has this name. */
const forms = "";

/** Puts what another person has stored in a field meanwhile beside it, with a button that takes it. */
function beside(control, value) {
    const isTick = control.type === "checkbox";
    const note = h("div", {class: "hint stack", role: "note"}, h("span", {}, t("kept.clash")), isTick ? undefined : quoted(String(value), "pre"), h("p", {class: "buttons"}, h("button", {type: "button", class: "quiet", onclick() {
        control[isTick ? "checked" : "value"] = value;
        for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind, {bubbles: true}));
        note.remove();
        control.focus();
    }}, t("kept.take"))));
    (control.closest(".field") ?? control).after(note);
    return note;
}

/**
 * Keeps the fields of a form under a name, and puts back what was entered before. Secrets, files and fields of the class
 * `unkept` are left out. A control may have `merge(before, mine, theirs)`, which returns the value for a field that another person
 * has changed, too, or undefined. Returns `{line, drop}`: the line that says that a text is back, and what forgets it.
 */
export function keepFields(form, name) {
    const controls = [...form.querySelectorAll("input:not([type=password], [type=file], .unkept), textarea, select")];
    const values = () => controls.map(control => control.type === "checkbox" ? control.checked : control.value);
    const set = list => controls.forEach((control, index) => {
        const member = control.type === "checkbox" ? "checked" : "value";
        if (control.readOnly || control[member] === list[index]) return;
        control[member] = list[index];
        for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind));
    });
    const fresh = values();
    const isFresh = list => list.every((value, index) => value === fresh[index]);
    const kept = readEdit(forms, name);
    const drop = () => dropEdit(forms, name);
    const keep = () => keepEdit(forms, name, {mine: values(), fresh});
    let line;
    // What the server has now stays in the fields that were not touched. In a field that both have changed both texts merge, if it
    // can; else the person's own text is put back, and the other one is shown beside it.
    const clashes = [];
    const back = fresh.map((value, index) => {
        const [before, mine] = [kept?.fresh?.[index], kept?.mine?.[index] ?? value];
        if (before === undefined || mine === before || mine === value) return value;
        if (before === value) return mine;
        const merged = controls[index].merge?.(before, mine, value);
        if (merged === undefined) clashes.push(index);
        return merged ?? mine;
    });
    if (kept?.fresh?.length === controls.length && !isFresh(back)) {
        set(back);
        const theirs = clashes.map(index => beside(controls[index], fresh[index]));
        line = h("p", {class: "hint", role: "status"}, t("rule.kept"), " ", moment(kept.at), " ", h("button", {type: "button", class: "quiet", onclick() {
            set(fresh);
            drop();
            for (const one of [line, ...theirs]) one.remove();
        }}, t("rule.keptDrop")));
    }
    form.addEventListener("input", () => isFresh(values()) ? drop() : keep());
    form.addEventListener("change", () => isFresh(values()) ? drop() : keep());
    return {line, drop};
}
