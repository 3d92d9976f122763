// The fault table of RouteClient (Tests/ClientTests/RouteClient/FaultTests.swift) for the client in JavaScript.
import assert from "node:assert/strict";
import test from "node:test";
import {answer, contents, errorOf, make, offline, serve, temporary} from "./support/client.mjs";
import {Publication, indexFormat} from "./support/publication.mjs";
import {onHead, table} from "./support/faults.mjs";
import {http} from "./support/server.mjs";

for (const hasIndex of [true, false]) {
    for (const [name, code, fault] of table) {
        test(`${hasIndex ? "index" : "body"}: ${name} (C2.1, C2.3, C3.1, C3.2, C3.4, C4.5, C8.1)`, async t => {
            const server = await serve(t, new Publication(1, {hasIndex}));
            const storage = temporary(t);
            const client = make(t, server, {storage});
            await client.refresh();
            const files = contents(storage);
            server.publish(new Publication(2, {hasIndex}));
            server.fault = fault;
            const error = await errorOf(client.refresh());
            assert.equal(error?.code, code, String(error));
            assert.equal(answer(client), "Detail1");
            assert.deepEqual(client.counters.failures, {[code]: 1});
            assert.deepEqual(contents(storage), files);
            const restarted = offline(t, server, {storage});
            await restarted.ready;
            assert.equal(answer(restarted), "Detail1");
            server.fault = undefined;
            await client.refresh();
            assert.equal(answer(client), "Detail2", "and the next good refresh works");
        });
    }
}

