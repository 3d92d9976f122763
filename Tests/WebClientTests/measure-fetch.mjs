// Measures what a new release costs a client: fetching and opening the compiled index, or fetching the body and compiling it,
// at several sizes and speeds of the line. Both are sent with gzip, verified, opened, and asked for one resolution.
// usage: node measure-fetch.mjs [RULES …]   (after make web; default 100 10000 100000; medians of three, of more than five seconds one)
// BODIES=FOLDER writes the bodies, for Tests/EngineTests/RouteEngine/Clients/measure-open.py.
// The server of this program sends a slow line's bytes in slices of 20 ms; round trips take no time. The modules are loaded.
// Each cell has the measured milliseconds, and those calculated from the bytes and the processor's time on loopback, which
// other programs of a shared machine do not lengthen.
import {writeFileSync} from "node:fs";
import {createServer} from "node:http";
import {gzipSync} from "node:zlib";
import {createClient, digestOf, engine, indexFormat, module} from "./support/publication.mjs";

const sizes = process.argv.slice(2).map(Number);
if (!sizes.length) sizes.push(100, 10_000, 100_000);
/** Bits in a second; Infinity is the loopback interface without a limit. */
const lines = [Infinity, 50e6, 20e6, 5e6, 1e6];
const slice = 20;

const name = number => (Math.imul(number + 1, 0x9E3779B1) >>> 0).toString(36);
const pathOf = number => `${name(number)}-${number}`;

/** Rules of four shapes, in 100 sections, with names that compress like words; one in five has a condition. */
function draft(count) {
    const shapes = ["/:id", "/:id(\\d+)", "/list/*", "/:kind/:id"];
    const rules = Array.from({length: count}, (_, number) => ({
        id: `rule-${number}`, match: [`/section-${number % 100}/${pathOf(number)}${shapes[number % 4]}`], to: {screen: `${name(number % 300)}Page`},
        ...number % 5 === 0 && {when: {platform: ["ios"], appVersion: `>=${1 + number % 9}.2`}},
        ...number % 50 === 1 && {when: {rollout: {percent: 25}}},
    }));
    return JSON.stringify({settings: {origins: ["https://moments.example.com"]}, rules});
}

/** Writes each slice when a line of this speed would have carried it. */
async function send(response, bytes, rate) {
    const step = Math.ceil(Math.min(rate / 8 * slice / 1000, bytes.length));
    const begun = performance.now();
    for (let at = 0; at < bytes.length; at += step) {
        const end = Math.min(at + step, bytes.length);
        const wait = begun + end * 8000 / rate - performance.now();
        if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
        response.write(bytes.subarray(at, end));
    }
    response.end();
}

/** Milliseconds of the first release, by the index or by the body; of the clock, and of the processor. */
async function once(files, rate, hasIndex) {
    const server = createServer(async (request, response) => {
        const {type, bytes} = files[request.url.includes("/head") ? (hasIndex ? "headWithIndex" : "head") : request.url.split("/").at(-2)];
        request.socket.setNoDelay();
        response.writeHead(200, {"Content-Type": type, "Content-Encoding": "gzip"});
        await send(response, bytes, rate);
    });
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    const client = createClient({
        server: `http://127.0.0.1:${server.address().port}`, app: "moments", updates: "none", wasm: modules.resolver, engine: modules.engine,
    });
    const used = process.cpuUsage();
    const begun = performance.now();
    await client.refresh();
    const {outcome} = client.resolve(`https://moments.example.com/section-2/${pathOf(2)}/list/x`);
    const {user, system} = process.cpuUsage(used);
    const time = {clock: performance.now() - begun, processor: (user + system) / 1000};
    if (outcome !== "screen") throw new Error(outcome);
    client.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    return time;
}

const modules = {resolver: await WebAssembly.compile(module("resolver")), engine: await WebAssembly.compile(module("engine"))};
console.log("| rules | | bytes with gzip | processor | loopback | 50 Mbit/s | 20 Mbit/s | 5 Mbit/s | 1 Mbit/s |\n|---|---|---|---|---|---|---|---|---|");
for (const count of sizes) {
    const body = Buffer.from(engine.freeze(draft(count), {app: "moments", version: 1, published: 0}));
    const index = Buffer.from(engine.compile(body));
    if (process.env.BODIES) writeFileSync(`${process.env.BODIES}/${count}.json`, body);
    const head = {
        app: "moments", body: `/v1/apps/moments/bodies/${digestOf(body)}`, channel: "production", digest: digestOf(body), epoch: 1,
        poll: {interval: 60, jitter: 15}, sequence: 1, version: 1,
    };
    const packed = (type, content) => ({type, bytes: gzipSync(content, {level: 9})});
    const files = {
        head: packed("application/json", JSON.stringify(head)),
        headWithIndex: packed("application/json", JSON.stringify({...head, index: {digest: digestOf(index), format: indexFormat}})),
        bodies: packed("application/json", body), indexes: packed("application/vnd.waymark.index", index),
    };
    for (const [what, name] of [["index", "indexes"], ["body", "bodies"]]) {
        if (count === sizes[0]) await once(files, Infinity, what === "index");  // Node compiles what is used
        const cells = [];
        let processor;
        for (const rate of lines) {
            const found = [];
            while (found.length < 3 && !(found[0]?.clock > 5000)) found.push(await once(files, rate, what === "index"));
            const middle = kind => found.map(time => time[kind]).sort((a, b) => a - b)[found.length >> 1];
            processor ??= middle("processor");
            const calculated = processor + files[name].bytes.length * 8000 / rate;
            cells.push(`${middle("clock").toFixed(0)} (${calculated.toFixed(0)})`);
        }
        console.log(`| ${count} | ${what} | ${files[name].bytes.length} | ${processor.toFixed(1)} | ${cells.join(" | ")} |`);
    }
}
