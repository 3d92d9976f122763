// What a program can do wrong: contexts, options, listeners and calls. A mistake is named, and harms no answer.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";
import {address, answer, errorOf, make, offline, serve, until} from "./support/client.mjs";
import {Publication, WaymarkError, createClient, folder} from "./support/publication.mjs";

const {linkInterceptor} = await import(new URL("links.mjs", folder));

const nowhere = "http://127.0.0.1:1";
const valid = {server: nowhere, app: "moments", updates: "none"};
const declared = [...readFileSync(new URL("client.d.ts", folder), "utf8").split("export type FailureCode =")[1].split("\n\n")[0]
    .matchAll(/"(\w+)"/g)].map(match => match[1]);

/** The error that a call throws; undefined if it throws none. */
function thrown(call) {
    try { call()?.close?.(); } catch (error) { return error; }
    return undefined;
}

const wrong = [42, null, [], ["de"], {}, () => 1, Symbol("s"), 7n, "\ud800", "x".repeat(4097), NaN, new Date()];

test("every option and every value of a wrong kind is refused by its name", () => {
    const options = {
        server: [5, null, {}, undefined], app: [5, null, undefined, {}, "Not A Name"], channel: [5, null, {}, "Not A Name"],
        context: [5, "web", []], bootstrap: [5, "x", {}, {head: {}}, {head: 5, body: "x"}, null], storage: [5, {}, {read() {}}, true],
        wasm: [5, null, true], engine: [5, true], updates: ["sometimes", 5, null, {}], askServer: [1, "yes", null],
        environment: [5, null, {now: 5}, [], new Map(), new Date(), {fetch: undefined}], update: ["none"], toString: [1],
    };
    for (const [name, values] of Object.entries(options)) {
        for (const value of values) {
            const error = thrown(() => createClient({...valid, [name]: value}));
            assert.ok(["invalidConfiguration", "invalidContext"].includes(error?.code), `${name}: ${String(value)}: ${error}`);
            const isNamed = error.message.includes(name) || error.message.includes(`“${value}”`);
            assert.ok(isNamed, `${name}: ${error.message}`);
        }
        if (!["server", "app"].includes(name)) assert.equal(thrown(() => createClient({...valid, [name]: undefined})), undefined, name);
    }
    for (const nothing of [undefined, null, 5, "https://h.example"]) assert.equal(thrown(() => createClient(nothing))?.code, "invalidConfiguration");
});

test("a member that does not exist is refused by its own name, and says so", () => {
    const foreign = new Publication(1);
    for (const [options, message] of [
        [{environment: {fetchh: fetch}}, /^environment\.fetchh must be left out/],
        [{environment: {toString() {}}}, /^environment\.toString must be left out/],
        [{environment: {now: Date.now, fetch: 5}}, /^environment\.fetch must be function/],
        [{environment: new Map([["fetch", fetch]])}, /^environment must be plain object/],
        [{bootstrap: new Map([["head", foreign.head]])}, /^bootstrap must be plain object/],
        [{storage: {read() {}, write() {}}}, /^storage\.remove must be function/],
        [{storages: null}, /^storages must be left out/],
    ]) assert.match(thrown(() => createClient({...valid, ...options}))?.message ?? "nothing is thrown", message);
});

/** What has the members of an object, but not as its own. */
const instances = [new Map([["platform", "web"]]), new Set(["web"]), new (class { get platform() { return "web"; } })(), new Date(), []];

test("only plain objects are contexts and attributes, also those without a prototype and of another realm", async t => {
    const {runInNewContext} = await import("node:vm");
    const client = make(t, nowhere);
    const plain = [Object.assign(Object.create(null), {group: "B"}), runInNewContext("({group: 'B'})"), {group: "B"}, {__proto__: null, group: "B"}];
    for (const attributes of plain) {
        client.updateContext(Object.assign(Object.create(null), {attributes}));
        assert.equal(JSON.stringify(client.context), '{"attributes":{"group":"B"}}');
    }
    for (const value of [...instances, JSON.parse('{"__proto__": {"group": "C"}}')]) {
        for (const [path, context] of [["context", value], ["context.attributes", {attributes: value}]]) {
            for (const call of [() => createClient({...valid, context}), () => client.updateContext(context)]) {
                assert.equal(thrown(call)?.message.startsWith(`${path} must be plain object of at most 64 members`), true, String(thrown(call)));
            }
        }
    }
    assert.equal(JSON.stringify(client.context), '{"attributes":{"group":"B"}}');
});

