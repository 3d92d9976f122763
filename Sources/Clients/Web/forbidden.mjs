// Why an engine was not loaded; loaded only then.
import {failure} from "./channel.mjs";

/** The failure: whether a Content Security Policy forbids WebAssembly is tried with the smallest module. */
export function engineFailure(code, message) {
    const detail = `the engine was not loaded: ${message}`;
    try {
        return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) && failure(code, detail);
    } catch {
        return failure("wasmForbidden", detail, "add 'wasm-unsafe-eval' to script-src of the Content Security Policy");
    }
}
