// What the client promises while all is well: launch, positions, context, storage (client.md 1, 3, 4 and 7).
import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import {cpSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import test from "node:test";
import {promisify} from "node:util";
import {address, answer, contents, errorOf, make, offline, serve, temporary, until} from "./support/client.mjs";
import {Publication, createClient, engine, folder, folderStorage, indexFormat, module} from "./support/publication.mjs";
import {http} from "./support/server.mjs";

const nowhere = "http://127.0.0.1:1";

test("without any release every address is answered with not-ready (C1.4)", t => {
    const client = make(t, nowhere);
    const {outcome, original, failure} = client.resolve("https://x.example/1");
    assert.deepEqual([outcome, original, failure.code], ["failed", "https://x.example/1", "not-ready"]);
    assert.equal(client.release, undefined);
});

test("the first refresh fetches head and index, the next only the head; a new client resolves without a server (C1.1, C2.4)", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    const client = make(t, server, {storage});
    const releases = [];
    client.onRelease(release => releases.push(release.version));
    assert.equal(await client.refresh(), "updated");
    assert.equal(await client.refresh(), "unchanged");
    const {digest} = server.current.index;
    assert.deepEqual(server.requests, ["/v1/apps/moments/head", `/v1/apps/moments/indexes/${digest}`, "/v1/apps/moments/head"]);
    assert.deepEqual(client.resolve(address).parameters, {id: "42"});
    assert.deepEqual(releases, [1]);
    const {updates, unchanged, refreshes, resolutions} = client.counters;
    assert.deepEqual({updates, unchanged, refreshes, resolutions}, {updates: 1, unchanged: 1, refreshes: 2, resolutions: 1});
    await server.stop();
    const restarted = make(t, server, {storage});
    const {version} = await restarted.ready;
    assert.deepEqual([version, answer(restarted)], [1, "Detail1"]);
});

test("a release that an older version of this client stored is used without a server", async t => {
    const recordings = new URL("../Compatibility/Recordings/", import.meta.url);
    const kept = readdirSync(recordings).filter(name => existsSync(new URL(`${name}/web`, recordings)));
    assert.ok(kept.length > 0, "no recording has a release of this client");
    for (const name of kept) {
        const storage = temporary(t);
        cpSync(new URL(`${name}/web`, recordings), storage, {recursive: true});
        const {server} = JSON.parse(readFileSync(new URL(`${name}/client-commands.json`, recordings)));
        const client = offline(t, server, {app: "market", storage});
        assert.equal((await client.ready).version, 2, name);
        assert.equal(client.resolve("https://market.example/item/7").screen, "Item", name);
    }
});

test("a release in the page answers before any request, and the later one of page and storage is used (C1.3)", async t => {
    const bundle = ({head, index, indexes}) => ({head, index: indexes.get(index.digest).toString("base64")});
    const requests = [];
    const fetch = async url => { requests.push(url); throw new Error("offline"); };
    const storage = temporary(t);
    const first = make(t, nowhere, {storage, bootstrap: bundle(new Publication(2)), environment: {fetch}});
    assert.equal((await first.ready).version, 2);
    assert.deepEqual(requests, []);
    // A file that is being written has another name.
    await until(() => readdirSync(storage).some(name => name.endsWith("2.release")), "stored for the next page");
    for (const [version, used] of [[1, 2], [2, 2], [3, 3]]) {
        const client = make(t, nowhere, {storage, bootstrap: bundle(new Publication(version)), environment: {fetch}});
        await errorOf(client.refresh());
        assert.equal(answer(client), `Detail${used}`);
    }
    await until(() => readdirSync(storage).every(name => name.endsWith("3.release")), "the later one is kept");
    const {head, body} = new Publication(4);
    const compiled = make(t, nowhere, {bootstrap: {head, body: String(body)}, environment: {fetch}});
    assert.equal((await compiled.ready).version, 4);
    const foreign = make(t, nowhere, {bootstrap: {head: {...head, app: "other"}, body: String(body)}, environment: {fetch}});
    await errorOf(foreign.refresh());
    assert.deepEqual([answer(foreign), foreign.counters.failures.unexpectedContent], [undefined, 1]);
});

test("position decides (C3.3)", async t => {
    const server = await serve(t, new Publication(3));
    const storage = temporary(t);
    const client = make(t, server, {storage});
    const [one, three] = [new Publication(1), new Publication(3)];
    for (const [publication, result, screen, fetches] of [
        [three, "updated", "Detail3", 1], [one.moved(4), "updated", "Detail1", 2], [three.moved(3), "ignored", "Detail1", 2],
        [one.moved(5), "unchanged", "Detail1", 2], [three.moved(4), "ignored", "Detail1", 2],
        [one.moved(1, 2), "unchanged", "Detail1", 2], [three.moved(9), "ignored", "Detail1", 2],
        [three.moved(2, 2), "updated", "Detail3", 3],
    ]) {
        server.publish(publication);
        assert.equal(await client.refresh(), result);
        assert.deepEqual([answer(client), server.count("/indexes/")], [screen, fetches]);
        const {epoch, sequence} = client.release;
        const restarted = offline(t, server, {storage});
        assert.deepEqual(await restarted.ready, {...client.release, epoch, sequence}, "the position is stored, too");
    }
    server.publish(one.moved(2, 2));
    assert.equal((await errorOf(client.refresh())).code, "conflictingHead");
    assert.equal(answer(client), "Detail3");
});

