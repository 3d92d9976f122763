// What a program passes: checked by name before it is used.
import {failure, refuse} from "./channel.mjs";

/**
 * The types of each option and of members of a context, or the values of an option. The channel checks `server`, `app` and
 * `channel`.
 */
const types = {
    __proto__: null,
    bootstrap: "object", storage: "object|null", wasm: "string|function|object", engine: "string|function|object|null",
    updates: "polling|events|none", askServer: "boolean", environment: "object",
    context: "object", "context.attributes": "object", "context.signedIn": "boolean",
};

/** The members of a context that are texts (language.md L4). */
const texts = /^context\.(attributes\.|(platform|build|appVersion|osVersion|source|deviceID|locale|region)$)/;

const kindOf = value => value === null ? "null" : Array.isArray(value) ? "list" : typeof value;

/** The options that are given, and `defaults`. Refuses what is of a wrong type or not known. */
export function readOptions(given, defaults) {
    const check = (name, value, wanted = "function") => wanted.split("|").includes(value) || refuse(name, wanted);
    const options = {...defaults};
    for (const [name, value] of Object.entries(given)) {
        if (value === undefined) continue;
        check(name, name === "updates" ? value : kindOf(value), types[name] ?? "left out");
        options[name] = value;
    }
    const {bootstrap} = options;
    if (bootstrap && !(typeof bootstrap.head === "object" && (bootstrap.index ?? bootstrap.body))) refuse("bootstrap", "{head, index or body}");
    options.environment = {...defaults.environment, ...options.environment};
    for (const name of ["storage", "environment"]) {
        for (const part in options[name] && defaults[name]) check(`${name}.${part}`, typeof options[name][part]);
    }
    return options;
}

/** What is right in a context. `wrong` gets an error for each other member, and whether this version does not know it. */
export function readContext(value, wrong, path = "context") {
    const wanted = texts.test(path) ? "string" : types[path] ?? "left out";
    const isRight = kindOf(value) === wanted
        && !(wanted === "string" && (/\p{Cs}/u.test(value) || new TextEncoder().encode(value).length > 4096));
    const members = isRight && wanted === "object" ? Object.entries(value) : [];
    if (!isRight || members[64]) {
        wrong(failure("invalidContext", `${path} must be ${wanted}`,
            "own values are texts in `attributes`; at most 64, of 4096 bytes"), wanted === "left out");
    }
    if (wanted !== "object") return isRight ? value : undefined;
    const context = {};
    for (const [name, value] of members.slice(0, 64)) {
        const isRemoved = value === undefined;
        const read = isRemoved ? value : readContext(value, wrong, `${path}.${name}`);
        if (isRemoved || read !== undefined) context[name] = read;
    }
    return context;
}
