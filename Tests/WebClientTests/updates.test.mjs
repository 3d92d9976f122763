// Polling, Retry-After, wake-ups and streams of heads, with a clock that the tests move (client.md 5 and 6).
import assert from "node:assert/strict";
import test from "node:test";
import {TestClock, answer, errorOf, make, serve, temporary, until} from "./support/client.mjs";
import {Publication, folder} from "./support/publication.mjs";
import {http, stream} from "./support/server.mjs";

const {EventReader} = await import(new URL("events.mjs", folder));

const paced = (publication, interval, jitter) => Object.assign(publication, {poll: {interval, jitter}});

/** A client that updates by a clock of its own. */
function updating(t, server, clock, options = {}) {
    return make(t, server, {updates: "polling", environment: clock.environment, ...options});
}

/** Lets the first, empty pause of a loop end. */
async function begin(clock) {
    await clock.pause();
    clock.advance(0);
}

test("a poll is sent at once, and then after the interval and a part of the jitter, within limits (C5.1)", async t => {
    for (const [interval, jitter, random, wait] of [
        [30, 0, 0.5, 30_000], [30, 10, 0.5, 35_000], [0, 0, 0.9, 1000], [1, 4, 0, 1000], [9e9, 9e9, 0.5, 86_400_000 * 1.5],
    ]) {
        const server = await serve(t, paced(new Publication(1), interval, jitter));
        const clock = new TestClock();
        clock.random = random;
        const client = updating(t, server, clock);
        await begin(clock);
        await client.ready;
        assert.equal(await clock.pause(({milliseconds}) => milliseconds === wait), wait);
        server.publish(paced(new Publication(2), interval, jitter));
        clock.advance(wait - 1);
        assert.equal(server.count("/head"), 1);
        clock.advance(1);
        await until(() => answer(client) === "Detail2");
        client.close();
    }
});

test("each good answer sets the next wait, also where nothing else of its head is new (C5.1)", async t => {
    for (const hasStorage of [false, true]) {
        const first = paced(new Publication(1), 30, 0);
        const server = await serve(t, first);
        const storage = hasStorage ? temporary(t) : null;
        if (hasStorage) await make(t, server, {storage}).refresh();
        const clock = new TestClock();
        const client = updating(t, server, clock, {storage});
        await begin(clock);
        await client.ready;
        for (const [publication, wait] of [
            [first, 30_000], [paced(first.moved(1), 7, 0), 7000], [paced(first.moved(1), 900, 0), 900_000], [paced(first.moved(2), 11, 0), 11_000],
            [paced(first.moved(2), 0, 0), 1000], [paced(first.moved(1), 40, 0), 1000], [paced(new Publication(3), 13, 0), 13_000],
        ]) {
            server.publish(publication);
            const {refreshes} = client.counters;
            clock.advance(await clock.pause());
            await until(() => client.counters.refreshes > refreshes);
            assert.equal(await clock.pause(({milliseconds}) => ![5000, 15e3, 12e4].includes(milliseconds)), wait);
        }
        client.close();
    }
});

test("a client that finds the release stored by another one waits as its own answer says (C5.1)", async t => {
    const server = await serve(t, paced(new Publication(1), 30, 0));
    const storage = temporary(t);
    const clock = new TestClock();
    const client = updating(t, server, clock, {storage});
    await begin(clock);
    await client.ready;
    await clock.pause();
    const second = paced(new Publication(2), 30, 0);
    server.publish(second);
    await make(t, server, {storage}).refresh();
    server.publish(paced(second.moved(2), 7, 0));
    clock.advance(30_000);
    await until(() => answer(client) === "Detail2");
    assert.equal(await clock.pause(), 7000);
});

test("after failures the waits double up to five minutes, a random half is left out (C5.2), and nothing loops (C8.6)", async t => {
    const server = await serve(t, new Publication(1));
    server.fault = () => http(500);
    const clock = new TestClock();
    updating(t, server, clock);
    await begin(clock);
    const waits = [];
    for (let count = 1; count <= 12; count += 1) {
        await until(() => server.count("/head") === count);
        clock.random = count % 3 / 2;
        waits.push(await clock.pause());
        clock.advance(waits.at(-1));
    }
    const expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map(seconds => seconds * 1000);
    waits.forEach((wait, place) => assert.ok(wait >= expected[place] / 2 && wait <= expected[place], `${waits}`));
});

