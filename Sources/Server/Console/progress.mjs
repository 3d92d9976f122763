// Tells that something takes longer than 300 ms, and lets people end it.
import {t} from "./language.mjs";
import {h} from "./dom.mjs";

const patience = 300;
const running = new Set();

/** The line at the top of the page. */
export function progressLine() {
    const line = h("div", {id: "progress", class: "progress", role: "status", hidden: true},
        h("span", {class: "progress-bar", "aria-hidden": "true"}),
        h("span", {class: "progress-text"}, t("progress.waiting")),
        h("button", {type: "button", class: "quiet", onclick: () => cancel()}, t("progress.cancel")));
    return line;
}

function show() {
    const line = document.getElementById("progress");
    if (line) line.hidden = ![...running].some(work => work.isLong);
}

/** Why a request ended: a person did not want to wait for it. */
export class Cancelled extends Error {
    name = "AbortError";
}

/** Ends the requests that are under way, except those in `others`. */
export function cancel(others) {
    for (const work of [...running]) if (!others?.has?.(work)) work.controller.abort(new Cancelled());
}

/** What ends the requests that begin after this call. */
export function cancelLater() {
    const others = new Set(running);
    return () => cancel(others);
}

/** Starts a piece of work: `signal` ends with the one that is given or with the button; `done` ends the display. */
export function busy(signal) {
    const controller = new AbortController();
    const work = {controller, isLong: false};
    const stop = () => controller.abort(signal.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    running.add(work);
    const timer = setTimeout(() => { work.isLong = true; show(); }, patience);
    return {
        signal: controller.signal,
        done() {
            clearTimeout(timer);
            signal?.removeEventListener("abort", stop);
            running.delete(work);
            show();
        },
    };
}
