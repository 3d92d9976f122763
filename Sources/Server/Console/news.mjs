// News of an app for all tabs of this browser: one tab, which holds a lock, has a stream of the server's changes and tells the others.
import {get} from "./api.mjs";
import {isAttended} from "./attention.mjs";
import {ChangeStream} from "./change-stream.mjs";
import {pathOf} from "./draft.mjs";

/** Milliseconds between two questions of a tab; only while a person is at the page. */
export const interval = 5000;
/** News that is younger answers other tabs, too. */
const fresh = interval / 2;
/** The same with a stream, which may have broken without a word. */
const freshWithStream = 60_000;
/** Questions without an answer after which a tab asks the server itself: the tab with the lock may be frozen. */
const patience = 2;

/** Each listener with its app. */
const listeners = new Map();
const latest = new Map();
/** When a tab asked for an app last. */
const questions = new Map();
let asksServer = !globalThis.navigator?.locks;
let others;

/** A change makes the news of its app old; without an app, those of all apps. */
const stream = new ChangeStream(({app, by}) => {
    for (const name of app === undefined ? [...latest.keys()] : [app]) {
        // What is being read now may be from before the change.
        latest.delete(name);
        if (Date.now() - questions.get(name) < patience * interval) share(name, by);
    }
});

function tell(news) {
    for (const listener of listeners.keys()) listener(news);
}

/** The revision of the draft, and the sequence of each channel. */
async function look(app, by) {
    const known = latest.get(app);
    if (known && Date.now() - known.at < (stream.isOpen ? freshWithStream : fresh)) return known.news;
    const options = {quiet: true, renew: false};
    const news = Promise.all([get(pathOf(app, "draft/settings"), options), get(pathOf(app), options)]).then(([draft, {data}]) =>
        ({app, by, draft: draft.tag, channels: Object.fromEntries(data.channels.map(({channel, sequence}) => [channel, sequence]))}));
    const entry = {news, at: Date.now()};
    latest.set(app, entry);
    news.catch(() => { if (latest.get(app) === entry) latest.delete(app); });
    return news;
}

/** Asks the server, and tells all tabs; a page without news is no error, as the next question may succeed. */
async function share(app, by) {
    try {
        const news = await look(app, by);
        others?.postMessage(news);
        tell(news);
    } catch { /* The next question may succeed. */ }
}

/** Answers a question of this tab or of another one; while there are questions, there is a stream. */
function answer(app) {
    questions.set(app, Date.now());
    stream.want();
    share(app);
}

/** Joins the other tabs, once; the lock is held until the tab is closed. */
function join() {
    if (others || !globalThis.BroadcastChannel) return;
    others = new BroadcastChannel("waymark.news");
    others.onmessage = ({data}) => {
        if (!data.want) tell(data);
        else if (asksServer) answer(data.want);
    };
    navigator.locks?.request("waymark.news", () => {
        asksServer = true;
        if (isAttended()) for (const app of new Set(listeners.values())) answer(app);
        return new Promise(() => {});
    }).catch(() => { asksServer = true; });
}

/** Calls `onNews({draft, channels, by})` with what the server has of an app, until the signal ends; `by` made the last change, if it is known. */
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
        if (asksServer) answer(app);
        else if (unanswered > patience) share(app);
        else others.postMessage({want: app});
    };
    listeners.set(listener, app);
    ask();
    const timer = setInterval(ask, interval);
    document.addEventListener("visibilitychange", ask, {signal});
    signal.addEventListener("abort", () => {
        clearInterval(timer);
        listeners.delete(listener);
    });
}
