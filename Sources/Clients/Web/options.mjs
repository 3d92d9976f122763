// What a program passes: checked by name before it is used.
import {failure} from "./channel.mjs";

const encoder = new TextEncoder();
const textBytesMax = 4096;
const attributesMax = 64;
const isObject = value => typeof value === "object" && value !== null;
const isText = value => typeof value === "string" && !/\p{Cs}/u.test(value) && encoder.encode(value).length <= textBytesMax;
const has = (kind, names) => value => names.every(name => typeof value[name] === kind);
const isBytes = value => typeof value === "string" || ArrayBuffer.isView(value);
const isModule = value => typeof value === "string" || typeof value === "function" || isObject(value);
const isString = [value => typeof value === "string", "a text"];
const isSource = "an address, bytes, a module or a function";

/** Each option: whether a value is one, and what is. */
const options = {
    __proto__: null,
    server: [value => typeof value === "string" || value instanceof URL, "an address, https://HOST"],
    app: isString,
    channel: isString,
    context: [isObject, "an object"],
    bootstrap: [({head, index, body}) => isObject(head) && isBytes(index ?? body), "{head, index} or {head, body}"],
    storage: [value => !value || has("function", ["read", "write", "remove"])(value), "null or an object with read, write and remove"],
    wasm: [isModule, isSource],
    engine: [value => value === null || isModule(value), `null, ${isSource}`],
    updates: [value => ["polling", "events", "none"].includes(value), "polling, events or none"],
    askServer: [value => typeof value === "boolean", "true or false"],
    environment: [value => isObject(value) && has("function", Object.keys(value))(value), "an object of functions"],
};

/** Refuses options of a wrong kind, and unknown ones. */
export function checkOptions(given) {
    for (const [name, value] of Object.entries({server: undefined, app: undefined, ...given})) {
        if (value === undefined && name !== "server" && name !== "app") continue;
        const [isRight, wanted] = options[name] ?? [() => false, "known"];
        let right = false;
        try { right = isRight(value); } catch { /* refused below */ }
        if (!right) throw failure("invalidConfiguration", `the option “${name}” is not ${wanted}`);
    }
}

const isFact = [isText, `a text of at most ${textBytesMax} bytes`];
const facts = {
    __proto__: null, platform: isFact, build: isFact, appVersion: isFact, osVersion: isFact, source: isFact, deviceID: isFact,
    locale: isFact, region: isFact, signedIn: options.askServer, attributes: [isObject, "an object"],
};

/**
 * The members of a context that rules can test (language.md L4). `wrong` gets an error for each value of a wrong kind, and
 * `unknown` for each member that this version does not know.
 */
export function readContext(given, wrong, unknown, place = "context", kindOf = name => facts[name]) {
    const error = (name, what) => failure("invalidContext", `${name} ${what}`, {hint: "leave out what is unknown; own values are texts in `attributes`"});
    const context = {};
    const entries = isObject(given) && !Array.isArray(given) ? Object.entries(given) : undefined;
    if (!entries || entries.length > attributesMax) wrong(error(place, `is not an object with at most ${attributesMax} members`));
    for (const [name, value] of (entries ?? []).slice(0, attributesMax)) {
        const path = `${place}.${name}`;
        const [isRight, wanted] = kindOf(name) ?? [];
        if (!isRight) unknown(error(path, "is not known"));
        else if (value !== undefined && !isRight(value)) wrong(error(path, `is not ${wanted}`));
        else context[name] = isObject(value) ? readContext(value, wrong, unknown, path, () => isFact) : value;
    }
    return context;
}