test("names and values of attributes are texts in UTF-8, and a message names the member and the limit", t => {
    const client = make(t, nowhere);
    const text = "must be string in UTF-8 of at most 4096 bytes";
    const many = count => Object.fromEntries(Array.from({length: count}, (_, index) => [`a${index}`, "v"]));
    for (const [context, message] of [
        [{attributes: {"a\ud800": "v"}}, `context.attributes.a\ud800 ${text}`],
        [{attributes: {"\udc00": "v"}}, `context.attributes.\udc00 ${text}`],
        [{attributes: {"\ud83d": "\ude00"}}, `context.attributes.\ud83d ${text}`],
        [{attributes: {a: "\ude00"}}, `context.attributes.a ${text}`],
        [{locale: "x".repeat(4097)}, `context.locale ${text}`],
        [{attributes: {a: "好".repeat(1366)}}, `context.attributes.a ${text}`],
        [{attributes: many(65)}, "context.attributes must be plain object of at most 64 members"],
    ]) {
        const error = thrown(() => client.updateContext(context));
        assert.deepEqual([error?.code, error?.detail], ["invalidContext", message]);
    }
    for (const attributes of [{"a\ud83d\ude00": "\ud83d\ude00"}, {a: "x".repeat(4096)}, many(64)]) client.updateContext({attributes});
});

test("the context is a frozen copy: nothing that a program keeps or changes gets by the checks", async t => {
    const server = await serve(t, new Publication(1, {when: {attributes: {group: ["B"]}}}));
    const given = {platform: "web", attributes: {group: "B"}};
    const client = make(t, server, {context: given});
    await client.refresh();
    given.platform = 5;
    given.attributes.group = 5;
    for (const change of [
        context => { context.platform = 5; }, context => { context.attributes.group = 5; }, context => { delete context.attributes; },
        context => { context.more = 5; },
    ]) assert.ok(thrown(() => change(client.context)) instanceof TypeError, String(change));
    assert.throws(() => client.updateContext(context => { context.platform = "ios"; return context; }), TypeError);
    client.updateContext(({attributes}) => ({attributes: {...attributes, tier: "1"}}));
    assert.deepEqual([answer(client), client.context], ["Detail1", {platform: "web", attributes: {group: "B", tier: "1"}}]);
});

test("every member of a context with a wrong value is refused by its name where it is set, and the context before stays", t => {
    const members = ["platform", "build", "appVersion", "osVersion", "source", "deviceID", "locale", "region", "signedIn", "attributes"];
    const client = make(t, nowhere, {context: {platform: "web"}});
    for (const name of members) {
        for (const value of wrong) {
            if (name === "attributes" && !Array.isArray(value) && typeof value === "object" && value) continue;
            for (const call of [
                () => createClient({...valid, context: {[name]: value}}), () => client.updateContext({[name]: value}),
                () => client.updateContext(before => ({...before, [name]: value})),
            ]) {
                const error = thrown(call);
                assert.deepEqual([error?.code, error?.message.includes(`context.${name} must be `)], ["invalidContext", true], `${name}: ${String(value)}: ${error}`);
            }
        }
    }
    for (const value of [...wrong, true]) {
        const error = thrown(() => client.updateContext({attributes: {userId: value}}));
        assert.match(String(error?.message), /context\.attributes\.userId must be string/, String(value));
    }
    const many = Object.fromEntries(Array.from({length: 65}, (_, index) => [`a${index}`, "v"]));
    assert.match(thrown(() => client.updateContext({attributes: many})).message, /at most 64/);
    for (const context of [5, "web", [], null]) assert.equal(thrown(() => client.updateContext(context))?.code, "invalidContext");
    assert.deepEqual(client.context, {platform: "web"});
    client.updateContext({platform: undefined, attributes: {group: "B", tier: undefined}});
    assert.deepEqual(JSON.stringify(client.context), '{"attributes":{"group":"B"}}');
});

