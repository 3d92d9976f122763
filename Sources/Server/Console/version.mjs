// Whether the server has another version of the console than this page: after an update, or behind a balancer.
import {isAttended} from "./attention.mjs";
import {fill, h, say} from "./dom.mjs";
import {t} from "./language.mjs";

/** Milliseconds between two looks, while a person is at the page. */
const interval = 60_000;

const page = "/console/";
/** Where the modules of a version are; each version has a folder of its own. */
const folder = /\ssrc="([^"]*\/)main\.mjs"/;
const mine = new URL(".", import.meta.url).pathname;

/** Whether the server has another version now; false while it cannot be asked. */
async function isOther() {
    try {
        const answer = await fetch(page, {credentials: "same-origin", cache: "no-store"});
        const place = answer.ok ? folder.exec(await answer.text())?.[1] : undefined;
        return place !== undefined && place !== mine;
    } catch {
        return false;
    }
}

let check = async () => {};

/** Looks now, as after a module that is no longer there. */
export const checkVersion = () => check();

/** Shows a line in `place` when the server has another version; people load it when they want to. */
export function watchVersion(place) {
    check = async () => {
        if (place.childElementCount > 0 || !await isOther()) return;
        fill(place, h("div", {class: "notice notice-version", role: "status"}, h("span", {}, t("version.new")),
            h("button", {type: "button", class: "quiet", onclick: () => location.reload()}, t("version.load"))));
        say(t("version.new"));
    };
    setInterval(() => { if (isAttended()) check(); }, interval);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) check(); });
}
