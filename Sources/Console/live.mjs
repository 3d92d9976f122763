// Tells that others changed what a page shows: as a notice, never under the cursor.
import {h, say} from "./dom.mjs";
import {t} from "./language.mjs";
import {follow} from "./news.mjs";
import {again} from "./router.mjs";

function tell(text) {
    const main = document.getElementById("main");
    if (main.querySelector(".notice-live")) return;
    say(text);
    main.querySelector(".bar")?.after(h("p", {class: "notice notice-live", role: "status"}, h("span", {}, text),
        h("button", {type: "button", class: "quiet", onclick: () => again()}, t("live.show"))));
}

const numberOf = tag => Number(/\d+/.exec(tag ?? "")?.[0] ?? 0);

/** What is newer than what a page shows: "draft", "channels" or nothing. News may be older than a change of this page. */
export function newer(known, {draft, channels}) {
    if (known.draft !== undefined && numberOf(draft) > numberOf(known.draft)) return "draft";
    const names = Object.keys(known.channels ?? {});
    return names.some(name => channels[name] === undefined || channels[name] > known.channels[name]) ? "channels" : undefined;
}

/** Compares the news of an app with `known()`, the revision of the draft and the channels that the page shows, until the signal ends. */
export function watch(app, known, signal) {
    let told;
    follow(app, news => {
        const what = newer(known(), news);
        const text = JSON.stringify(news);
        if (!what || text === told) return;
        told = text;
        tell(t(`live.${what}`));
    }, signal);
}

/** The sequences of channels, as `watch` compares them. */
export const sequences = channels => Object.fromEntries(channels.map(({channel, sequence}) => [channel, sequence]));
