// Resolves addresses with rules that a Waymark server publishes and this device keeps. `client.d.ts` describes every name;
// numbers like C4.1 are the statements of Config/specification/client.md.
import {Waymark, WaymarkError} from "./waymark.mjs";
import {Channel, failure, isDigest, json, order} from "./channel.mjs";
import {checkOptions, readContext} from "./options.mjs";
import {database} from "./storage.mjs";

const readySeconds = 15;
const beside = name => new URL(`waymark-${name}.wasm`, import.meta.url);
const nothing = {read: async () => undefined, write: async () => true, remove: async () => {}};
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

/** The bytes of a bootstrap's index, which is base64 in a page. */
function bytes(index) {
    try {
        return typeof index === "string" ? Uint8Array.from(atob(index), character => character.charCodeAt(0)) : index;
    } catch {
        throw failure("invalidBody", "bootstrap.index is neither bytes nor base64");
    }
}

async function compile(source) {
    try {
        let from = await (typeof source === "function" ? source() : source);
        if (typeof from === "string" || from instanceof URL) from = await fetch(from);
        if (from instanceof WebAssembly.Module) return from;
        if (from.ok === false) throw new Error(`${from.url} answered ${from.status}`);
        return await WebAssembly.compile(from.arrayBuffer ? await from.arrayBuffer() : from);
    } catch (error) {
        if (!isForbidden()) throw failure("wasmUnreachable", `the engine was not loaded: ${error.message}`);
        throw failure("wasmForbidden", "WebAssembly is not available here", {
            hint: "add 'wasm-unsafe-eval' to script-src of the Content Security Policy",
        });
    }
}

class Client {
    counters = {
        resolutions: 0, refreshes: 0, updates: 0, unchanged: 0, ignored: 0, connections: 0, disconnections: 0, failures: {},
    };
    #channel;
    #options;
    #environment;
    #storage;
    #modules = {};
    #key;
    #format;
    #context = {};
    #failure;
    #launched;
    #settle;
    /** The head of the release in use; undefined where its position says nothing (C1.3). */
    #head;
    /** What `release` gives: one object until it changes. */
    #info;
    #release;
    #unwritten;
    #unusable = {};
    #isSuspect = false;
    #running;
    #retryAt = 0;
    #begun = -Infinity;
    #wake;
    #updating;
    #exchange;
    #closing = new AbortController();
    #listeners = {release: new Set(), failure: new Set()};

