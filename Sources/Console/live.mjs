// Tells that others changed the draft which a page shows: as a notice, never under the cursor.
import {get} from "./api.mjs";
import {isAttended} from "./attention.mjs";
import {pathOf} from "./draft.mjs";
import {h, say} from "./dom.mjs";
import {t} from "./language.mjs";
import {again} from "./router.mjs";

/** Milliseconds between two looks at the revision; only while a person is at the page. */
const interval = 5000;

function tell() {
    const main = document.getElementById("main");
    if (main.querySelector(".notice-live")) return;
    say(t("live.changed"));
    main.querySelector(".bar")?.after(h("p", {class: "notice notice-live", role: "status"}, h("span", {}, t("live.changed")),
        h("button", {type: "button", class: "quiet", onclick: () => again()}, t("live.show"))));
}

/** Looks whether the draft is at another revision than `tag()`, the one that the page shows, until the signal ends. */
export function watch(app, tag, signal) {
    let timer;
    let told;
    const look = async () => {
        try {
            const known = tag();
            const {tag: current} = await get(pathOf(app, "draft/settings"), {signal, quiet: true, renew: false});
            if (current !== tag() && known === tag() && current !== told) {
                told = current;
                tell();
            }
        } catch { /* The next look may succeed; a page without news is no error. */ }
    };
    const next = () => {
        clearTimeout(timer);
        if (signal.aborted) return;
        timer = setTimeout(async () => {
            if (isAttended()) await look();
            next();
        }, interval);
    };
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden) look();
    }, {signal});
    signal.addEventListener("abort", () => clearTimeout(timer));
    next();
}
