// Requests to the API of this server, as anyone may send them with curl; the cookie of the session goes with them.
import {Cancelled, busy} from "./progress.mjs";

/** A refusal of the server, or that it cannot be reached (status 0). */
export class Problem extends Error {
    constructor(status, content = {}) {
        super(content.detail ?? content.title ?? String(status));
        this.status = status;
        this.kind = (content.type ?? "").split(":").at(-1);
        this.content = content;
        this.errors = content.errors ?? [];
    }

    /** The server's own words; undefined where it has none. */
    get detail() { return this.content.detail ?? this.content.title; }

    /** Whether the server may have done what was asked, as its answer was lost. */
    get isUnknown() { return Boolean(this.content.isChange) && (unclear.has(this.status) || this.kind === "cancelled"); }
}

/** Answers after which the request may have been carried out: none, or that of something between the browser and the server. */
const unclear = new Set([0, 502, 503, 504]);

/** What a request is repeated after: the page shows a sign-in, and fulfils the promise when a session exists again. */
let renewal = () => Promise.reject(new Problem(401));
export const onSessionEnd = action => { renewal = action; };

/** How many sessions have begun again while this page is open. */
export let sessions = 0;
export const sessionBegan = () => { sessions += 1; };

/** What is told that a request in the background had no session. */
let doubt = () => {};
export const onDoubt = action => { doubt = action; };

const key = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");

/** Requests without an answer, each with the key of its first attempt: the same request again is the same action, which is done once. */
const stored = "waymark.unanswered";
/** The most of them that are remembered, and for how many milliseconds: less than the server keeps its answers. */
const most = 20;
const remembered = 12 * 3600 * 1000;

function unanswered() {
    try {
        return new Map(JSON.parse(sessionStorage.getItem(stored) ?? "[]").filter(([, {at}]) => Date.now() - at < remembered));
    } catch {
        return new Map();
    }
}

function remember(action, entry) {
    const all = unanswered();
    all.delete(action);
    if (entry) all.set(action, entry);
    // What a full store cannot keep is lost with a reload only.
    try { sessionStorage.setItem(stored, JSON.stringify([...all].slice(-most))); } catch { lost.set(action, entry); }
    if (!entry) lost.delete(action);
}

const lost = new Map();

/** Questions that are sent with POST because they have a body. */
const isQuestion = path => /\/(check|resolve|resolutions)(\?|$)/.test(path) || /[?&]dryRun=1/.test(path);

/** One path component. */
export const component = text => encodeURIComponent(text);

/** The query of an address; members without a value are left out. */
export function query(members) {
    const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== "" && value !== false);
    return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/**
 * Sends a request, and returns `{status, data, tag, headers}`.
 * `body` is sent as JSON, or as it is with a `type`; `quiet` shows no progress; `signal` ends it. Without a
 * session it is sent again in the next one, or without `renew` the session is asked for, except by requests that are that question.
 */
export async function send(method, path, {body, ifMatch, type, signal, quiet = false, renew = true, doubts = true} = {}) {
    const content = body === undefined || type ? body : JSON.stringify(body);
    const isChange = method !== "GET" && path.startsWith("/v1/") && !isQuestion(path);
    const action = isChange && method === "POST" ? [path, ifMatch, content].join("\n") : undefined;
    const known = action && (unanswered().get(action) ?? lost.get(action) ?? {key: key(), at: Date.now()});
    const attempt = () => once(method, path, {content, ifMatch, type: body === undefined ? undefined : type ?? "application/json", signal, quiet, isChange, key: known?.key});
    if (action) remember(action, known);
    const before = sessions;
    try {
        const answer = await attempt().catch(async problem => {
            if (problem.status !== 401) throw problem;
            if (!renew) {
                if (doubts) doubt();
                throw problem;
            }
            // The answer may be late, and a session exists again.
            if (sessions === before) await renewal();
            return attempt();
        });
        if (action) remember(action);
        return answer;
    } catch (problem) {
        if (action && problem instanceof Problem && !problem.isUnknown) remember(action);
        throw problem;
    }
}

/** Where sessions begin and end. */
export const sessionPath = "/console/session";

let writes = 0;

/** Whether a request that changes something has no answer yet. */
export const isWriting = () => writes > 0;

async function once(method, path, {content, ifMatch, type, signal, quiet, isChange, key}) {
    const headers = {Accept: "application/json, application/problem+json"};
    if (key) headers["Idempotency-Key"] = key;
    if (ifMatch) headers["If-Match"] = ifMatch;
    if (type) headers["Content-Type"] = type;
    const work = quiet ? {signal, done() {}} : busy(signal);
    const change = method === "GET" ? 0 : 1;
    writes += change;
    try {
        const answer = await fetch(path, {method, headers, body: content, signal: work.signal, credentials: "same-origin", cache: "no-store"});
        return await read(answer, isChange);
    } catch (error) {
        if (isChange && error instanceof Cancelled) throw new Problem(0, {type: "urn:waymark:problem:cancelled", isChange});
        if (error instanceof Problem || error.name === "AbortError") throw error;
        throw new Problem(0, {detail: String(error.message), isChange});
    } finally {
        work.done();
        writes -= change;
    }
}

/** Reading a text of more characters than this is a piece of work of its own. */
const largeText = 100_000;

/** Lets the page react to people between two pieces of work. */
export const breathe = () => globalThis.scheduler?.yield?.() ?? new Promise(resolve => setTimeout(resolve));

async function read(answer, isChange) {
    const isJSON = (answer.headers.get("Content-Type") ?? "").includes("json");
    const text = await answer.text();
    let data = text;
    if (isJSON && text !== "") {
        const isLarge = text.length > largeText;
        if (isLarge) await breathe();
        try { data = JSON.parse(text); } catch { data = {}; }
        if (isLarge) await breathe();
    }
    if (!answer.ok) throw new Problem(answer.status, {...isJSON ? data : {}, isChange});
    return {status: answer.status, data, tag: answer.headers.get("ETag") ?? undefined, headers: answer.headers};
}

export const get = (path, options) => send("GET", path, options);

/** The answer to a read, or undefined where the server has nothing there (404), as an older one. */
export async function find(path, options) {
    try {
        return await get(path, options);
    } catch (problem) {
        if (problem instanceof Problem && [404, 405].includes(problem.status)) return undefined;
        throw problem;
    }
}

/** All items of a list, page after page; `limit` of them at most. */
export async function list(path, member, {limit = 1000, signal} = {}) {
    const items = [];
    const joint = path.includes("?") ? "&" : "?";
    for (let after = null; ;) {
        const page = `${path}${joint}limit=${Math.min(1000, limit)}${after === null ? "" : `&after=${component(after)}`}`;
        const {data} = await get(page, {signal});
        items.push(...data[member]);
        after = data.next ?? null;
        if (after === null || items.length >= limit) return {items, more: after !== null};
    }
}

/** Runs an action for each item, four at a time. */
export async function each(items, action) {
    const waiting = [...items];
    const worker = async () => {
        while (waiting.length > 0) await action(waiting.shift());
    };
    await Promise.all(Array.from({length: Math.min(4, waiting.length)}, worker));
}
