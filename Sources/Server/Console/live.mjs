// Tells that others changed what a page shows: as a notice, never under the cursor.
import {isWriting} from "./api.mjs";
import {h, quoted, say} from "./dom.mjs";
import {parts, t} from "./language.mjs";
import {follow} from "./news.mjs";
import {again} from "./router.mjs";

/** Milliseconds for which news waits: a change of this page is news, too, before the page has the answer to it. */
const settling = 600;

function tell(what, by) {
    const main = document.getElementById("main");
    if (main.querySelector(".notice-live")) return;
    const key = by === undefined ? `live.${what}` : `live.${what}.by`;
    say(t(key, {name: by}));
    (main.querySelector(".bar") ?? main.firstElementChild)?.after(h("p", {class: "notice notice-live", role: "status"}, h("span", {}, parts(key, {name: quoted(by ?? "", "strong")})),
        h("button", {type: "button", class: "quiet", onclick: () => again()}, t("live.show"))));
}

const numberOf = tag => Number(/\d+/.exec(tag ?? "")?.[0] ?? 0);

/** What is newer than what a page shows: "draft", "channels" or nothing. News may be older than a change of this page. */
export function newer(known, {draft, channels}) {
    if (known.draft !== undefined && numberOf(draft) > numberOf(known.draft)) return "draft";
    const names = Object.keys(known.channels ?? {});
    return names.some(name => channels[name] === undefined || channels[name] > known.channels[name]) ? "channels" : undefined;
}

/**
 * Compares the news of an app with `known()`, the revision of the draft and the channels that the page shows, until the signal ends.
 * `concerns()`, which may ask the server, says whether a change of the draft is one of what the page shows.
 */
export function watch(app, known, signal, concerns = () => true) {
    let told;
    const compare = async news => {
        if (signal.aborted) return;
        if (isWriting()) return void setTimeout(compare, settling, news);
        const what = newer(known(), news);
        const text = JSON.stringify([news.draft, news.channels]);
        if (!what || text === told) return;
        told = text;
        try {
            if (!await concerns() || signal.aborted) return;
        } catch {
            told = undefined; // The next news asks again.
            return;
        }
        tell(what, news.by);
    };
    follow(app, news => {
        if (newer(known(), news)) setTimeout(compare, settling, news);
    }, signal);
}

/** The sequences of channels, as `watch` compares them. */
export const sequences = channels => Object.fromEntries(channels.map(({channel, sequence}) => [channel, sequence]));