test("an unknown member is reported and left out, and rules resolve", async t => {
    const server = await serve(t, new Publication(1));
    const client = make(t, server, {context: {platfrom: "web", locale: "de"}});
    const errors = [];
    client.onFailure(error => errors.push(error));
    await client.refresh();
    assert.deepEqual([answer(client), client.context, client.counters.failures], ["Detail1", {locale: "de"}, {invalidContext: 1}]);
    assert.match(errors[0].message, /context\.platfrom must be left out \(own values are texts in `attributes`/);
});

test("resolve never throws, whatever a program passes, and answers with the rules", async t => {
    const server = await serve(t, new Publication(1));
    const client = make(t, server);
    const unready = make(t, nowhere);
    await client.refresh();
    const values = [...wrong, undefined, true, false, "2026-06-01", Infinity, -Infinity, Object.create(null), {toString() { throw null; }}];
    for (const value of values) {
        for (const resolving of [client, unready]) {
            const {outcome, failure = {detail: ""}} = resolving.resolve(value);
            assert.deepEqual([typeof outcome, typeof failure.detail], ["string", "string"]);
            for (const options of [
                value, {context: value}, {at: value}, {explain: value}, {context: {locale: value}}, {context: {signedIn: value}},
                {context: {attributes: value}}, {context: {attributes: {userId: value}}}, {context: {platfrom: value}},
            ]) {
                const {outcome, screen} = resolving.resolve(address, options);
                assert.deepEqual([outcome, screen], resolving === client ? ["screen", "Detail1"] : ["failed", undefined], JSON.stringify(outcome));
            }
        }
    }
    assert.ok(client.counters.failures.invalidContext > 50);
});

/** A value that throws when it is used. */
const throws = () => { throw new Error("wrong"); };

test("options of resolve that throw are reported with a declared code, the others and the rules count", async t => {
    const server = await serve(t, new Publication(1, {when: {platform: ["web"]}}));
    const client = make(t, server, {context: {platform: "web"}});
    await client.refresh();
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const at = {getTime: throws, valueOf: throws, [Symbol.toPrimitive]: throws};
    const cases = [
        {get context() { return throws(); }}, {get at() { return throws(); }}, {get explain() { return throws(); }}, {at},
        {context: {get platform() { return throws(); }}}, {context: {platform: "web", attributes: {get group() { return throws(); }}}},
        {context: revoked.proxy}, {context: new Map()}, {context: 5}, {at: NaN}, {at: 1e300}, {at: "yesterday"}, {at: {}},
        {at: new Date(NaN)}, {context: {platform: "web", attributes: {"\ud800": "v"}}}, {get at() { throw null; }},
    ];
    for (const options of [...cases, revoked.proxy]) {
        const before = client.counters.failures.invalidContext ?? 0;
        const reported = new Promise(resolve => { const end = client.onFailure(error => { end(); resolve(error); }); });
        assert.equal(client.resolve(address, options).screen, "Detail1");
        assert.ok(client.counters.failures.invalidContext > before);
        const {code, name} = await reported;
        assert.deepEqual([code, name, declared.includes(code)], ["invalidContext", "WaymarkError", true]);
    }
    // Each is left out alone.
    assert.equal(client.resolve(address, {context: {platform: "ios"}, at}).outcome, "unmatched");
    assert.ok(client.resolve(address, {at, explain: true}).explanation);
    assert.deepEqual(Object.keys(client.counters.failures), ["invalidContext"]);
});

test("errors have a name, a code and a text, also after the program was made smaller", async t => {
    const client = make(t, nowhere);
    const errors = [
        thrown(() => createClient({...valid, app: 5})), thrown(() => client.updateContext({locale: 5})), await errorOf(client.refresh()),
    ];
    for (const error of errors) {
        assert.ok(error instanceof WaymarkError && error instanceof Error);
        assert.deepEqual([error.name, declared.includes(error.code)], ["WaymarkError", true]);
        assert.equal(String(error), `WaymarkError: ${error.message}`);
    }
});

test("a storage that rejects with nothing is reported, and the release is used", async t => {
    const server = await serve(t, new Publication(1));
    const rejects = async () => { throw undefined; };
    const client = make(t, server, {storage: {read: rejects, write: rejects, remove: rejects}});
    assert.equal(await client.refresh(), "updated");
    assert.deepEqual([answer(client), Object.keys(client.counters.failures).sort()], ["Detail1", ["cacheUnreadable", "cacheUnwritable"]]);
});

test("a listener that throws or rejects harms neither the client nor the other listeners", async t => {
    const server = await serve(t, new Publication(1));
    const client = make(t, server);
    const logged = t.mock.method(console, "error", () => {});
    const seen = [];
    for (const kind of ["onRelease", "onFailure"]) {
        const listen = client[kind];
        listen(() => { throw new Error(kind); });
        listen(async () => { throw new Error(kind); });
        listen(() => { throw null; });
        listen(value => seen.push(value.version ?? value.code));
        assert.match(thrown(() => listen("listener")).message, /the \w+ listener must be function/);
    }
    assert.equal(await client.refresh(), "updated");
    await server.stop();
    assert.equal((await errorOf(client.refresh())).code, "unreachable");
    await until(() => seen.length === 2 && logged.mock.callCount() === 6);
    assert.deepEqual(seen, [1, "unreachable"]);
});

test("release is one object until it changes, and the functions that add listeners can be passed on", async t => {
    const server = await serve(t, new Publication(1));
    const {onRelease, ...client} = {onRelease: undefined, it: make(t, server)};
    const seen = [];
    const {onRelease: subscribe} = client.it;
    const end = subscribe(release => seen.push(release));
    assert.equal(client.it.release, undefined);
    await client.it.refresh();
    const first = client.it.release;
    await client.it.refresh();
    assert.equal(client.it.release, first);
    assert.equal(await client.it.ready, first);
    server.publish(new Publication(2));
    await client.it.refresh();
    assert.notEqual(client.it.release, first);
    assert.equal(seen.at(-1), client.it.release);
    end();
});

test("readyWithin ends with the reason, and resolveAsync does not wait for ever", async t => {
    const client = make(t, nowhere);
    await errorOf(client.refresh());
    const error = await errorOf(client.readyWithin(10));
    assert.deepEqual([error.code, error.message.startsWith("no release has arrived within 10 ms; http://127.0.0.1:1/")], ["timedOut", true], error.message);
    assert.match(error.message, /\(pass `bootstrap`/);
    const server = await serve(t, new Publication(1));
    const second = make(t, server);
    const arriving = second.readyWithin(20_000);
    await second.refresh();
    assert.equal((await arriving).version, 1);
    const timer = (run, milliseconds) => { const id = setTimeout(run, milliseconds === 15_000 ? 1 : milliseconds); return () => clearTimeout(id); };
    const unready = make(t, nowhere, {environment: {timer}});
    assert.equal((await errorOf(unready.resolveAsync(address))).code, "timedOut");
});

test("every failure has a declared code, says what to do, and shows it in its message", async t => {
    const {head, index, indexes, body} = new Publication(1);
    const file = indexes.get(index.digest);
    const damaged = Buffer.from(file);
    damaged[damaged.length - 20] ^= 1;
    const offered = {
        "not base64": {head, index: "%%%"}, "damaged index": {head, index: damaged}, "short index": {head, index: file.subarray(0, 40)},
        "other text": {head, index: "AAAA"}, "not a body": {head, body: "<html>"}, "not a head": {head: {}, index: file},
        "foreign head": {head: {...head, app: "other"}, index: file},
    };
    for (const [name, bootstrap] of Object.entries(offered)) {
        const client = offline(t, nowhere, {bootstrap});
        const errors = [];
        client.onFailure(error => errors.push(error));
        await errorOf(client.refresh());
        await until(() => errors.length === 2);
        assert.ok(["invalidBody", "unexpectedContent"].includes(errors[0].code), `${name}: ${errors[0].code} ${errors[0].message}`);
        for (const error of errors) {
            assert.ok(declared.includes(error.code), `${name}: ${error.code}`);
            assert.ok(!error.hint || error.message.includes(error.hint), `${name}: ${error.message}`);
        }
    }
    const none = make(t, nowhere, {bootstrap: {head, body: String(body)}, engine: null});
    await errorOf(none.refresh());
    assert.equal(none.counters.failures.unsupportedFormat, 1);
    const broken = make(t, nowhere, {wasm: () => new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))});
    await errorOf(broken.refresh());
    for (const code of Object.keys(broken.counters.failures)) assert.ok(declared.includes(code), code);
});

