// What a program passes: checked by name before it is used.
import {failure, refuse} from "./channel.mjs";

/** The types of each option, or its values; the channel checks `server`, `app` and `channel`, and `readContext` the context. */
const types = {
    __proto__: null,
    bootstrap: "object", storage: "object|null", wasm: "string|function|object", engine: "string|function|object|null",
    updates: "polling|events|none", askServer: "boolean", environment: "object",
};

/** The members of a context that are texts (language.md L4). */
const texts = /^context\.(attributes\.|(platform|build|appVersion|osVersion|source|deviceID|locale|region)$)/;

const isText = value => typeof value === "string" && !/\p{Cs}/u.test(value) && new TextEncoder().encode(value).length <= 4096;

/** The options that are given, and `defaults`. Refuses what is of a wrong type or not known. */
export function readOptions(given, defaults) {
    const check = (name, value, wanted = "function") => {
        const found = name === "updates" ? value : value === null ? "null" : typeof value;
        if (!wanted.split("|").includes(found)) refuse(name, wanted);
    };
    const options = {...defaults};
    for (const [name, value] of Object.entries(given)) {
        if (value === undefined) continue;
        check(name, value, types[name] ?? "left out");
        options[name] = value;
    }
    const {bootstrap} = options;
    if (bootstrap) {
        check("bootstrap.head", bootstrap.head, types.bootstrap);
        check("bootstrap.index", bootstrap.index ?? bootstrap.body, types.wasm);
    }
    options.environment = {...defaults.environment, ...options.environment};
    for (const name of ["storage", "environment"]) {
        for (const part in options[name] && defaults[name]) check(`${name}.${part}`, options[name][part]);
    }
    return options;
}

/** What is right in a context. `wrong` gets an error for each other member, and whether this version does not know the member. */
export function readContext(given, wrong, place = "context") {
    const error = (name, wanted) => wrong(failure("invalidContext", `${name} is not ${wanted}`,
        "leave out what is unknown; own values are texts in `attributes`"), wanted === "known");
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    const entries = isObject ? Object.entries(given) : [];
    if (!isObject || entries.length > 64) error(place, "an object with at most 64 members");
    const context = {};
    for (const [name, value] of entries.slice(0, 64)) {
        const path = `${place}.${name}`;
        const isFlag = path === "context.signedIn";
        if (value === undefined || (texts.test(path) ? isText(value) : isFlag && typeof value === "boolean")) context[name] = value;
        else if (path === "context.attributes") context[name] = readContext(value, wrong, path);
        else error(path, texts.test(path) ? "a text of at most 4096 bytes" : isFlag ? "true or false" : "known");
    }
    return context;
}