test("Retry-After is kept, a day at most, plus a part of the jitter; no wake-up shortens it, an answer ends it (C5.3)", async t => {
    const server = await serve(t, paced(new Publication(1), 30, 10));
    const clock = new TestClock();
    const client = updating(t, server, clock);
    await begin(clock);
    await client.ready;
    assert.equal(await clock.pause(), 35_000);
    server.fault = () => http(503, "", {fields: ["Retry-After: 600"]});
    clock.advance(35_000);
    await until(() => client.counters.failures.unexpectedStatus === 1);
    clock.advance(await clock.pause());
    const left = await clock.pause(({milliseconds}) => milliseconds > 500_000);
    assert.ok(left > 600_000 && left <= 605_000, `${left}`);
    for (let count = 0; count < 5; count += 1) client.wake();
    clock.advance(left - 2);
    assert.equal(server.count("/head"), 2);
    server.fault = () => http(503, "", {fields: ["Retry-After: 99999999999999"]});
    clock.advance(2);
    await until(() => server.count("/head") === 3);
    clock.advance(await clock.pause());
    assert.ok(await clock.pause(({milliseconds}) => milliseconds > 80_000_000) <= 86_405_000);
    client.stop();
    client.start();
    await clock.pause(({milliseconds}) => milliseconds > 80_000_000 || milliseconds === 0);
    clock.advance(0);
    await clock.pause(({milliseconds}) => milliseconds > 80_000_000);
    assert.equal(server.count("/head"), 3, "a new start does not shorten it");
    server.fault = undefined;
    assert.equal(await client.refresh(), "unchanged");
});

test("a wake-up ends a pause, but not soon after an exchange that was answered", async t => {
    const server = await serve(t, new Publication(1));
    const clock = new TestClock();
    const client = updating(t, server, clock);
    await begin(clock);
    await clock.pause(({milliseconds}) => milliseconds === 30_000);
    for (let count = 0; count < 5; count += 1) client.wake();
    assert.equal(server.count("/head"), 1);
    clock.advance(1001);
    client.wake();
    await until(() => server.count("/head") === 2);
});

test("a client that is stopped sends nothing; started again it polls at once", async t => {
    const server = await serve(t, new Publication(1));
    const clock = new TestClock();
    const client = updating(t, server, clock);
    await begin(clock);
    await clock.pause(({milliseconds}) => milliseconds === 30_000);
    client.stop();
    client.stop();
    clock.advance(1e9);
    assert.equal(server.count("/head"), 1);
    client.start();
    client.start();
    await begin(clock);
    await until(() => server.count("/head") === 2);
});

test("an exchange under way ends with stop, and the next start does not join it", async t => {
    const server = await serve(t, new Publication(1));
    server.fault = () => ({isSilent: true});
    const clock = new TestClock();
    const client = updating(t, server, clock);
    await begin(clock);
    await until(() => server.requests.length === 1);
    client.stop();
    server.fault = undefined;
    client.start();
    await begin(clock);
    await client.ready;
    assert.deepEqual([server.count("/head"), client.counters.failures], [2, {cancelled: 1}]);
});

test("the first release is polled, and a stream delivers all later ones without a poll (C6.1, C6.2)", async t => {
    const server = await serve(t, new Publication(1));
    server.onStream = current => stream(`: hello\nretry: 10\n\nevent: later\ndata: x\n\n${current.event}`);
    const client = make(t, server, {updates: "events"});
    await until(() => client.counters.connections === 1);
    for (let version = 2; version < 6; version += 1) {
        server.publish(new Publication(version));
        await until(() => answer(client) === `Detail${version}`);
    }
    server.publish(new Publication(3));
    await until(() => client.counters.ignored === 1);
    assert.deepEqual([answer(client), server.count("/head"), server.count("/events")], ["Detail5", 1, 1]);
});

const alone = globalThis.navigator?.locks ? false : "this Node has no Web Locks";

test("clients of one origin share one stream, and the next one opens it when the first is gone", {skip: alone}, async t => {
    const server = await serve(t, new Publication(1));
    server.onStream = current => stream(current.event);
    const clients = [1, 2, 3].map(() => make(t, server, {updates: "events"}));
    await until(() => clients.some(client => client.counters.connections === 1));
    await until(() => clients.every(client => client.release));
    server.publish(new Publication(2));
    await until(() => clients.every(client => answer(client) === "Detail2"));
    assert.deepEqual([server.count("/events"), server.streams.size], [1, 1]);
    clients.find(client => client.counters.connections === 1).close();
    await until(() => server.count("/events") === 2);
    await until(() => server.streams.size === 1);
    server.publish(new Publication(3));
    await until(() => clients.filter(client => answer(client) === "Detail3").length === 2);
});

test("a stream that ended is opened again after its retry and a part of the jitter (C6.3)", async t => {
    const server = await serve(t, paced(new Publication(1), 30, 10));
    server.onStream = current => stream(`retry: 700\n\n${current.event}`);
    const clock = new TestClock();
    const client = updating(t, server, clock, {updates: "events"});
    await begin(clock);
    await until(() => client.counters.connections === 1);
    server.hangUp();
    await until(() => client.counters.disconnections === 1);
    assert.equal(await clock.pause(({milliseconds}) => milliseconds < 50_000 && ![5000, 15e3, 1e4].includes(milliseconds)), 11_000 * 0.5 + 700);
    clock.advance(6200);
    await until(() => client.counters.connections === 2);
});