    constructor(given) {
        checkOptions(given);
        const {server, app, channel = "production", context = {}, storage = database, environment, ...options} = given;
        this.#environment = {...system, ...environment};
        this.#channel = new Channel(server, app, channel, this.#environment);
        this.#storage = storage || nothing;
        this.updateContext(context);
        this.#options = {wasm: beside("resolver"), engine: beside("engine"), updates: "polling", ...options};
        this.ready = new Promise((resolve, reject) => { this.#settle = {resolve, reject}; });
        this.ready.catch(() => {});
        this.#launched = this.#launch();
        this.#launched.catch(() => {});
        if (this.#options.updates !== "none") {
            this.start();
            const on = (name, run) => globalThis.addEventListener?.(name, run, {signal: this.#closing.signal});
            let isLeft = false;
            on("pagehide", () => { isLeft = Boolean(this.#updating); this.stop(); });
            on("pageshow", () => isLeft && this.start());
            on("online", () => this.wake());
            on("visibilitychange", () => document.hidden || this.wake());
        }
    }

    get release() { return this.#info; }
    get context() { return this.#context; }
    onRelease = listener => this.#listen("release", listener);
    onFailure = listener => this.#listen("failure", listener);

    updateContext(change) {
        const refuse = error => { throw error; };
        const changed = typeof change === "function" ? change(this.#context) : change;
        const context = readContext(changed, refuse, error => this.#report(error));
        this.#context = {...this.#context, ...context};
    }

    readyWithin(milliseconds) {
        return this.#limited(this.ready, milliseconds, () => {
            const {detail, hint = "pass `bootstrap`, which answers without a network"} = this.#failure ?? {};
            return failure("timedOut", `no release has arrived within ${milliseconds} ms${detail ? `; ${detail}` : ""}`, {hint});
        });
    }

    /** What is asked, without what cannot be read, which is reported. */
    #asked(options) {
        const {context, at, explain} = options ?? {};
        const report = error => this.#report(error);
        const now = this.#environment.now();
        let time = Math.trunc(typeof at === "number" ? at : (at ?? new Date(now)).getTime?.());
        if (!Number.isFinite(time)) {
            report(failure("invalidContext", "`at` is neither a date nor milliseconds"));
            time = Math.trunc(now);
        }
        return {context: context ? readContext(context, report, report) : this.#context, at: time, explain};
    }

    /** Uses one release from the first step to the last, and no request (C4.1, C7.1). */
    resolve(address, options) {
        this.counters.resolutions += 1;
        let original = "";
        let failure = {code: "not-ready", detail: "No rules have arrived yet."};
        try {
            original = String(address);
            const {context, ...rest} = this.#asked(options);
            if (this.#release) return this.#release.resolve(original, context, rest);
        } catch (error) {
            failure = {code: "invalid-address", detail: String(error?.message)};
        }
        return {outcome: "failed", original, failure, parameters: {}, trail: []};
    }

    async resolveAsync(address, options) {
        try {
            await this.readyWithin(readySeconds * 1000);
        } catch (error) {
            if (!this.#options.askServer || error.code !== "wasmForbidden") throw error;
            const {ask} = await import("./ask.mjs");
            return ask(this.#channel, this.#closing.signal, address, this.#asked(options));
        }
        return this.resolve(address, options);
    }

    /** Fetches the head, and the release if it is new. Callers share one exchange (C5.4). */
    refresh() { return this.#running ?? this.#run(); }

    #run(delivered) {
        const exchange = new AbortController();
        const running = this.#perform(delivered, exchange.signal).finally(() => {
            if (this.#running === running) this.#running = undefined;
        });
        this.#exchange = exchange;
        return this.#running = running;
    }

    /** Ends the wait before the next exchange, but never that of `Retry-After` (C5.3). */
    wake() {
        if (this.#environment.clock() - this.#begun > 1000) this.#wake?.();
    }

    start() {
        if (this.#updating || this.#closing.signal.aborted) return;
        const updating = this.#updating = new AbortController();
        this.#update(updating.signal).catch(error => this.#report(error));
    }

    stop() {
        this.#updating?.abort();
        this.#exchange?.abort();
        // A later caller must not join an exchange that was cancelled.
        this.#updating = this.#running = undefined;
    }

    close() {
        this.stop();
        this.#closing.abort();
        this.#settle.reject(failure("cancelled", "the client is closed"));
    }

    #listen(kind, listener) {
        if (typeof listener !== "function") throw failure("invalidConfiguration", `the listener of a ${kind} is not a function`);
        this.#listeners[kind].add(listener);
        return () => this.#listeners[kind].delete(listener);
    }

    /** Calls the listeners later; one that throws harms neither the client nor the others. */
    #tell(kind, value) {
        queueMicrotask(() => {
            for (const listener of this.#listeners[kind]) Promise.resolve(value).then(listener).catch(error => console.error(error));
        });
    }

    #report(error) {
        const {failures} = this.counters;
        failures[error.code] = (failures[error.code] ?? 0) + 1;
        this.#failure = error;
        this.#tell("failure", error);
    }

    /** A module, compiled once; a failed download is tried again by the next caller. */
    #module(name) {
        if (!this.#options[name]) {
            throw failure("unsupportedFormat", `there is no index of format ${this.#format}`, {
                hint: "set `engine`, which compiles the body, or update the server",
            });
        }
        return this.#modules[name] ??= compile(this.#options[name]).catch(error => {
            delete this.#modules[name];
            throw error;
        });
    }

    /** A new instance of a module. */
    async #load(name) {
        const module = await this.#module(name);
        try {
            return new Waymark(await WebAssembly.instantiate(module));
        } catch (error) {
            throw failure("wasmUnreachable", `the engine was not started: ${error.message}`);
        }
    }

    /** What the engine makes of a file; its refusal is that of the file. */
    async #made(name, use) {
        const waymark = await this.#load(name);
        try {
            return use(waymark);
        } catch ({code, detail, message, hint}) {
            throw failure(code === "unsupported-format" ? "unsupportedFormat" : "invalidBody", detail ?? message, {hint});
        }
    }

    /** Answers from the page's own release, then from the stored one, before any request to the server (C1.1, C1.3). */
    async #launch() {
        try {
            this.#format = (await this.#load("wasm")).version.indexFormat;
        } catch (error) {
            this.#report(error);
            if (error.code === "wasmForbidden") this.#settle.reject(error);
            throw error;
        }
        this.#key = [this.#channel.root, this.#channel.app, this.#channel.channel, this.#format].join(" ");
        const {bootstrap} = this.#options;
        let own;
        if (bootstrap) {
            try {
                const {head, index, body} = bootstrap;
                own = await this.#open(this.#channel.read(JSON.stringify(head)), index ? bytes(index) : await this.#compile(body));
                this.#use(own);
            } catch (error) {
                this.#report(error);
            }
        }
        const stored = await this.#restore();
        if (stored && (!own || order(stored.head, own.head) >= 0)) this.#use(stored);
        else if (own) await this.#store(own);
    }

    /** Opens an index in an instance of its own, so that a file that stops the engine cannot harm the release in use. */
    async #open(head, file) {
        const release = await this.#made("wasm", waymark => waymark.openIndex(file));
        const {app, digest, version} = release.describe();
        if (app !== head.app || digest !== head.digest || version !== head.version) {
            throw failure("invalidBody", `the file has release ${version} of ${app}, not release ${head.version} of ${head.app}`);
        }
        return {head, file, release};
    }

    #compile(body) { return this.#made("engine", waymark => waymark.compile(body)); }

    /** The stored release; a damaged one is passed over and removed, never half used (C1.2). */
    async #restore() {
        for (let tries = 0; tries < 4; tries += 1) {
            let record;
            try {
                record = await this.#limited(this.#storage.read(this.#key));
                if (!record) return undefined;
                const head = this.#channel.read(record.head);
                if (order(head, record)) throw failure("cacheUnreadable", "a stored head has another position");
                return await this.#open(head, record.file);
            } catch (error) {
                this.#report(failure("cacheUnreadable", error.message));
                if (!record || !(error instanceof WaymarkError) || error.code === "wasmUnreachable") return undefined;
                await this.#limited(this.#storage.remove(this.#key, record)).catch(() => {});
            }
        }
        return undefined;
    }

    /** Stores a release whole or not at all; if that fails, it is used from memory (C4.2, C4.3). */
    async #store({head, file}) {
        try {
            const {epoch, sequence, text} = head;
            const isStored = await this.#limited(this.#storage.write(this.#key, {epoch, sequence, head: text, file}));
            this.#unwritten = undefined;
            return isStored;
        } catch (error) {
            this.#unwritten = file;
            this.#report(failure("cacheUnwritable", error.message));
            return undefined;
        }
    }

    /** Some browsers have left requests to IndexedDB unanswered: none is waited for longer than five seconds. */
    #limited(promise, milliseconds = 5000, late = () => new Error("the storage does not answer")) {
        return new Promise((resolve, reject) => {
            const cancel = this.#environment.timer(() => reject(late()), milliseconds);
            Promise.resolve(promise).finally(cancel).then(resolve, reject);
        });
    }

    #use({head, release}) {
        if (this.#head && order(head, this.#head) < 0) return "ignored";
        this.#release = release;
        this.#move(head);
        this.#settle.resolve(this.release);
        this.#tell("release", this.release);
        return "updated";
    }

    /** Notes the position of the release in use. */
    #move(head) {
        const {app, channel, version, digest, epoch, sequence} = this.#head = head;
        if (!this.#info || order(head, this.#info)) this.#info = Object.freeze({app, channel, version, digest, epoch, sequence});
    }

    async #perform(delivered, signal) {
        this.counters.refreshes += 1;
        const begun = this.#environment.clock();
        try {
            if (this.#closing.signal.aborted) throw failure("cancelled", "the client is closed");
            const head = delivered ?? this.#channel.head(signal);
            // Awaited below, after the launch, which is tried again if the module could not be loaded.
            if (!delivered) head.catch(() => {});
            await this.#launched.catch(error => {
                if (error.code === "wasmForbidden") throw error;
                return this.#launched = this.#launch();
            });
            const result = await this.#follow(await head, signal);
            this.counters[result === "updated" ? "updates" : result] += 1;
            this.#retryAt = 0;
            this.#begun = begun;
            return result;
        } catch (error) {
            this.#refused(error);
            this.#report(error);
            throw error;
        }
    }

    /** Keeps the wait of `Retry-After`, a day at most, and a random part of the jitter (C5.3). */
    #refused({retryAfterSeconds: seconds}) {
        if (seconds === undefined) return;
        const {clock, random} = this.#environment;
        this.#retryAt = clock() + day(seconds) + day(this.#head?.poll.jitter ?? 0) * random();
    }

    /** Position decides (C3.3). */
    async #follow(head, signal) {
        const seen = this.#head;
        const later = seen ? order(head, seen) : 1;
        if (later < 0) return "ignored";
        if (head.digest === seen?.digest) {
            if (later > 0 || this.#unwritten) {
                const file = this.#unwritten
                    ?? await this.#restore().then(stored => stored?.head.digest === head.digest && stored.file);
                if (file) await this.#store({head, file});
                this.#move(head);
            }
            return "unchanged";
        }
        if (later === 0) {
            throw failure("conflictingHead", `position ${head.epoch}/${head.sequence} has another release on the server than here`, {
                hint: "the server's store was replaced without raising its epoch: clear this site's storage",
            });
        }
        // Another tab or process may have stored it.
        const stored = await this.#restore();
        if (stored?.head.digest === head.digest && order(stored.head, head) >= 0) return this.#use(stored);
        const fetched = await this.#fetch(head, signal);
        if (await this.#store(fetched) === false) {
            const overtaking = await this.#restore();
            if (overtaking && order(overtaking.head, head) > 0) return this.#use(overtaking);
        }
        return this.#use(fetched);
    }

    /** Fetches the index of a format that this engine opens, or else the body, and verifies it (C2.5, C3.1, C3.4). */
    async #fetch(head, signal) {
        if (this.#unusable.digest === head.digest) throw this.#unusable.error;
        const get = async (path, type, digest) => {
            const bytes = await this.#channel.file(path, type, {signal, cache: this.#isSuspect ? "reload" : "default"});
            const waymark = await this.#load("wasm");
            this.#isSuspect = waymark.sha256(bytes) !== digest;
            if (this.#isSuspect) throw failure("wrongDigest", `${path} does not have the digest that the head names`);
            return bytes;
        };
        const named = [head.index].flat().find(entry => entry?.format === this.#format && isDigest(entry.digest));
        if (named) {
            try {
                const path = `/v1/apps/${head.app}/indexes/${named.digest}`;
                return await this.#open(head, await get(path, /^application\/vnd\.waymark\.index$/, named.digest));
            } catch (error) {
                if (!this.#options.engine || error.retryAfterSeconds !== undefined || signal.aborted) throw error;
            }
        }
        await this.#module("engine");
        const body = await get(head.body, json, head.digest);
        try {
            return await this.#open(head, await this.#compile(body));
        } catch (error) {
            // The same bytes would fail again (C4.5).
            if (error.code !== "wasmUnreachable") this.#unusable = {digest: head.digest, error};
            throw error;
        }
    }

    /** Polls until it is stopped, or shares a stream of heads (C5, C6). */
    async #update(signal) {
        const {random, clock} = this.#environment;
        const state = {failures: 0};
        /** One poll; the result is the wait after it. */
        const poll = async () => {
            try {
                await this.refresh();
                state.failures = 0;
                const {interval, jitter} = this.#head.poll;
                return Math.max(day(interval), 1000) + day(jitter) * random();
            } catch (error) {
                if (error.code === "wasmForbidden") this.stop();
                return this.#after(state);
            }
        };
        /** Waits; true if the wait was ended by a wake-up. */
        const pause = async milliseconds => {
            if (await this.#pause(milliseconds, signal, true)) state.failures = 0;
            while (!signal.aborted && this.#retryAt > clock()) await this.#pause(this.#retryAt - clock(), signal);
        };
        await pause(0);
        if (this.#options.updates === "events") {
            // Service workers cannot import later; they poll.
            const {follow} = await import("./events.mjs").catch(() => ({}));
            if (follow) return follow({
                signal, poll, pause, state, counters: this.counters, channel: this.#channel, environment: this.#environment,
                key: `waymark ${this.#channel.base}${this.#channel.query}`,
                head: () => this.#head,
                after: () => this.#after(state),
                refused: error => { this.#refused(error); this.#report(error); },
                use: async head => {
                    while (this.#running) await this.#running.catch(() => {});
                    return this.#run(head);
                },
            });
        }
        while (!signal.aborted) await pause(await poll());
        return undefined;
    }

    /** The wait after a failure: doubled each time up to five minutes, of which a random half is left out (C5.2). */
    #after(state) {
        const doubled = Math.min(1000 * 2 ** state.failures, 3e5);
        state.failures += 1;
        return doubled * (0.5 + this.#environment.random() / 2);
    }

    #pause(milliseconds, signal, canWake) {
        return new Promise(resolve => {
            const end = isWoken => {
                cancel();
                this.#wake = undefined;
                signal.removeEventListener("abort", end);
                resolve(isWoken === true);
            };
            const cancel = this.#environment.timer(end, milliseconds);
            signal.addEventListener("abort", end);
            if (canWake) this.#wake = () => end(true);
            if (signal.aborted) end();
        });
    }
}

export function createClient(options) { return new Client(options); }
export {WaymarkError};