test("answers of what is not Waymark are refused with what they were", async t => {
    const answers = [
        ["text/html", "<html>"], ["application/json", "{}"], ["application/json", "[]"], ["application/json", ""], ["text/plain", "x"],
        ["application/json", '{"status":"ok"}'], ["application/json", "<html>"], ["text/html", "{}"],
    ];
    for (const [type, text] of answers) {
        const fetch = async () => new Response(text, {headers: {"Content-Type": type}});
        const client = make(t, nowhere, {environment: {fetch}});
        assert.equal((await errorOf(client.refresh())).code, "unexpectedContent", `${type} ${text}`);
    }
    const {Module, compile} = WebAssembly;
    t.after(() => Object.assign(WebAssembly, {Module, compile}));
    WebAssembly.Module = class { constructor() { throw new Error("forbidden"); } };
    WebAssembly.compile = async () => { throw new Error("forbidden"); };
    for (const [type, text] of answers) {
        const fetch = async () => new Response(text, {headers: {"Content-Type": type}});
        const asking = make(t, nowhere, {askServer: true, environment: {fetch}});
        assert.equal((await errorOf(asking.resolveAsync(address, null))).code, "unexpectedContent", `${type} ${text}`);
    }
    for (const answer of [throws, async () => undefined, async () => { throw null; }, async () => ({status: 200}), async () => new Response()]) {
        const asking = make(t, nowhere, {askServer: true, environment: {fetch: answer}});
        for (const options of [undefined, {at: NaN}, {get context() { return throws(); }}]) {
            const error = await errorOf(asking.resolveAsync(address, options));
            assert.deepEqual([error?.name, declared.includes(error?.code)], ["WaymarkError", true], `${answer}: ${error}`);
        }
        for (const value of [Symbol("s"), undefined, {toString: throws}]) {
            assert.ok(declared.includes((await errorOf(asking.resolveAsync(value))).code), String(answer));
        }
    }
});

