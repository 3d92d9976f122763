// The vectors of Config/vectors, answered by the WebAssembly modules; the same code runs in Node and in a browser.
//
// Bodies are opened by the engine, and as indexes by the resolver. What a client does with heads is not in the modules.

/** The address of a case: a text, or a list of texts and of [text, count] for repetitions. */
function textOf(address) {
    if (typeof address === "string") return address;
    return address.map(part => typeof part === "string" ? part : part[0].repeat(part[1])).join("");
}

/** Milliseconds of an instant of RFC 3339. `Date.parse` does not read a leap second, which is the second after 59, and
 *  in Firefox no lower-case `t` and `z`. */
function milliseconds(instant) {
    const text = instant.toUpperCase();
    const isLeap = text.includes(":60");
    return Date.parse(isLeap ? text.replace(":60", ":59") : text) + (isLeap ? 1000 : 0);
}

function isEmpty(value) {
    return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** A resolution without texts for people, without what the case says itself, and without empty members. */
function reduced({original, version, explanation, ...rest}) {
    const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value)));
    if (kept.failure) kept.failure = {code: kept.failure.code};
    if (kept.layers) {
        kept.layers = Object.fromEntries(Object.entries(kept.layers).filter(([, items]) => items.length > 0));
        if (isEmpty(kept.layers)) delete kept.layers;
    }
    return kept;
}

/** The part of a resolution that a member of `expect` is compared with. */
function expectedPart(name, resolution) {
    const trail = resolution.trail ?? [];
    const last = trail.at(-1) ?? {};
    switch (name) {
    case "code": return resolution.failure?.code;
    case "rule": return last.rule;
    case "alternative": return last.alternative;
    case "rules": return trail.map(hop => hop.rule);
    case "from": return trail[0]?.from;
    case "parameters": return resolution.parameters ?? {};
    default: return resolution[name];
    }
}

/** JSON with sorted names, so that equal values are equal texts. */
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "nothing";
    return `{${Object.keys(value).sort().map(name => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

/** What is wrong with a resolution, or nothing. */
function judge(vector, answer) {
    const actual = reduced(answer);
    const wanted = [["resolution", actual, vector.resolution]];
    for (const [name, value] of Object.entries(vector.expect ?? {})) wanted.push([name, expectedPart(name, actual), value]);
    for (const [name, is, shouldBe] of wanted) {
        if (shouldBe !== undefined && canonical(is) !== canonical(shouldBe)) {
            return `${vector.body}: ${textOf(vector.address).slice(0, 200)}: ${name} is ${canonical(is)}, should be ` +
                canonical(shouldBe);
        }
    }
    return undefined;
}

/** Opens a body in both modules; the result is the word of bodies.json. */
function open(modules, text) {
    try {
        const releases = [modules.engine.open(text), modules.resolver.openIndex(modules.engine.compile(text))];
        return {result: "opened", releases};
    } catch (error) {
        if (error.code === undefined) throw error;
        return {result: error.code, releases: []};
    }
}

/**
 * Answers all vectors of some files, which are given as `{name: parsed JSON}`.
 *
 * The result has `count`, the number of comparisons, and `wrong`, a list of texts.
 */
export function answerVectors(modules, files) {
    const wrong = [];
    const counts = {};
    for (const [topic, file] of Object.entries(files)) {
        counts[topic] = 0;
        const say = problem => problem && wrong.push(`${topic}: ${problem}`);
        if (topic === "bodies") {
            for (const vector of file.cases) {
                const text = textOf(vector.body);
                const {result, releases} = open(modules, text);
                const digests = new Set(releases.map(release => release.describe().digest));
                digests.add(modules.resolver.sha256(text));
                if (result !== vector.result) say(`${vector.name}: ${result}, should be ${vector.result}`);
                if ([...digests].join() !== vector.digest) say(`${vector.name}: the digest is ${[...digests]}`);
                releases.forEach(release => release.close());
                counts[topic] += 1;
            }
            continue;
        }
        for (const [name, body] of Object.entries(file.bodies)) {
            const {result, releases} = open(modules, JSON.stringify(body));
            if (result !== "opened") say(`the body ${name} is not opened: ${result}`);
            for (const vector of file.cases.filter(vector => vector.body === name)) {
                const at = milliseconds(vector.at ?? file.at);
                const answers = releases.map(
                    release => release.resolve(textOf(vector.address), vector.context ?? {}, {at}));
                answers.forEach(answer => say(judge(vector, answer)));
                counts[topic] += 1;
            }
            releases.forEach(release => release.close());
        }
    }
    return {count: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, wrong};
}
