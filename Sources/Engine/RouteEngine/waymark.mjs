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
    compile(body) { return this.#taken(this.#made(this.#exports.wm_compile, body)); }

    /** The SHA-256 of bytes or a text, as hexadecimal digits. */
    sha256(bytes) {
        const digest = this.#results + 8;
        this.#exports.wm_sha256(...this.#pass(bytes), digest);
        return Array.from(this.#bytes.subarray(digest, digest + 32), byte => byte.toString(16).padStart(2, "0")).join("");
    }

    /** A context that is read once and used for many resolutions: an object, or its JSON. */
    context(value = {}) {
        const handle = this.#made(this.#exports.wm_context_new, typeof value === "string" ? value : JSON.stringify(value));
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
        return JSON.parse(this.#text(this.#exports.wm_check(...this.#pass(draft), this.#results))).findings;
    }

    /** The body of a draft as text; waymark-engine.wasm only. */
    freeze(draft, {app = "app", version = 1, published = Date.now()} = {}) {
        const parts = [draft, app].map(value => typeof value === "string" ? this.#encoder.encode(value) : value);
        const [length, appLength] = parts.map(bytes => bytes.length);
        const both = new Uint8Array(length + appLength);
        both.set(parts[0]);
        both.set(parts[1], length);
        return this.#text(this.#made((at, _, ...results) => this.#exports.wm_freeze(
            at, length, at + length, appLength, version, BigInt(published), ...results), both));
    }

    // #endregion

    #open(function_, file) {
        const handle = this.#made(function_, file);
        return new Release(this, {
            resolve: (context, address, now, flags) => this.#text(
                this.#exports.wm_resolve(handle, context, ...this.#pass(address), now, flags, this.#results)),
            describe: () => this.#text(this.#exports.wm_describe(handle, this.#results)),
            // #region Not for the web client
            close: () => this.#exports.wm_close(handle),
            // #endregion
        });
    }

    /** Copies a text or bytes into the module; returns place and length. */
    #pass(value) {
        const bytes = typeof value === "string" ? this.#encoder.encode(value) : value;
        if (bytes.length > this.#capacity) {
            this.#exports.wm_free(this.#buffer);
            this.#capacity = bytes.length;
            this.#buffer = this.#exports.wm_alloc(this.#capacity);
        }
        this.#bytes.set(bytes, this.#buffer);
        return [this.#buffer, bytes.length];
    }

    /** The memory, which is another buffer after it has grown. */
    get #bytes() { return new Uint8Array(this.#exports.memory.buffer); }

    /** One of the numbers that a function has written. */
    #result(index) { return new Uint32Array(this.#exports.memory.buffer, this.#results)[index]; }

    /** A copy of the bytes at a place, whose memory is freed. */
    #taken(at) {
        const copy = this.#bytes.slice(at, at + this.#result(0));
        this.#exports.wm_free(at);
        return copy;
    }

    #text(at) { return this.#decoder.decode(this.#taken(at)); }

    /** What a function makes of a text or bytes; 0 means that it left a problem. */
    #made(function_, value) {
        const made = function_(...this.#pass(value), this.#results + 4, this.#results);
        if (made) return made;
        throw new WaymarkError(JSON.parse(this.#text(this.#result(1))));
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
    #last = {text: "{}", handle: 0, free() {}};

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
        this.#last = {text: "{}", handle: 0, free() {}};
    }

    // #endregion

    /** The handle of a context; that of an object is kept until another one is passed. */
    #handle(context) {
        // #region Not for the web client
        if (context instanceof Context) return context.handle;
        // #endregion
        const text = JSON.stringify(context);
        if (text !== this.#last.text) {
            const {handle, free} = this.#waymark.context(text);
            this.#last.free();
            this.#last = {text, handle, free};
        }
        return this.#last.handle;
    }
}
