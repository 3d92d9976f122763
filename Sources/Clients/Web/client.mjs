// Resolves addresses with rules that a Waymark server publishes and this device keeps. `client.d.ts` describes every name;
// numbers like C4.1 are the statements of Config/specification/client.md.
import {Waymark, WaymarkError} from "./waymark.mjs";
import {Channel, failure, isDigest, json, order} from "./channel.mjs";
import {readContext, readOptions} from "./options.mjs";
import {database} from "./storage.mjs";

const beside = name => new URL(`waymark-${name}.wasm`, import.meta.url);
const nothing = {read() {}, write: () => true};
const system = {
    fetch: (...request) => fetch(...request),
    now: () => Date.now(),
    clock: () => performance.now(),
    random: () => Math.random(),
    timer: (run, milliseconds) => {
        const id = setTimeout(run, milliseconds);
        return () => clearTimeout(id);
    },
};

/** Seconds of the server in milliseconds, at most a day (C5.1). */
const day = seconds => Math.min(seconds, 86400) * 1000;

/** Whether a Content Security Policy forbids WebAssembly, tried with the smallest module. */
function isForbidden() {
    try {
        return !new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    } catch {
        return true;
    }
}

/** The bytes of a file, which is base64 in a page. */
const bytes = file => typeof file === "string" ? Uint8Array.from(atob(file), character => character.charCodeAt(0)) : file;

async function compile(source) {
    let from = await (typeof source === "function" ? source() : source);
    if (typeof from === "string" || from instanceof URL) from = await fetch(from);
    if (from instanceof WebAssembly.Module) return from;
    if (from.ok === false) throw new Error(`${from.url} answered ${from.status}`);
    return WebAssembly.compile(from.arrayBuffer ? await from.arrayBuffer() : from);
}

