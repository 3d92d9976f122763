// Unsaved texts of the editor, which live in this tab until they are saved or given up: over reloads and ends of sessions. Those
// of one person are not shown to another who signs in later.
import {person} from "./session.mjs";

const key = (app, id) => `waymark.edit/${person()?.id ?? ""}/${app}/${id}`;

/** Keeps what is being edited: `{mine, base, tag, at}`. What the full store cannot keep is in the page only, and no older text of it is kept. */
export function keepEdit(app, id, edit) {
    try {
        sessionStorage.setItem(key(app, id), JSON.stringify({...edit, at: new Date().toISOString()}));
    } catch {
        dropEdit(app, id);
    }
}

export function readEdit(app, id) {
    try { return JSON.parse(sessionStorage.getItem(key(app, id))) ?? undefined; } catch { return undefined; }
}

export function dropEdit(app, id) {
    try { sessionStorage.removeItem(key(app, id)); } catch { /* There is nothing to remove. */ }
}
