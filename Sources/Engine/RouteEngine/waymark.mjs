// Waymark's engine in JavaScript: a thin layer over waymark-resolver.wasm or waymark-engine.wasm, for browsers and Node.
//
//     const waymark = await Waymark.load(fetch("/waymark-resolver.wasm"));
//     const release = waymark.openIndex(new Uint8Array(await (await fetch(index)).arrayBuffer()));
//     release.resolve("https://example.com/p/42", {platform: "web"}).screen
//
// `Config/guides/engine.md` describes what each method returns.

/** An error with a stable `code`, a `hint`, and the `offset` in the text where there is one. */
export class WaymarkError extends Error {
    constructor(problem) {
        super(problem.hint ? `${problem.detail} (${problem.hint})` : problem.detail);
        this.name = "WaymarkError";
        Object.assign(this, problem);
    }
}

export class Waymark {
    #exports;
    #bytes;
    #words;
    #buffer;
    #capacity = 1 << 16;
    #results;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();

    constructor(instance) {
        this.#exports = instance.exports;
        this.#buffer = this.#exports.wm_alloc(this.#capacity);
        // Two numbers, and a digest.
        this.#results = this.#exports.wm_alloc(40);
    }

    /** The versions: `abi`, `bodyFormat`, `indexFormat`. */
    get version() { return JSON.parse(this.#text(this.#exports.wm_version(this.#results))); }

    /** Opens a compiled index (bytes). */
    openIndex(file) { return this.#open(this.#exports.wm_open_index, file); }

    /** Compiles a release body to the bytes of an index; waymark-engine.wasm only. */
    compile(body) {
        const [at, length] = this.#pass(body);
        return this.#taken(this.#made(this.#exports.wm_compile(at, length, this.#results + 4, this.#results)));
    }

    /** The SHA-256 of bytes or a text, as hexadecimal digits. */
    sha256(bytes) {
        const [at, length] = this.#pass(bytes);
        const digest = this.#results + 8;
        this.#exports.wm_sha256(at, length, digest);
        this.#view();
        return Array.from(this.#bytes.subarray(digest, digest + 32), byte => byte.toString(16).padStart(2, "0")).join("");
    }

    /** A context that is read once and used for many resolutions: an object, or its JSON. */
    context(value = {}) {
        const [at, length] = this.#pass(typeof value === "string" ? value : JSON.stringify(value));
        const handle = this.#made(this.#exports.wm_context_new(at, length, this.#results + 4, this.#results));
        return new Context(handle, () => this.#exports.wm_context_free(handle));
    }

    // #region Not for the web client: Config/scripts/build-web leaves this part out there.

    /** Loads a module: its bytes, a `WebAssembly.Module`, or a `Response` or a promise of one. */
    static async load(source) {
        const from = await source;
        const isResponse = typeof Response !== "undefined" && from instanceof Response;
        if (isResponse && !from.ok) throw new Error(`${from.url} is answered with ${from.status}`);
        // Of bytes the result has the module, too.
        const result = await WebAssembly.instantiate(isResponse ? await from.arrayBuffer() : from, {});
        return new Waymark(result.instance ?? result);
    }

    /** The bytes of the module's memory; a module that repeats the same work does not grow. */
    get memoryBytes() { return this.#exports.memory.buffer.byteLength; }

    /** Opens a release body (bytes or text); waymark-engine.wasm only. */
    open(body) { return this.#open(this.#exports.wm_open, body); }

    /** The findings of a draft (text or bytes); waymark-engine.wasm only. */
    check(draft) {
        const [at, length] = this.#pass(draft);
        return JSON.parse(this.#text(this.#exports.wm_check(at, length, this.#results))).findings;
    }

    /** The body of a draft as text; waymark-engine.wasm only. */
    freeze(draft, {app = "app", version = 1, published = Date.now()} = {}) {
        const [at, length, appAt, appLength] = this.#pass(draft, app);
        return this.#text(this.#made(this.#exports.wm_freeze(
            at, length, appAt, appLength, version, BigInt(published), this.#results + 4, this.#results)));
    }

    // #endregion

    #open(function_, file) {
        const [at, length] = this.#pass(file);
        const handle = this.#made(function_(at, length, this.#results + 4, this.#results));
        return new Release(this, {
            resolve: (context, address, now, flags) => {
                const [at, length] = this.#pass(address);
                return this.#text(
                    this.#exports.wm_resolve(handle, context, at, length, now, flags, this.#results));
            },
            describe: () => this.#text(this.#exports.wm_describe(handle, this.#results)),
            close: () => this.#exports.wm_close(handle),
        });
    }

    /** Copies texts and bytes into the module; returns place and length of each. */
    #pass(...values) {
        let needed = 0;
        for (const value of values) needed += value.length * (typeof value === "string" ? 3 : 1);
        if (needed > this.#capacity) {
            this.#exports.wm_free(this.#buffer);
            this.#buffer = this.#exports.wm_alloc(needed);
            this.#capacity = needed;
        }
        this.#view();
        const places = [];
        let at = this.#buffer;
        for (const value of values) {
            let length = value.length;
            if (typeof value === "string") {
                length = this.#encoder.encodeInto(value, this.#bytes.subarray(at, at + value.length * 3)).written;
            } else {
                this.#bytes.set(value, at);
            }
            places.push(at, length);
            at += length;
        }
        return places;
    }

    /** Renews the views if the memory has grown, which detaches them. */
    #view() {
        if (this.#bytes?.buffer !== this.#exports.memory.buffer) {
            this.#bytes = new Uint8Array(this.#exports.memory.buffer);
            this.#words = new Uint32Array(this.#exports.memory.buffer);
        }
    }

    /** A copy of the bytes at a place, whose memory is freed. */
    #taken(at) {
        this.#view();
        const copy = this.#bytes.slice(at, at + this.#words[this.#results >> 2]);
        this.#exports.wm_free(at);
        return copy;
    }

    #text(at) { return this.#decoder.decode(this.#taken(at)); }

    /** What a function made; 0 means that it left a problem. */
    #made(at) {
        if (at) return at;
        this.#view();
        throw new WaymarkError(JSON.parse(this.#text(this.#words[(this.#results >> 2) + 1])));
    }
}

/** A context that the module has read. */
export class Context {
    constructor(handle, free) {
        this.handle = handle;
        /** Frees its memory; it must not be used afterwards. */
        this.free = free;
    }
}

/** A release that is open. */
export class Release {
    #waymark;
    #calls;
    #last = {text: "", handle: 0, free() {}};

    constructor(waymark, calls) {
        this.#waymark = waymark;
        this.#calls = calls;
    }

    /** `app`, `digest`, `rules` and `version`. */
    describe() { return JSON.parse(this.#calls.describe()); }

    /**
     * The resolution of an address.
     *
     * `context` is an object, or the result of `Waymark.context`. `at` is in milliseconds since 1970.
     */
    resolve(address, context, options) { return JSON.parse(this.resolveText(address, context, options)); }

    /** The same as JSON text. */
    resolveText(address, context = {}, {at = Date.now(), explain = false} = {}) {
        return this.#calls.resolve(this.#handle(context), address, BigInt(at), explain ? 1 : 0);
    }

    // #region Not for the web client, which drops the whole instance.

    /** Frees the memory of the release, which answers nothing afterwards. */
    close() {
        this.#last.free();
        this.#calls.close();
        const refuse = () => { throw new Error("the release is closed"); };
        this.#calls = {resolve: refuse, describe: refuse, close: refuse};
        this.#last = {text: "", handle: 0, free() {}};
    }

    // #endregion

    /** The handle of a context; that of an object is kept until another one is passed. */
    #handle(context) {
        if (context instanceof Context) return context.handle;
        const text = JSON.stringify(context);
        if (text === "{}") return 0;
        if (text !== this.#last.text) {
            const {handle, free} = this.#waymark.context(text);
            this.#last.free();
            this.#last = {text, handle, free};
        }
        return this.#last.handle;
    }
}