test("where no stream can be opened the client polls, and tries a stream after 1, 2, 4 polls (C6.3)", async t => {
    const server = await serve(t, new Publication(1));
    for (const reply of [() => http(404), () => http(200), () => http(200, "data: x\n\n", {type: "text/event-stream"})]) {
        server.onStream = reply;
        server.requests.length = 0;
        const clock = new TestClock();
        const client = updating(t, server, clock, {updates: "events"});
        await begin(clock);
        for (let count = 2; count <= 9; count += 1) {
            await until(() => server.count("/head") >= count, `poll ${count}`);
            clock.advance(await clock.pause(({milliseconds}) => milliseconds === 30_000));
        }
        const kinds = server.requests.filter(path => /head|events/.test(path)).map(path => path.endsWith("head") ? "p" : "s").join("");
        // After each refusal one poll in place of the stream, and then one, two, four.
        assert.ok("psppspppspppppspppp".startsWith(kinds) && kinds.length > 10, kinds);
        client.close();
    }
});

test("a stream without a head for ten seconds, and one silent for fifty, are closed", async t => {
    const server = await serve(t, new Publication(1));
    server.onStream = () => stream(": nothing\n\n");
    const clock = new TestClock();
    const client = updating(t, server, clock, {updates: "events"});
    await begin(clock);
    await until(() => server.streams.size === 1);
    await clock.pause(({milliseconds}) => milliseconds === 10_000);
    clock.advance(10_000);
    await until(() => client.counters.disconnections === 1);
    server.onStream = current => stream(current.event);
    await clock.pause(({milliseconds}) => milliseconds === 30_000);
    clock.advance(30_000);
    await until(() => server.count("/head") === 3);
    clock.advance(await clock.pause(({milliseconds}) => milliseconds === 30_000));
    await until(() => client.counters.connections === 1);
    await clock.pause(({milliseconds}) => milliseconds === 50_000);
    clock.advance(50_000);
    await until(() => client.counters.disconnections === 2);
    assert.equal(client.counters.failures.timedOut, 1);
});

test("a stream refused with Retry-After is not asked for earlier", async t => {
    const server = await serve(t, new Publication(1));
    server.onStream = () => http(503, "", {fields: ["Retry-After: 100"]});
    const clock = new TestClock();
    const client = updating(t, server, clock, {updates: "events"});
    await begin(clock);
    await until(() => client.counters.disconnections === 1);
    await clock.pause(({milliseconds}) => milliseconds === 0 || milliseconds === 100_000);
    clock.advance(0);
    await clock.pause(({milliseconds}) => milliseconds === 100_000);
    client.wake();
    clock.advance(99_999);
    assert.deepEqual([server.count("/events"), server.count("/head")], [1, 1]);
});

test("events are read from pieces of any size (HTML Standard 9.2.6)", () => {
    const text = "\uFEFF: comment\r\nevent: head\rdata: a\ndata:b\ndata\n\nid: 7\n\nretry: 20\nretry: x\ndata: last ö\r\n\r\nevent: lost\ndata: open";
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size < bytes.length; size += 1) {
        const reader = new EventReader();
        const events = [];
        for (let at = 0; at < bytes.length; at += size) events.push(...reader.feed(bytes.subarray(at, at + size)));
        assert.deepEqual(events, [{name: "head", content: "a\nb\n"}, {name: "message", content: "last ö"}], `${size}`);
        assert.equal(reader.retry, 20);
    }
    for (const endless of ["data: x", "data: x\n"]) {
        const reader = new EventReader();
        assert.throws(() => { for (;;) reader.feed(new TextEncoder().encode(endless)); }, {code: "tooLarge"});
    }
});

test("a body that cannot be had when a stream names it is fetched later", async t => {
    const server = await serve(t, new Publication(1));
    server.onStream = current => stream(current.event);
    const client = make(t, server, {updates: "events", environment: {random: () => 0}});
    await until(() => client.counters.connections === 1);
    server.fault = isHead => isHead ? undefined : http(500);
    server.publish(new Publication(2));
    await until(() => client.counters.failures.unexpectedStatus >= 1);
    assert.equal(answer(client), "Detail1");
    server.fault = undefined;
    await until(() => answer(client) === "Detail2");
});

test("many refreshes and heads of a stream at the same time end with the latest release", async t => {
    const server = await serve(t, new Publication(1));
    server.onStream = current => stream(current.event);
    const client = make(t, server, {updates: "events", storage: temporary(t)});
    await until(() => client.counters.connections === 1);
    for (let version = 2; version < 8; version += 1) {
        server.publish(new Publication(version));
        await Promise.all(Array.from({length: 10}, () => errorOf(client.refresh())));
    }
    await until(() => answer(client) === "Detail7");
});
