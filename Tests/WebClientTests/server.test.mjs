// The client against the real server: the same answers, also after the server was killed.
import assert from "node:assert/strict";
import test from "node:test";
import {errorOf, make, temporary, until} from "./support/client.mjs";
import {indexFormat} from "./support/publication.mjs";
import {WaymarkServer, missing} from "./support/waymark.mjs";

const addresses = [
    "https://moments.example.com/m/42", "https://moments.example.com/m/42?from=mail", "https://moments.example.com/none",
    "moments://m/7", "not an address", "https://m.example.com/ä/ö",
];

test("resolutions are those of the server; a new release arrives; the last one answers while the server is dead (C7.1, C8.5)", {skip: missing}, async t => {
    const server = await WaymarkServer.start(t);
    const storage = temporary(t);
    const client = make(t, server, {storage});
    assert.equal(await client.refresh(), "updated");
    const at = Date.parse("2026-11-01T00:00:00Z");
    for (const address of addresses) {
        const answer = await fetch(`${server.base}/v1/apps/moments/resolve`, {
            method: "POST", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({url: address, context: {platform: "web"}, at: new Date(at).toISOString()}),
        });
        assert.deepEqual(client.resolve(address, {context: {platform: "web"}, at}), await answer.json(), address);
    }
    assert.notEqual(client.resolve(addresses[0]).outcome, "unmatched");
    server.publish("second");
    assert.ok(["updated", "unchanged"].includes(await client.refresh()));
    assert.equal(client.release.version, 2);
    await server.kill();
    assert.equal((await errorOf(client.refresh())).code, "unreachable");
    const restarted = make(t, server, {storage});
    await restarted.ready;
    assert.deepEqual(restarted.resolve(addresses[0], {at}), client.resolve(addresses[0], {at}));
    await server.run();
    assert.equal(await restarted.refresh(), "unchanged", "a start raises the epoch");
});

test("a stream delivers what is published", {skip: missing}, async t => {
    const server = await WaymarkServer.start(t);
    const client = make(t, server, {updates: "events"});
    await until(() => client.counters.connections === 1);
    server.publish("second");
    await until(() => client.release.version === 2);
    assert.equal(client.counters.refreshes, 3);
});

test("the server's own index is fetched where it has one of this format, and otherwise the body", {skip: missing}, async t => {
    const server = await WaymarkServer.start(t);
    const paths = [];
    const client = make(t, server, {environment: {fetch: (url, request) => { paths.push(new URL(url).pathname); return fetch(url, request); }}});
    await client.refresh();
    const entry = [(await server.head()).index].flat().find(index => index?.format === indexFormat);
    assert.match(paths[1], entry ? /\/indexes\// : /\/bodies\//);
    assert.equal(paths.length, 2);
});

test("where WebAssembly is forbidden the server answers, if the app wants that", {skip: missing}, async t => {
    const server = await WaymarkServer.start(t);
    const {Module, compile} = WebAssembly;
    WebAssembly.Module = class { constructor() { throw new Error("forbidden"); } };
    WebAssembly.compile = async () => { throw new Error("forbidden"); };
    t.after(() => Object.assign(WebAssembly, {Module, compile}));
    const client = make(t, server, {askServer: true});
    const resolution = await client.resolveAsync(addresses[0], {at: 1e12});
    assert.equal(resolution.original, addresses[0]);
    assert.equal(resolution.version, 1);
});
