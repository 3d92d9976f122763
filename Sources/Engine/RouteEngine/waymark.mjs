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

/** A module: waymark-resolver.wasm, or waymark-engine.wasm, which also compiles. Texts may be bytes in UTF-8, too. */
export class Waymark {
    /** Of a `WebAssembly.Instance`; `load` makes one. */
    constructor({exports}) {
        const {memory, wm_alloc: allocate, wm_free: free} = exports;
        const encoder = new TextEncoder();
        const decoder = new TextDecoder();
        let capacity = 1 << 16;
        let buffer = allocate(capacity);
        // Two numbers, and a digest.
        const results = allocate(40);

        /** The memory, which is another buffer after it has grown. */
        const bytes = () => new Uint8Array(memory.buffer);

        /** One of the numbers that a function has written. */
        const number = index => new Uint32Array(memory.buffer, results)[index];

        const encoded = value => typeof value === "string" ? encoder.encode(value) : value;

        /** Copies a text or bytes into the module; returns place and length. */
        const pass = value => {
            const given = encoded(value);
            const {length} = given;
            if (length > capacity) {
                free(buffer);
                buffer = allocate(capacity = length);
            }
            bytes().set(given, buffer);
            return [buffer, length];
        };

        /** A copy of the bytes at a place, whose memory is freed. */
        const taken = at => {
            const copy = bytes().slice(at, at + number(0));
            free(at);
            return copy;
        };
        const text = at => decoder.decode(taken(at));
        const parsed = at => JSON.parse(text(at));

        /** What a function makes of a text or bytes; 0 means that it left a problem. */
        const made = (function_, value) => {
            const handle = function_(...pass(value), results + 4, results);
            if (handle) return handle;
            throw new WaymarkError(parsed(number(1)));
        };

        const open = (function_, file) => {
            const release = made(function_, file);
            // The context of the last resolution is kept until another one is passed.
            let last = "{}";
            let handle = 0;
            const handleOf = context => {
                // #region Not for the web client
                if (context instanceof Context) return context.handle;
                // #endregion
                const text = JSON.stringify(context);
                if (text !== last) {
                    const next = made(exports.wm_context_new, text);
                    exports.wm_context_free(handle);
                    handle = next;
                    last = text;
                }
                return handle;
            };
            const resolve = (read, address, context = {}, {at = Date.now(), explain} = {}) => read(
                exports.wm_resolve(release, handleOf(context), ...pass(address), BigInt(at), explain ? 1 : 0, results));
            return {
                /**
                 * The resolution of an address.
                 *
                 * `context` is an object, or the result of `Waymark.context`. `at` is in milliseconds since 1970.
                 */
                resolve: (...asked) => resolve(parsed, ...asked),

                // #region Not for the web client
                /** The same as JSON text. */
                resolveText: (...asked) => resolve(text, ...asked),
                // #endregion

                /** `app`, `digest`, `rules` and `version`. */
                describe: () => parsed(exports.wm_describe(release, results)),

                // #region Not for the web client, which drops the whole instance.

                /** Frees the memory of the release, which answers nothing afterwards. */
                close() {
                    exports.wm_context_free(handle);
                    exports.wm_close(release);
                    const refuse = () => { throw new Error("the release is closed"); };
                    Object.assign(this, {resolve: refuse, resolveText: refuse, describe: refuse, close: refuse});
                },

                // #endregion
            };
        };

        Object.assign(this, {
            /** The versions: `abi`, `bodyFormat`, `indexFormat`. */
            version: parsed(exports.wm_version(results)),

            /** Opens a compiled index (bytes). */
            openIndex: file => open(exports.wm_open_index, file),

            /** Compiles a release body to the bytes of an index; waymark-engine.wasm only. */
            compile: body => taken(made(exports.wm_compile, body)),

            /** The SHA-256 of bytes or a text, as hexadecimal digits. */
            sha256(value) {
                exports.wm_sha256(...pass(value), results + 8);
                return Array.from(bytes().subarray(results + 8, results + 40), byte => byte.toString(16).padStart(2, "0")).join("");
            },

            // #region Not for the web client: Config/scripts/build-web leaves this part out there.

            /** A context that is read once and used for many resolutions: an object, or its JSON. */
            context: (value = {}) => {
                const handle = made(exports.wm_context_new, typeof value === "string" ? value : JSON.stringify(value));
                return new Context(handle, () => exports.wm_context_free(handle));
            },

            /** Opens a release body; waymark-engine.wasm only. */
            open: body => open(exports.wm_open, body),

            /** The findings of a draft; waymark-engine.wasm only. */
            check: draft => parsed(exports.wm_check(...pass(draft), results)).findings,

            /** The body of a draft as text; waymark-engine.wasm only. */
            freeze(draft, {app = "app", version = 1, published = Date.now()} = {}) {
                const parts = [draft, app].map(encoded);
                const [length, appLength] = parts.map(part => part.length);
                const both = new Uint8Array(length + appLength);
                both.set(parts[0]);
                both.set(parts[1], length);
                return text(made((at, _, ...rest) => exports.wm_freeze(
                    at, length, at + length, appLength, version, BigInt(published), ...rest), both));
            },
            // #endregion
        });
        // #region Not for the web client

        /** The bytes of the module's memory; a module that repeats the same work does not grow. */
        Object.defineProperty(this, "memoryBytes", {get: () => memory.buffer.byteLength});
        // #endregion
    }

    // #region Not for the web client

    /** Loads a module: its bytes, a `WebAssembly.Module`, or a `Response` or a promise of one. */
    static async load(source) {
        const from = await source;
        const isResponse = typeof Response !== "undefined" && from instanceof Response;
        if (isResponse && !from.ok) throw new Error(`${from.url} is answered with ${from.status}`);
        // Of bytes the result has the module, too.
        const result = await WebAssembly.instantiate(isResponse ? await from.arrayBuffer() : from, {});
        return new Waymark(result.instance ?? result);
    }

    // #endregion
}

// #region Not for the web client

/** A context that the module has read. */
export class Context {
    constructor(handle, free) {
        this.handle = handle;
        /** Frees its memory; it must not be used afterwards. */
        this.free = free;
    }
}

// #endregion