test("callers share one exchange (C5.4)", async t => {
    const server = await serve(t, new Publication(1));
    const client = make(t, server);
    await Promise.all(Array.from({length: 8}, () => client.refresh()));
    assert.deepEqual([server.requests.length, client.counters.refreshes], [2, 1]);
});

test("addresses are resolved with the old rules while an update waits for the storage (C4.1)", async t => {
    const server = await serve(t, new Publication(1));
    let go;
    const gate = new Promise(resolve => { go = resolve; });
    let writes = 0;
    const storage = {
        read: async () => undefined, remove: async () => {},
        write: async () => { writes += 1; if (writes > 1) await gate; return true; },
    };
    const client = make(t, server, {storage});
    await client.refresh();
    server.publish(new Publication(2));
    const refreshing = client.refresh();
    await until(() => writes === 2);
    for (let count = 0; count < 1000; count += 1) assert.equal(answer(client), "Detail1");
    go();
    assert.equal(await refreshing, "updated");
    assert.equal(answer(client), "Detail2");
});

test("a damaged file is passed over, said, and replaced by the next refresh (C1.2)", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    const damages = [
        path => truncateSync(path, 0), path => truncateSync(path, 100), path => truncateSync(path, readFileSync(path).length - 1),
        path => writeFileSync(path, "<html>"), path => writeFileSync(path, Buffer.alloc(5000, 255)),
        ...[30, 700, 900, 1100, -20].map(place => path => {
            const bytes = readFileSync(path);
            bytes[place < 0 ? bytes.length + place : place] ^= 1;
            writeFileSync(path, bytes);
        }),
    ];
    for (const damage of damages) {
        readdirSync(storage).forEach(name => rmSync(join(storage, name)));
        await make(t, server, {storage}).refresh();
        const good = contents(storage);
        const path = join(storage, readdirSync(storage)[0]);
        damage(path);
        const alone = offline(t, server, {storage});
        await errorOf(alone.refresh());
        // A bit of the head that says nothing about the release, as the path of its body, may have changed.
        if (alone.release) assert.equal(answer(alone), "Detail1");
        else assert.equal(alone.counters.failures.cacheUnreadable, 1, String(damage));
        await make(t, server, {storage}).refresh();
        if (!alone.release) assert.deepEqual(contents(storage), good);
    }
});

test("a stored position that is not that of its head is damage: a false one would hide all later releases", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    const path = join(storage, readdirSync(storage)[0]);
    writeFileSync(path, readFileSync(path, "latin1").replace('"sequence":1,', '"sequence":8,'), "latin1");
    const alone = offline(t, server, {storage});
    await errorOf(alone.refresh());
    assert.deepEqual([alone.release, alone.counters.failures.cacheUnreadable], [undefined, 1]);
});

test("a storage that fails, is full, or does not answer: the release is used from memory, and stored later (C4.3)", async t => {
    const server = await serve(t, new Publication(1));
    const records = new Map();
    let problem = new DOMException("The quota has been exceeded.", "QuotaExceededError");
    const storage = {
        read: async key => { if (problem === "private") throw new DOMException("not here", "SecurityError"); return records.get(key); },
        write: async (key, record) => { if (problem) throw problem; records.set(key, record); return true; },
        remove: async key => { records.delete(key); },
    };
    const client = make(t, server, {storage});
    assert.equal(await client.refresh(), "updated");
    assert.deepEqual([answer(client), client.counters.failures, records.size], ["Detail1", {cacheUnwritable: 1}, 0]);
    problem = undefined;
    assert.equal(await client.refresh(), "unchanged");
    assert.deepEqual([records.size, server.count("/indexes/")], [1, 1]);
    problem = "private";
    const hidden = make(t, server, {storage});
    await hidden.refresh();
    assert.equal(answer(hidden), "Detail1");
    const never = () => new Promise(() => {});
    const timer = (run, milliseconds) => { const id = setTimeout(run, milliseconds === 5000 ? 20 : milliseconds); return () => clearTimeout(id); };
    const stuck = make(t, server, {storage: {read: never, write: never, remove: never}, environment: {timer}});
    await stuck.refresh();
    assert.deepEqual([answer(stuck), stuck.counters.failures.cacheUnwritable], ["Detail1", 1]);
});

