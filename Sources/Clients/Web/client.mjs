// Resolves addresses with rules that a Waymark server publishes and this device keeps. `client.d.ts` describes every name;
// numbers like C4.1 are the statements of Config/specification/client.md.
import {channelOf, failure, refuse, isDigest, json, order} from "./channel.mjs";
import {database} from "./storage.mjs";
import {readContext, readOptions} from "./options.mjs";
import {Waymark, WaymarkError} from "./waymark.mjs";

const beside = name => new URL(`waymark-${name}.wasm`, import.meta.url);
const system = {
    __proto__: null,
    fetch: (...request) => fetch(...request),
    now: Date.now,
    clock: () => performance.now(),
    random: Math.random,
    timer: (run, milliseconds) => {
        const id = setTimeout(run, milliseconds);
        return () => clearTimeout(id);
    },
};

/** Seconds of the server in milliseconds, at most a day (C5.1). */
const day = seconds => Math.min(seconds, 86400) * 1000;

/** The bytes of a file, which is base64 in a page. */
const bytes = file => typeof file === "string" ? Uint8Array.from(atob(file), character => character.charCodeAt(0)) : file;

async function compile(source) {
    let from = await (typeof source === "function" ? source() : source);
    if (typeof from === "string" || from instanceof URL) from = await fetch(from);
    if (from.ok === false) throw Error(`${from.url} answered ${from.status}`);
    if (from.arrayBuffer) from = await from.arrayBuffer();
    return from instanceof WebAssembly.Module ? from : WebAssembly.compile(from);
}

