// Dialogs: forms over the page, whose refusals are shown inside them; the focus goes back where it was.
import {fill, h, unique} from "./dom.mjs";
import {t} from "./language.mjs";
import {keepFields} from "./kept-fields.mjs";
import {headline, problemBox} from "./problem.mjs";
import {cancelLater} from "./progress.mjs";
import {again} from "./router.mjs";

/**
 * Opens a form. `action` runs when people send it; the dialog closes if it fulfils, and shows the problem if not. Cancel ends the
 * requests of an action that runs; what the server may have done all the same is told, and the page is then read again.
 * `confirm` is a text that must be typed first, for what cannot be undone. `keep` is a name under which what is entered stays in
 * this tab until it was sent.
 */
export function openDialog(title, content, {button, action, danger = false, confirm, keep, wide = false} = {}) {
    const id = unique("dialog");
    const trouble = h("div", {});
    const typed = confirm ? h("input", {class: "unkept", autocomplete: "off", spellcheck: "false", oninput: check}) : undefined;
    const run = button ? h("button", {type: "submit", class: danger ? "danger" : "primary", disabled: Boolean(confirm)}, button) : undefined;
    function check() { run.disabled = typed.value !== confirm; }
    let end;
    let isUnknown = false;
    const cancel = () => {
        if (!end) return dialog.close();
        end();
        end.isCancelled = true;
        return undefined;
    };
    const dialog = h("dialog", {"aria-labelledby": id, class: wide ? "wide" : undefined, oncancel(event) {
        if (event.target !== dialog) return;
        event.preventDefault();
        cancel();
    }, onclose(event) {
        if (event.target !== dialog) return;
        removeEventListener("popstate", cancel, true);
        dialog.remove();
        if (isUnknown) again();
    }},
        h("form", {class: "stack", async onsubmit(event) {
            event.preventDefault();
            if (end) return;
            if (run) run.disabled = true;
            fill(trouble);
            const mine = end = cancelLater();
            try {
                if (await action?.() === false) {
                    if (mine.isCancelled) dialog.close();
                    return;
                }
                isUnknown = false;
                kept?.drop();
                dialog.close();
            } catch (problem) {
                isUnknown ||= problem.isUnknown === true;
                if (problem.name !== "AbortError") fill(trouble, problemBox(problem));
                else if (mine.isCancelled) dialog.close();
            } finally {
                end = undefined;
                if (run) run.disabled = Boolean(confirm) && typed.value !== confirm;
            }
        }}, h("h2", {id}, title), content,
        confirm ? h("label", {class: "stack"}, t("dialog.type", {text: confirm}), typed) : undefined,
        trouble,
        h("p", {class: "buttons"}, run, h("button", {type: "button", onclick: cancel}, run ? t("dialog.cancel") : t("dialog.close")))));
    const kept = keep ? keepFields(dialog, keep) : undefined;
    if (kept?.line) dialog.querySelector("h2").after(kept.line);
    document.body.append(dialog);
    dialog.showModal();
    // A dialog belongs to its screen. This runs before the router draws the other one, whose requests go on.
    addEventListener("popstate", cancel, true);
    return dialog;
}

let opening;

/** Opens a dialog with what it is about, read now: what it changes is compared with this, not with a later look. */
export async function openWith(reading, open) {
    opening = reading;
    try {
        const answer = await reading;
        // A second press of the button opens no second dialog.
        if (opening === reading) open(answer);
    } catch (problem) {
        if (problem.name !== "AbortError") openDialog(headline(problem), problemBox(problem));
    }
}
