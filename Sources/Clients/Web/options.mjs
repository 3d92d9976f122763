// What a program passes: checked by name before it is used.
import {failure, refuse} from "./channel.mjs";

const plain = "plain object";
const members = `${plain} of at most 64 members`;

/**
 * The kinds of each option and of members of a context, or the values of an option. The channel checks `server`, `app` and
 * `channel`.
 */
const types = {
    __proto__: null,
    bootstrap: plain, storage: `object|${plain}|null`, wasm: "string|function|object", engine: "string|function|object|null",
    updates: "polling|events|none", askServer: "boolean", environment: plain,
    context: members, "context.attributes": members, "context.signedIn": "boolean",
};

/** The members of a context that are texts (language.md L4). */
const texts = /^context\.(attributes\.|(platform|build|appVersion|osVersion|source|deviceID|locale|region)$)/;

/** Of a list, a `Map` or another instance, members would be lost. */
const kindOf = value => value === null ? "null" : typeof value === "object" && !value.__proto__?.__proto__ ? plain : typeof value;

/** The options that are given, and `defaults`. Refuses what is of a wrong type or not known. */
export function readOptions(given, defaults) {
    const check = (name, value, wanted) => wanted.split("|").includes(value) || refuse(name, wanted);
    const options = {...defaults};
    for (const [name, value] of Object.entries(given)) {
        if (value === undefined) continue;
        check(name, name === "updates" ? value : kindOf(value), types[name] ?? "left out");
        options[name] = value;
    }
    const {bootstrap, storage} = options;
    if (bootstrap && !(typeof bootstrap.head === "object" && (bootstrap.index ?? bootstrap.body))) refuse("bootstrap", "{head, index or body}");
    const environment = options.environment = {...defaults.environment, ...options.environment};
    for (const part in storage && defaults.storage) check(`storage.${part}`, typeof storage[part], "function");
    for (const part in environment) check(`environment.${part}`, typeof environment[part], defaults.environment[part] ? "function" : "left out");
    return options;
}

/** What is right in a context. `wrong` gets an error for each other member, and whether this version does not know it. */
export function readContext(value, wrong, path = "context") {
    const wanted = texts.test(path) ? "string in UTF-8 of at most 4096 bytes" : types[path] ?? "left out";
    const kind = kindOf(value);
    const members = kind === plain && Object.entries(value);
    const isWrong = !wanted.startsWith(kind) || members[64]
        || kind === "string" && (/\p{Cs}/u.test(`${path} ${value}`) || new TextEncoder().encode(value).length > 4096);
    if (isWrong) wrong(failure("invalidContext", `${path} must be ${wanted}`, "own values are texts in `attributes`"), wanted === "left out");
    if (isWrong) return undefined;
    if (!members) return value;
    const context = {};
    for (const [name, given] of members) {
        const read = given === undefined ? given : readContext(given, wrong, `${path}.${name}`);
        if (read !== undefined || given === undefined) context[name] = read;
    }
    return Object.freeze(context);
}
