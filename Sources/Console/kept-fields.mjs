// What is entered into a form, kept in this tab until it is sent: over reloads, ends of sessions and restarts of the server.
import {h} from "./dom.mjs";
import {dropEdit, keepEdit, readEdit} from "./edits.mjs";
import {t} from "./language.mjs";
import {moment} from "./moment.mjs";

/** No app has this name. */
const forms = "";

/**
 * Keeps the fields of a form under a name, and puts back what was entered before. Secrets, files and fields of the class
 * `unkept` are left out. Returns `{line, drop}`: the line that says that a text is back, and what forgets it.
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
    // What the server has now stays in the fields that were not touched, and in those that another person has changed since.
    const back = fresh.map((value, index) => kept?.fresh?.[index] === value ? kept.mine[index] ?? value : value);
    if (kept?.fresh?.length === controls.length && !isFresh(back)) {
        set(back);
        line = h("p", {class: "hint", role: "status"}, t("rule.kept"), " ", moment(kept.at), " ", h("button", {type: "button", class: "quiet", onclick() {
            set(fresh);
            drop();
            line.remove();
        }}, t("rule.keptDrop")));
    }
    form.addEventListener("input", () => isFresh(values()) ? drop() : keep());
    form.addEventListener("change", () => isFresh(values()) ? drop() : keep());
    return {line, drop};
}
