// Whether a person is at the page: an unattended page sends no requests, so that its session becomes idle.

/** Milliseconds without a key or a pointer after which a page counts as left. */
const patience = 15 * 60 * 1000;

// Tests import modules in Node, which has no page.
let last = Date.now();
for (const kind of ["keydown", "pointerdown", "pointermove", "wheel"]) {
    globalThis.addEventListener?.(kind, () => { last = Date.now(); }, {capture: true, passive: true});
}

/** Whether the page is visible and was used in the last quarter of an hour. */
export const isAttended = () => !document.hidden && Date.now() - last < patience;