test("the table has the rows of the Swift client", async () => {
    const {readFileSync} = await import("node:fs");
    const swift = readFileSync(new URL("../ClientTests/RouteClient/FaultTests.swift", import.meta.url), "utf8");
    assert.deepEqual(table.map(([name]) => name), [...swift.matchAll(/^ {8}Fault\("([^"]+)"/gm)].map(match => match[1]));
});

test("redirects are not followed, also to the same origin, and a 304 without a condition is refused (C2.2)", async t => {
    const server = await serve(t, new Publication(1));
    const client = make(t, server);
    for (const status of [204, 206, 301, 302, 303, 304, 307, 308]) {
        server.fault = (isHead, good, path) => path.endsWith("/there") ? undefined : http(status, "", {fields: ["Location: /there"]});
        assert.equal((await errorOf(client.refresh())).code, "unexpectedStatus", `${status}`);
    }
    assert.equal(server.count("/there"), 0);
});

test("a release that failed is answered from the folder after a restart", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    server.publish(new Publication(2));
    for (const [, code, fault] of table) {
        server.fault = fault;
        const client = make(t, server, {storage});
        await client.ready;
        assert.equal(answer(client), "Detail1");
        assert.equal((await errorOf(client.refresh()))?.code, code);
        assert.equal(answer(client), "Detail1");
    }
});

test("a body of a later format is refused with its own code, and asked for once (C4.5)", async t => {
    const server = await serve(t, new Publication(1));
    const client = make(t, server);
    await client.refresh();
    // The engine for tests cannot compile it, so it has no index.
    server.publish(new Publication(2, {format: 9, hasIndex: false}));
    for (let tries = 0; tries < 3; tries += 1) assert.equal((await errorOf(client.refresh()))?.code, "unsupportedFormat");
    assert.equal(server.count("/bodies/"), 1);
    assert.equal(answer(client), "Detail1");
});

test("errors have Retry-After, a date relative to the server's clock", async t => {
    const server = await serve(t, new Publication(1));
    server.fault = () => http(503, "", {fields: ["Retry-After: 7"]});
    const error = await errorOf(make(t, server).refresh());
    assert.deepEqual([error.retryAfterSeconds, error.status], [7, 503]);
    server.fault = table[2][2];
    assert.equal((await errorOf(make(t, server).refresh())).retryAfterSeconds, 7);
    server.fault = () => http(503, "", {fields: ["Retry-After: soon"]});
    assert.equal((await errorOf(make(t, server).refresh())).retryAfterSeconds, undefined);
});

test("a server without an index of this format: the body is compiled, and a resolver alone says what is missing", async t => {
    const publication = new Publication(1);
    publication.index = [{digest: "a".repeat(64), format: indexFormat + 1}, {digest: "B", format: indexFormat}];
    const server = await serve(t, publication);
    const client = make(t, server);
    await client.refresh();
    assert.equal(answer(client), "Detail1");
    assert.deepEqual([server.count("/bodies/"), server.count("/indexes/")], [1, 0]);
    const small = make(t, server, {engine: null});
    const error = await errorOf(small.refresh());
    assert.equal(error.code, "unsupportedFormat");
    assert.match(error.hint, /engine/);
});

test("an index that cannot be had: the body is taken (C2.5), except where Retry-After says to wait", async t => {
    const server = await serve(t, new Publication(1));
    server.fault = (isHead, good, path) => path.includes("/indexes/") ? http(404, "{}") : undefined;
    const client = make(t, server);
    await client.refresh();
    assert.equal(answer(client), "Detail1");
    server.publish(new Publication(2));
    server.fault = (isHead, good, path) => path.includes("/indexes/") ? http(503, "", {fields: ["Retry-After: 9"]}) : undefined;
    assert.equal((await errorOf(client.refresh())).retryAfterSeconds, 9);
    assert.equal(server.count("/bodies/"), 1);
    // The right digest, but the index of another release.
    const wrong = new Publication(3);
    const other = new Publication(4);
    wrong.index = other.index;
    wrong.indexes = other.indexes;
    server.publish(wrong);
    server.fault = undefined;
    await client.refresh();
    assert.equal(answer(client), "Detail3");
    assert.equal(server.count("/bodies/"), 2);
});

test("a silent server times out, a missing one is unreachable, and both leave the release (C8.5)", async t => {
    const server = await serve(t, new Publication(1));
    const storage = temporary(t);
    await make(t, server, {storage}).refresh();
    server.fault = () => ({isSilent: true});
    const timer = (run, milliseconds) => {
        const id = setTimeout(run, milliseconds === 15e3 ? 50 : milliseconds);
        return () => clearTimeout(id);
    };
    const impatient = make(t, server, {storage, environment: {timer}});
    assert.equal((await errorOf(impatient.refresh())).code, "timedOut");
    assert.equal(answer(impatient), "Detail1");
    await server.stop();
    const alone = make(t, server, {storage});
    const heard = [];
    alone.onFailure(error => heard.push(error.code));
    assert.equal((await errorOf(alone.refresh())).code, "unreachable");
    assert.equal(answer(alone), "Detail1");
    assert.deepEqual(heard, ["unreachable"]);
});

test("an endless answer ends at its limit of time (C2.3)", async t => {
    const server = await serve(t, new Publication(1));
    server.fault = onHead(() => ({bytes: Buffer.from("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")}));
    const timer = (run, milliseconds) => {
        const id = setTimeout(run, milliseconds === 12e4 ? 50 : milliseconds);
        return () => clearTimeout(id);
    };
    assert.equal((await errorOf(make(t, server, {environment: {timer}}).refresh())).code, "timedOut");
});

test("a clock that jumps affects only rules with a time window", async t => {
    let now = 0;
    const when = {after: "2026-01-01T00:00:00Z", before: "2027-01-01T00:00:00Z"};
    const server = await serve(t, new Publication(1, {when}));
    const storage = temporary(t);
    const client = make(t, server, {storage, environment: {now: () => now}});
    let version = 1;
    for (const [time, holds] of [
        ["2026-06-01T00:00:00Z", true], ["1970-01-01T00:00:00Z", false], ["2026-12-31T23:59:59Z", true],
        ["2106-02-07T06:28:16Z", false], ["2026-01-01T00:00:00Z", true], ["2025-12-31T23:59:59Z", false],
    ]) {
        now = Date.parse(time);
        assert.equal(await client.refresh(), "updated");
        assert.equal(answer(client), holds ? `Detail${version}` : undefined, time);
        const restarted = make(t, server, {storage, environment: {now: () => now}});
        await restarted.ready;
        assert.equal(answer(restarted), answer(client));
        version += 1;
        server.publish(new Publication(version, {when}));
    }
});