test("a folder that cannot be written leaves the release in memory", async t => {
    const server = await serve(t, new Publication(1));
    const folder = temporary(t);
    writeFileSync(join(folder, "file"), "");
    const client = make(t, server, {storage: join(folder, "file")});
    await client.refresh();
    assert.equal(answer(client), "Detail1");
    assert.equal(client.counters.failures.cacheUnwritable, 1);
});

test("two clients on one folder: never an earlier release over a later one, and a stored one is not fetched again (C4.4)", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    const [slow, fast] = [make(t, server, {storage}), make(t, server, {storage})];
    await slow.refresh();
    await fast.refresh();
    assert.equal(server.count("/indexes/"), 1, "the second one used the first one's");
    server.publish(new Publication(2));
    let go;
    const gate = new Promise(resolve => { go = resolve; });
    const held = server.current.index.digest;
    server.fault = async (isHead, good, path) => { if (path.endsWith(held)) await gate; };
    const late = slow.refresh();
    await until(() => server.count(held) === 1);
    server.publish(new Publication(3));
    await fast.refresh();
    go();
    await late;
    assert.equal(answer(slow), "Detail3", "it uses what the other one stored");
    const restarted = offline(t, server, {storage});
    assert.equal((await restarted.ready).version, 3);
    assert.equal(readdirSync(storage).length, 1);
});

test("many writers and readers of one folder never read half a release", async t => {
    const path = temporary(t);
    const publications = Array.from({length: 12}, (_, index) => new Publication(index + 1));
    const record = ({head, indexes, index}) => ({epoch: head.epoch, sequence: head.sequence, head: JSON.stringify(head), file: indexes.get(index.digest)});
    let [highest, isDone] = [0, false];
    const readers = Array.from({length: 4}, async () => {
        const storage = folderStorage(path);
        while (!isDone) {
            const found = await storage.read("key");
            if (!found) continue;
            const head = JSON.parse(found.head);
            assert.equal(engine.sha256(found.file), head.index.digest);
            assert.ok(head.sequence >= 1);
        }
    });
    await Promise.all(Array.from({length: 3}, async (_, writer) => {
        const storage = folderStorage(path);
        for (const publication of publications.filter((_, index) => index % 3 === writer)) {
            await storage.write("key", record(publication));
            const {sequence} = await storage.read("key");
            assert.ok(sequence >= highest);
            highest = Math.max(highest, sequence);
        }
    }));
    isDone = true;
    await Promise.all(readers);
    assert.equal((await folderStorage(path).read("key")).sequence, 12);
});

test("clients of two versions side by side: each keeps the index of its own format", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    const [name] = readdirSync(storage);
    // What another version stores under its own format, with a later position.
    const other = folderStorage(storage);
    const key = `${server.base} moments production ${indexFormat + 1}`;
    await other.write(key, {epoch: 9, sequence: 9, head: "{}", file: Buffer.from("a later format")});
    const client = make(t, server, {storage});
    await client.ready;
    assert.equal(answer(client), "Detail1");
    server.publish(new Publication(2));
    await client.refresh();
    assert.equal(readdirSync(storage).length, 2);
    assert.equal((await other.read(`${server.base} moments production ${indexFormat}`)).sequence, 2);
    assert.equal((await other.read(key)).sequence, 9);
    assert.ok(!readdirSync(storage).includes(name));
});

test("unfinished files of a process that was killed are never read, and removed a minute later", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    const [name] = readdirSync(storage);
    const {utimesSync} = await import("node:fs");
    writeFileSync(join(storage, `${name}.one.new`), "half");
    writeFileSync(join(storage, `${name}.two.new`), "half");
    utimesSync(join(storage, `${name}.two.new`), 1, 1);
    server.publish(new Publication(2));
    const client = make(t, server, {storage});
    assert.equal((await client.ready).version, 1);
    await client.refresh();
    assert.deepEqual(readdirSync(storage).filter(name => name.endsWith(".new")), [`${name}.one.new`]);
});

test("a process that is killed at any moment leaves the old release or the new one (C4.2)", async t => {
    const {spawn} = await import("node:child_process");
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    const script = new URL("support/updater.mjs", import.meta.url).pathname;
    let last = 1;
    for (let version = 2; version <= 9; version += 1) {
        server.publish(new Publication(version, {padding: "x".repeat(200_000)}));
        const child = spawn(process.execPath, [script, server.base, storage], {stdio: ["ignore", "pipe", "inherit"]});
        const ended = new Promise(resolve => child.once("exit", resolve));
        await new Promise(resolve => child.stdout.once("data", resolve));
        // From before its first request until after its last step.
        await new Promise(resolve => setTimeout(resolve, (version - 2) * 6));
        child.kill("SIGKILL");
        await ended;
        const found = await offline(t, server, {storage}).ready;
        assert.ok(found.version === version || found.version === last, `${found.version}`);
        last = found.version;
    }
});

