// News of an app for all tabs of this browser: one tab, which holds a lock, asks the server and tells the others.
import {get} from "./api.mjs";
import {isAttended} from "./attention.mjs";
import {pathOf} from "./draft.mjs";

/** Milliseconds between two questions of a tab; only while a person is at the page. */
export const interval = 5000;
/** News that is younger answers other tabs, too. */
const fresh = interval / 2;
/** Questions without an answer after which a tab asks the server itself: the tab with the lock may be frozen. */
const patience = 2;

const listeners = new Set();
const latest = new Map();
let asksServer = !globalThis.navigator?.locks;
let others;

function tell(news) {
    for (const listener of listeners) listener(news);
}

/** The revision of the draft, and the sequence of each channel. */
async function look(app) {
    const known = latest.get(app);
    if (known && Date.now() - known.at < fresh) return known.news;
    const options = {quiet: true, renew: false};
    const [draft, {data}] = await Promise.all([get(pathOf(app, "draft/settings"), options), get(pathOf(app), options)]);
    const news = {app, draft: draft.tag, channels: Object.fromEntries(data.channels.map(({channel, sequence}) => [channel, sequence]))};
    latest.set(app, {news, at: Date.now()});
    return news;
}

/** Asks the server, and tells all tabs; a page without news is no error, as the next question may succeed. */
async function share(app) {
    try {
        const news = await look(app);
        others?.postMessage(news);
        tell(news);
    } catch { /* The next question may succeed. */ }
}

/** Joins the other tabs, once; the lock is held until the tab is closed. */
function join() {
    if (others || !globalThis.BroadcastChannel) return;
    others = new BroadcastChannel("waymark.news");
    others.onmessage = ({data}) => {
        if (!data.want) tell(data);
        else if (asksServer) share(data.want);
    };
    navigator.locks?.request("waymark.news", () => {
        asksServer = true;
        return new Promise(() => {});
    }).catch(() => { asksServer = true; });
}

/** Calls `onNews({draft, channels})` with what the server has of an app, until the signal ends. */
export function follow(app, onNews, signal) {
    join();
    let unanswered = 0;
    const listener = news => {
        if (news.app !== app) return;
        unanswered = 0;
        onNews(news);
    };
    const ask = () => {
        if (!isAttended()) return;
        unanswered += 1;
        if (asksServer || unanswered > patience) share(app);
        else others.postMessage({want: app});
    };
    listeners.add(listener);
    const timer = setInterval(ask, interval);
    document.addEventListener("visibilitychange", ask, {signal});
    signal.addEventListener("abort", () => {
        clearInterval(timer);
        listeners.delete(listener);
    });
}