export function createClient(given) {
    const counters = {
        resolutions: 0, refreshes: 0, updates: 0, unchanged: 0, ignored: 0, connections: 0, disconnections: 0, failures: {},
    };
    const {server, app, channel: name, context = {}, ...rest} = {...given};
    const options = readOptions(rest, {
        storage: database, wasm: beside("resolver"), engine: beside("engine"), updates: "polling", environment: system,
    });
    const {environment} = options;
    const {now, clock, random, timer} = environment;
    const storage = options.storage ?? nothing;
    const channel = new Channel(server, app, name, environment);
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
        facts = {...facts, ...context};
    }

    function readyWithin(milliseconds = 15_000) {
        return limited(ready, milliseconds, () => {
            const {detail, hint = "pass `bootstrap`, which answers at once"} = latest ?? {};
            return failure("timedOut", `no release has arrived within ${milliseconds} ms${detail ? `; ${detail}` : ""}`, hint);
        });
    }

    /** What is asked, without what cannot be read, which is reported. */
    function asked(options) {
        const {context, at, explain} = options ?? {};
        let time = at?.getTime?.() ?? at ?? now();
        if (!Number.isFinite(time)) {
            report(failure("invalidContext", "`at` is neither a date nor milliseconds"));
            time = now();
        }
        return {context: context ? readContext(context, report) : facts, at: Math.trunc(time), explain};
    }

    /** Uses one release from the first step to the last, and no request (C4.1, C7.1). */
    function resolve(address, options) {
        counters.resolutions += 1;
        let original = "";
        let failure = {code: "not-ready", detail: "No rules have arrived yet."};
        try {
            original = String(address);
            const {context, ...rest} = asked(options);
            if (opened) return opened.resolve(original, context, rest);
        } catch (error) {
            failure = {code: "invalid-address", detail: String(error?.message)};
        }
        return {outcome: "failed", original, failure, parameters: {}, trail: []};
    }

    async function resolveAsync(address, given) {
        try {
            await readyWithin();
        } catch (error) {
            if (!options.askServer || error.code !== "wasmForbidden") throw error;
            const {ask} = await import("./ask.mjs");
            return ask(channel, closing.signal, address, asked(given));
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
        if (clock() - begun > 1000) endPause?.();
    }

    function start() {
        if (updating || closing.signal.aborted) return;
        updating = new AbortController();
        update(updating.signal).catch(report);
    }

    function stop() {
        updating?.abort();
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
        if (typeof listener !== "function") throw failure("invalidConfiguration", `the listener of a ${kind} is not a function`);
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
        let code = "unsupportedFormat";
        try {
            if (!source) throw failure(code, `there is no index of format ${format}`, "set `engine`, or update the server");
            code = "wasmUnreachable";
            const waymark = new Waymark(await WebAssembly.instantiate(await (modules[name] ??= compile(source))));
            code = "invalidBody";
            return use?.(waymark);
        } catch (error) {
            let {detail = error.message, hint} = error;
            // The engine's own code.
            if (error.code === "unsupported-format") code = "unsupportedFormat";
            if (code === "wasmUnreachable") {
                delete modules[name];
                detail = `the engine was not loaded: ${detail}`;
                if (isForbidden()) {
                    code = "wasmForbidden";
                    hint = "add 'wasm-unsafe-eval' to script-src of the Content Security Policy";
                }
            }
            throw failure(code, detail, hint);
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
        key = `${channel.root} ${channel.app} ${channel.channel} ${format}`;
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
        if (stored && (!own || order(stored.head, own.head) >= 0)) use(stored);
        else if (own) await store(own);
    }

    /** Opens an index in an instance of its own, so that a file that stops the engine cannot harm the release in use. */
    async function open(head, file) {
        const release = await made("wasm", waymark => waymark.openIndex(file = bytes(file)));
        const found = release.describe();
        if (["app", "digest", "version"].some(name => found[name] !== head[name])) {
            throw failure("invalidBody", `the file has release ${found.version} of ${found.app}, not that of the head`);
        }
        return {head, file, release};
    }

    function compileBody(body) { return made("engine", waymark => waymark.compile(body)); }

    /** The stored release; a damaged one is passed over and removed, never half used (C1.2). */
    async function restore() {
        for (let tries = 0; tries < 4; tries += 1) {
            let record;
            try {
                record = await limited(storage.read(key));
                if (!record) return undefined;
                const head = channel.read(record.head);
                if (order(head, record)) throw failure("cacheUnreadable", "a stored head has another position");
                return await open(head, record.file);
            } catch (error) {
                report(failure("cacheUnreadable", error.message));
                if (!record || !(error instanceof WaymarkError) || error.code === "wasmUnreachable") return undefined;
                await limited(storage.remove(key, record)).catch(() => {});
            }
        }
        return undefined;
    }

    /** Stores a release whole or not at all; if that fails, it is used from memory (C4.2, C4.3). */
    async function store({head, file}) {
        try {
            const {epoch, sequence, text} = head;
            const isStored = await limited(storage.write(key, {epoch, sequence, head: text, file}));
            unwritten = undefined;
            return isStored;
        } catch (error) {
            unwritten = file;
            report(failure("cacheUnwritable", error.message));
            return undefined;
        }
    }

    /** Some browsers have left requests to IndexedDB unanswered: none is waited for longer than five seconds. */
    function limited(promise, milliseconds = 5000, late = () => new Error("the storage does not answer")) {
        return new Promise((resolve, reject) => {
            const cancel = timer(() => reject(late()), milliseconds);
            Promise.resolve(promise).finally(cancel).then(resolve, reject);
        });
    }

    function use({head, release}) {
        const later = current ? order(head, current) : 1;
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
            if (!delivered) head.catch(() => {});
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
            report(error);
            throw error;
        }
    }

    /** Keeps the wait of `Retry-After`, a day at most, and a random part of the jitter (C5.3). */
    function refused({retryAfterSeconds: seconds}) {
        if (seconds === undefined) return;
        retryAt = clock() + day(seconds) + day(current?.poll.jitter ?? 0) * random();
    }

    /** Position decides (C3.3). */
    async function follow(head, signal) {
        const seen = current;
        const later = seen ? order(head, seen) : 1;
        if (later < 0) return "ignored";
        if (head.digest === seen?.digest) {
            if (later > 0 || unwritten) {
                const stored = unwritten ? {head, file: unwritten} : await restore();
                if (stored?.head.digest === head.digest) await store({head, file: stored.file});
                if (later) current = head;
            }
            return "unchanged";
        }
        if (later === 0) {
            throw failure("conflictingHead", `position ${head.epoch}/${head.sequence} has another release on the server`,
                "the server's store was replaced without raising its epoch: clear this site's storage");
        }
        // Another tab or process may have stored it.
        const stored = await restore();
        if (stored?.head.digest === head.digest && order(stored.head, head) >= 0) return use(stored);
        const fetched = await download(head, signal);
        if (await store(fetched) === false) {
            const overtaking = await restore();
            if (overtaking && order(overtaking.head, head) > 0) return use(overtaking);
        }
        return use(fetched);
    }

    /** Fetches the index of a format that this engine opens, or else the body, and verifies it (C2.5, C3.1, C3.4). */
    async function download(head, signal) {
        if (unusable.digest === head.digest) throw unusable.error;
        const get = async (path, type, digest) => {
            const bytes = await channel.file(path, type, {signal, cache: isSuspect ? "reload" : "default"});
            isSuspect = await made("wasm", waymark => waymark.sha256(bytes)) !== digest;
            if (isSuspect) throw failure("wrongDigest", `${path} does not have the digest of the head`);
            return bytes;
        };
        const named = [head.index].flat().find(entry => entry?.format === format && isDigest(entry.digest));
        if (named) {
            try {
                return await open(head, await get(
                    `/v1/apps/${head.app}/indexes/${named.digest}`, /^application\/vnd\.waymark\.index\s*(;|$)/i, named.digest));
            } catch (error) {
                if (!options.engine || error.retryAfterSeconds !== undefined || signal.aborted) throw error;
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
        /** One poll; the result is the wait after it. */
        const poll = async () => {
            try {
                await refresh();
                state.failures = 0;
                const {interval, jitter} = current.poll;
                return Math.max(day(interval), 1000) + day(jitter) * random();
            } catch (error) {
                if (error.code === "wasmForbidden") stop();
                return after(state);
            }
        };
        /** Waits; true if the wait was ended by a wake-up. */
        const pause = async milliseconds => {
            if (await sleep(milliseconds, signal, true)) state.failures = 0;
            while (!signal.aborted && retryAt > clock()) await sleep(retryAt - clock(), signal);
        };
        await pause(0);
        if (options.updates === "events") {
            // Service workers cannot import later; they poll.
            const {follow} = await import("./events.mjs").catch(() => ({}));
            if (follow) return follow({
                signal, poll, pause, state, counters, channel,
                head: () => current,
                after: () => after(state),
                refused: error => { refused(error); report(error); },
                use: async head => {
                    while (running) await running.catch(() => {});
                    return run(head);
                },
            });
        }
        while (!signal.aborted) await pause(await poll());
        return undefined;
    }

    /** The wait after a failure: doubled each time up to five minutes, of which a random half is left out (C5.2). */
    function after(state) {
        const doubled = Math.min(1000 * 2 ** state.failures, 3e5);
        state.failures += 1;
        return doubled * (0.5 + random() / 2);
    }

    function sleep(milliseconds, signal, canWake) {
        return new Promise(resolve => {
            const end = isWoken => {
                cancel();
                endPause = undefined;
                signal.removeEventListener("abort", end);
                resolve(isWoken === true);
            };
            const cancel = timer(end, milliseconds);
            signal.addEventListener("abort", end);
            if (canWake) endPause = () => end(true);
            if (signal.aborted) end();
        });
    }

    updateContext(context);
    let arrive;
    let fail;
    const ready = new Promise((resolve, reject) => { [arrive, fail] = [resolve, reject]; });
    ready.catch(() => {});
    let launched = launch();
    launched.catch(() => {});
    if (options.updates !== "none") {
        start();
        const on = (name, run) => globalThis.addEventListener?.(name, run, {signal: closing.signal});
        let isLeft = false;
        on("pagehide", () => { isLeft = Boolean(updating); stop(); });
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
