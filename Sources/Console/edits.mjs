// Unsaved texts of the editor, which live in this tab until they are saved or given up: over reloads and ends of sessions.

const key = (app, id) => `waymark.edit/${app}/${id}`;

/** Keeps what is being edited: `{mine, base, tag, at}`; a full store keeps what fits. */
export function keepEdit(app, id, edit) {
    try { sessionStorage.setItem(key(app, id), JSON.stringify({...edit, at: new Date().toISOString()})); } catch { /* The page itself still has it. */ }
}

export function readEdit(app, id) {
    try { return JSON.parse(sessionStorage.getItem(key(app, id))) ?? undefined; } catch { return undefined; }
}

export function dropEdit(app, id) {
    try { sessionStorage.removeItem(key(app, id)); } catch { /* There is nothing to remove. */ }
}