export function createClient(given) {
    const counters = {
        resolutions: 0, refreshes: 0, updates: 0, unchanged: 0, ignored: 0, connections: 0, disconnections: 0, failures: {},
    };
    const {server, app, channel: name, context = {}, ...rest} = {...given};
    const options = readOptions(rest, {
        storage: database, wasm: beside("resolver"), engine: beside("engine"), updates: "polling", environment: system,
    });
    const {environment, storage} = options;
    const {now, clock, random, timer} = environment;
    const channel = channelOf(server, app, name, environment);
    const modules = {};
    const closing = new AbortController();
    const listeners = {release: new Set(), failure: new Set()};
    let key;
    let format;
    /** The context. */
    let facts = {};
    /** The latest failure. */
    let latest;
    /** The head of the release in use, and the release that the engine has opened. */
    let current;
    let opened;
    let unwritten;
    let unusable = {};
    let isSuspect = false;
    let running;
    let retryAt = 0;
    let begun = -Infinity;
    let endPause;
    let updating;
    let exchange;

    function updateContext(change) {
        const context = readContext(typeof change === "function" ? change(facts) : change, (error, isUnknown) => {
            if (!isUnknown) throw error;
            report(error);
        });
        facts = Object.freeze({...facts, ...context});
    }

    function readyWithin(milliseconds = 15_000) {
        return limited(ready, milliseconds, () => {
            const {detail = "nothing failed", hint = "pass `bootstrap`"} = latest ?? {};
            return failure("timedOut", `no release has arrived within ${milliseconds} ms; ${detail}`, hint);
        });
    }

    /** What is asked, without what cannot be read, which is reported. */
    function asked(options) {
        const result = {context: facts, at: Math.trunc(now())};
        const read = {
            context: value => readContext(value, report),
            at: value => BigInt(new Date(value).getTime()),
            explain: Boolean,
        };
        for (const name in read) {
            try {
                const value = options?.[name];
                if (value != null) result[name] = read[name](value) ?? result[name];
            } catch {
                report(failure("invalidContext", `${name} cannot be read`));
            }
        }
        return result;
    }

    /** Uses one release from the first step to the last, and no request (C4.1, C7.1). */
    function resolve(address, options) {
        counters.resolutions += 1;
        let original = "";
        let failure = {code: "not-ready", detail: "no release has arrived"};
        try {
            original = String(address);
            const {context, ...rest} = asked(options);
            if (opened) return opened.resolve(original, context, rest);
        } catch (error) {
            failure = {code: "invalid-address", detail: error?.message ?? ""};
        }
        return {outcome: "failed", original, failure, parameters: {}, trail: []};
    }

    async function resolveAsync(address, given) {
        try {
            await readyWithin();
        } catch (error) {
            const {ask} = options.askServer && error.code === "wasmForbidden" ? await import("./ask.mjs").catch(() => ({})) : {};
            if (!ask) throw error;
            return ask(channel, closing.signal, resolve(address).original, asked(given));
        }
        return resolve(address, given);
    }

    /** Fetches the head, and the release if it is new. Callers share one exchange (C5.4). */
    function refresh() { return running ?? run(); }

    function run(delivered) {
        exchange = new AbortController();
        const result = running = perform(delivered, exchange.signal).finally(() => {
            if (running === result) running = undefined;
        });
        return result;
    }

    /** Ends the wait before the next exchange, but never that of `Retry-After` (C5.3). */
    function wake() {
        if (clock() - begun > 1000) endPause?.(true);
    }

    function start() {
        if (updating || closing.signal.aborted) return;
        updating = new AbortController();
        update(updating.signal).catch(report);
    }

    function stop() {
        updating?.abort();
        endPause?.();
        exchange?.abort();
        // A later caller must not join an exchange that was cancelled.
        updating = running = undefined;
    }

    function close() {
        stop();
        closing.abort();
        fail(failure("cancelled", "the client is closed"));
    }

    function listen(kind, listener) {
        if (typeof listener !== "function") refuse(`the ${kind} listener`, "function");
        listeners[kind].add(listener);
        return () => listeners[kind].delete(listener);
    }

    /** Calls the listeners later; one that throws harms neither the client nor the others. */
    async function tell(kind, value) {
        await undefined;
        for (const listener of listeners[kind]) Promise.resolve(value).then(listener).catch(console.error);
    }

    function report(error) {
        const {failures} = counters;
        failures[error.code] = (failures[error.code] ?? 0) + 1;
        latest = error;
        tell("failure", error);
    }

    /**
     * What a new instance of a module makes; its refusal is that of the file. A module is compiled once, and a failed
     * download is tried again by the next caller.
     */
    async function made(name, use) {
        const source = options[name];
        if (!source) throw failure("unsupportedFormat", `no index of format ${format}`, "set `engine`, or update the server");
        let waymark;
        try {
            waymark = new Waymark(await WebAssembly.instantiate(await (modules[name] ??= compile(source))));
        } catch (error) {
            delete modules[name];
            const {engineFailure = failure} = await import("./forbidden.mjs").catch(() => ({}));
            throw engineFailure("wasmUnreachable", error?.message);
        }
        try {
            return use?.(waymark);
        } catch ({code, detail, message, hint}) {
            // The engine's own code.
            throw failure(code === "unsupported-format" ? "unsupportedFormat" : "invalidBody", detail ?? message, hint);
        }
    }

    /** Answers from the page's own release, then from the stored one, before any request to the server (C1.1, C1.3). */
    async function launch() {
        try {
            format = await made("wasm", waymark => waymark.version.indexFormat);
        } catch (error) {
            report(error);
            if (error.code === "wasmForbidden") fail(error);
            throw error;
        }
        key = `${channel.key} ${format}`;
        const {bootstrap} = options;
        let own;
        if (bootstrap) {
            try {
                const {head, index, body} = bootstrap;
                own = await open(channel.read(JSON.stringify(head)), index ?? await compileBody(body));
                use(own);
            } catch (error) {
                report(error);
            }
        }
        const stored = await restore();
        if (!(stored && use(stored) !== "ignored") && own) await store(own);
    }

    /** Opens an index in an instance of its own, so that a file that stops the engine cannot harm the release in use. */
    async function open(head, file) {
        const release = await made("wasm", waymark => waymark.openIndex(file = bytes(file)));
        const found = release.describe();
        if (["app", "digest", "version"].some(name => found[name] !== head[name])) {
            throw failure("invalidBody", "the file has another release");
        }
        return {head, file, release};
    }

    function compileBody(body) { return made("engine", waymark => waymark.compile(body)); }

    /** The stored release; a damaged one is passed over and removed, never half used (C1.2). */
    async function restore(tries = 3) {
        let record;
        try {
            record = await limited(storage?.read(key));
            if (!record) return undefined;
            const head = channel.read(record.head);
            if (order(head, record)) throw Error("the head has another position");
            return await open(head, record.file);
        } catch (error) {
            report(failure("cacheUnreadable", error?.message));
            if (!tries || !record || error.code === "wasmUnreachable") return undefined;
            await limited(storage.remove(key, record)).catch(() => {});
            return restore(tries - 1);
        }
    }

    /** Stores a release whole or not at all; if that fails, it is used from memory (C4.2, C4.3). */
    async function store({head, file}) {
        try {
            const {epoch, sequence, text} = head;
            const isStored = await limited(storage?.write(key, {epoch, sequence, head: text, file}));
            unwritten = undefined;
            return isStored;
        } catch (error) {
            unwritten = file;
            report(failure("cacheUnwritable", error?.message));
            return undefined;
        }
    }

    /** Some browsers have left requests to IndexedDB unanswered: none is waited for longer than five seconds. */
    function limited(promise, milliseconds = 5000, late = () => Error("the storage is silent")) {
        return new Promise((resolve, reject) => {
            const cancel = timer(() => reject(late()), milliseconds);
            Promise.resolve(promise).finally(cancel).then(resolve, reject);
        });
    }

    const after = head => current ? order(head, current) : 1;

    function use({head, release}) {
        const later = after(head);
        if (later < 0) return "ignored";
        opened = release;
        if (later) current = head;
        arrive(current.info);
        tell("release", current.info);
        return "updated";
    }

    async function perform(delivered, signal) {
        counters.refreshes += 1;
        const beginning = clock();
        try {
            if (closing.signal.aborted) throw failure("cancelled", "the client is closed");
            const head = delivered ?? channel.head(signal);
            // Awaited below, after the launch, which is tried again if the module could not be loaded.
            Promise.resolve(head).catch(() => {});
            await launched.catch(error => {
                if (error.code === "wasmForbidden") throw error;
                return launched = launch();
            });
            const result = await follow(await head, signal);
            counters[result === "updated" ? "updates" : result] += 1;
            retryAt = 0;
            begun = beginning;
            return result;
        } catch (error) {
            refused(error);
            throw error;
        }
    }

    /** Keeps the wait of `Retry-After`, a day at most, and a random part of the jitter (C5.3). */
    function refused(error) {
        const {retryAfterSeconds: seconds} = error;
        if (seconds >= 0) retryAt = clock() + day(seconds) + day(current?.poll.jitter ?? 0) * random();
        report(error);
    }

    /** Position decides (C3.3). */
    async function follow(head, signal) {
        const later = after(head);
        if (later < 0) return "ignored";
        if (head.digest === current?.digest) {
            current.poll = head.poll;
            if (later || unwritten) {
                const stored = unwritten ? {head, file: unwritten} : await restore();
                if (stored?.head.digest === head.digest) await store({head, file: stored.file});
                if (later) current = head;
            }
            return "unchanged";
        }
        if (later === 0) {
            throw failure("conflictingHead", `position ${head.epoch}/${head.sequence} has another release`,
                "raise the server's epoch");
        }
        // Another tab or process may have stored it.
        const stored = await restore();
        if (stored?.head.digest === head.digest && order(stored.head, head) >= 0) {
            stored.head.poll = head.poll;
            return use(stored);
        }
        const fetched = await download(head, signal);
        // `false`: a later one is stored.
        return use(await store(fetched) === false && await restore() || fetched);
    }

    /** Fetches the index of a format that this engine opens, or else the body, and verifies it (C2.5, C3.1, C3.4). */
    async function download(head, signal) {
        if (unusable.digest === head.digest) throw unusable.error;
        const get = async (path, type, digest) => {
            const bytes = await channel.file(path, type, {signal, cache: isSuspect ? "reload" : "default"});
            isSuspect = await made("wasm", waymark => waymark.sha256(bytes)) !== digest;
            if (isSuspect) throw failure("wrongDigest", `${path} has another digest`);
            return bytes;
        };
        const named = [head.index].flat().find(entry => entry?.format === format && isDigest(entry.digest));
        if (named) {
            try {
                return await open(head, await get(
                    `/v1/apps/${head.app}/indexes/${named.digest}`, /^application\/vnd\.waymark\.index\s*(;|$)/i, named.digest));
            } catch (error) {
                if (!options.engine || error.retryAfterSeconds >= 0 || signal.aborted) throw error;
            }
        }
        await made("engine");
        const body = await get(head.body, json, head.digest);
        try {
            return await open(head, await compileBody(body));
        } catch (error) {
            // The same bytes would fail again (C4.5).
            if (error.code !== "wasmUnreachable") unusable = {digest: head.digest, error};
            throw error;
        }
    }

    /** Polls until it is stopped, or shares a stream of heads (C5, C6). */
    async function update(signal) {
        const state = {failures: 0};
        /** The wait after a failure: doubled each time up to five minutes, of which a random half is left out (C5.2). */
        const backoff = () => Math.min(500 * 2 ** (state.failures += 1), 3e5) * (0.5 + random() / 2);
        /** One poll; the result is the wait after it. */
        const poll = async () => {
            try {
                await refresh();
                state.failures = 0;
                const {interval, jitter} = current.poll;
                return Math.max(day(interval), 1000) + day(jitter) * random();
            } catch (error) {
                if (error.code === "wasmForbidden") stop();
                return backoff();
            }
        };
        const pause = async milliseconds => {
            if (!signal.aborted && await sleep(milliseconds)) state.failures = 0;
            while (!signal.aborted && retryAt > clock()) await sleep(retryAt - clock());
        };
        await pause(0);
        if (options.updates === "events") {
            // Service workers cannot import later; they poll.
            const {follow} = await import("./events.mjs").catch(() => ({}));
            if (follow) return follow({
                signal, poll, pause, state, counters, channel, backoff, refused, run,
                head: () => current, running: () => running,
            });
        }
        while (!signal.aborted) await pause(await poll());
        return undefined;
    }

    /** Waits; true if `wake` has ended the wait. */
    const sleep = milliseconds => new Promise(resolve => {
        const cancel = timer(resolve, milliseconds);
        endPause = isWoken => { cancel(); resolve(isWoken); };
    });

    updateContext(context);
    let arrive;
    let fail;
    const ready = new Promise((resolve, reject) => { arrive = resolve; fail = reject; });
    let launched = launch();
    ready.catch(() => {});
    launched.catch(() => {});
    if (options.updates !== "none") {
        start();
        const on = (name, run) => globalThis.addEventListener?.(name, run, {signal: closing.signal});
        let isLeft;
        on("pagehide", () => { isLeft = updating; stop(); });
        on("pageshow", () => isLeft && start());
        on("online", wake);
        on("visibilitychange", () => document.hidden || wake());
    }
    return {
        counters, ready, readyWithin, resolve, resolveAsync, updateContext, refresh, wake, start, stop, close,
        get release() { return current?.info; },
        get context() { return facts; },
        onRelease: listener => listen("release", listener),
        onFailure: listener => listen("failure", listener),
    };
}
export {WaymarkError};