test("every server, app and channel has its own release; names and servers that are not valid are refused", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    server.fault = () => http(404, "{}");
    for (const other of [{app: "other"}, {channel: "beta"}, {server: `${server.base}/below`}]) {
        const client = make(t, server, {storage, ...other});
        await errorOf(client.refresh());
        assert.equal(client.release, undefined);
    }
    assert.deepEqual(server.requests.slice(2), ["/v1/apps/other/head", "/v1/apps/moments/head?channel=beta", "/below/v1/apps/moments/head"]);
    for (const wrong of [
        {server: "ftp://h"}, {server: "not an address"}, {server: "http://user:secret@h"}, {server: "http://h/?q"},
        {server: "http://h", app: "../moments"}, {server: "http://h", app: "Moments"}, {server: "http://h", channel: ""},
    ]) {
        assert.throws(() => createClient({app: "moments", ...wrong}), {code: "invalidConfiguration"}, JSON.stringify(wrong));
    }
});

test("the context stays here, and each change is used from the next resolution on (C7.2)", async t => {
    const server = await serve(t, new Publication(1, {when: {platform: ["web"]}}));
    const client = make(t, server, {context: {attributes: {a: "1"}}});
    await client.refresh();
    assert.equal(answer(client), undefined);
    client.updateContext({platform: "web"});
    assert.equal(answer(client), "Detail1");
    client.updateContext(({attributes}) => ({attributes: {...attributes, b: "2"}}));
    assert.deepEqual(client.context, {platform: "web", attributes: {a: "1", b: "2"}});
    assert.equal(client.resolve(address, {context: {}}).outcome, "unmatched");
    assert.equal(client.resolve(address, {explain: true}).explanation.length, 1);
    assert.ok(server.requests.every(path => !path.includes("web")));
});

test("the caller's module, bytes and promises of them are used; a module that cannot be loaded is tried again", async t => {
    const server = await serve(t, new Publication(1));
    const bytes = module("resolver");
    for (const wasm of [bytes, new WebAssembly.Module(bytes), Promise.resolve(bytes)]) {
        const client = make(t, server, {wasm});
        await client.refresh();
        assert.equal(answer(client), "Detail1");
    }
    server.fault = (isHead, good, path) => path === "/engine.wasm" ? http(500) : undefined;
    const client = make(t, server, {wasm: `${server.base}/engine.wasm`});
    assert.equal((await errorOf(client.refresh())).code, "wasmUnreachable");
    server.fault = (isHead, good, path) => path === "/engine.wasm" ? http(200, bytes, {type: "application/wasm"}) : undefined;
    await client.refresh();
    assert.equal(answer(client), "Detail1");
});

test("where WebAssembly is forbidden the client says so, and asks the server only if it may", async t => {
    const server = await serve(t, new Publication(1));
    const {Module, compile} = WebAssembly;
    const refuse = () => { throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder"); };
    WebAssembly.Module = class { constructor() { refuse(); } };
    WebAssembly.compile = async () => refuse();
    t.after(() => Object.assign(WebAssembly, {Module, compile}));
    const client = make(t, server);
    const error = await errorOf(client.ready);
    assert.equal(error.code, "wasmForbidden");
    assert.match(error.hint, /wasm-unsafe-eval/);
    assert.equal((await errorOf(client.resolveAsync(address))).code, "wasmForbidden");
    const asking = make(t, server, {askServer: true, context: {platform: "web"}});
    server.fault = (isHead, good, path) => path.includes("/resolve") ? http(200, '{"outcome":"screen","screen":"Asked"}') : undefined;
    assert.equal((await asking.resolveAsync(address)).screen, "Asked");
    assert.equal(answer(asking), undefined);
});

test("a closed client sends nothing, and says so to those who wait", async t => {
    const server = await serve(t, new Publication(1));
    server.fault = () => ({isSilent: true});
    const client = createClient({server: server.base, app: "moments"});
    const ready = errorOf(client.ready);
    await until(() => server.requests.length === 1);
    client.close();
    assert.equal((await ready).code, "cancelled");
    client.start();
    await new Promise(resolve => setTimeout(resolve, 50));
    assert.equal(server.requests.length, 1);
    assert.equal((await errorOf(client.refresh())).code, "cancelled");
});

test("a program in Node ends after its last line: waits for the next poll do not keep it", async t => {
    const server = await serve(t, new Publication(1));
    const program = `
        import {createClient} from "${new URL("node.mjs", folder)}";
        const client = createClient({server: "${server.base}", app: "moments"});
        await client.ready;
        console.log(client.resolve("${address}").screen);`;
    const ending = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {timeout: 20_000});
    assert.equal((await ending).stdout, "Detail1\n");
});