/** Whether the browser does not follow a link that a person clicks in a page with these options. */
function isPrevented(options) {
    let listen;
    let prevented = false;
    const document = {addEventListener: (_, listener) => { listen = listener; }, defaultView: {location: {assign() {}}}};
    const link = {localName: "a", href: "https://moments.example.com/wipe", target: "", hasAttribute: () => false, getAttribute: () => "/wipe"};
    linkInterceptor(document, options);
    try {
        listen({composedPath: () => [link], preventDefault: () => { prevented = true; }});
    } catch { /* What the page's own function throws. */ }
    return prevented;
}

test("of a link that a rule blocks nothing is opened, whatever fails", t => {
    t.mock.method(console, "error", () => {});
    const blocked = {outcome: "blocked", reason: "no", parameters: {}, trail: []};
    const raise = () => { throw new Error("wrong"); };
    for (const [name, options, expected] of [
        ["blocked", {}, true], ["onBlocked throws", {onBlocked: raise}, true], ["context throws", {context: raise}, true],
        ["resolve throws", {client: {resolve: raise}}, true],
        ["onScreen throws", {client: {resolve: () => ({outcome: "screen"})}, onScreen: raise}, true],
        ["unmatched", {client: {resolve: () => ({outcome: "unmatched"})}}, false],
        ["failed", {client: {resolve: () => ({outcome: "failed"})}}, false],
    ]) {
        assert.equal(isPrevented({client: {resolve: () => blocked}, ...options}), expected, name);
    }
});
