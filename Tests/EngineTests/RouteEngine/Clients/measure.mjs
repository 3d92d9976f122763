// Measures the modules with 10,000 rules, and beside them a loop over Node's own URLPattern objects for the same patterns.
// usage: node measure.mjs FOLDER [OUTPUT]
// With OUTPUT it also writes the body and the addresses, for measure.c.
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const [folder, output] = process.argv.slice(2);
const {Waymark} = await import(pathToFileURL(`${folder}/waymark.mjs`));
const ruleCount = 10_000;
const addressCount = 1000;
const context = {platform: "web", appVersion: "7.2", locale: "zh-CN"};

// Each rule has a first segment of its own, and one of four shapes.
const shapes = ["/:id", "/:id(\\d+)", "/list/*", "/:kind/:id"];
const tails = ["/a-7", "/42", "/list/x/y", "/k/42"];
const patterns = Array.from({length: ruleCount}, (_, rule) => `/s${rule}${shapes[rule % 4]}`);
const hits = Array.from({length: addressCount}, (_, at) => {
    const rule = (at * 7919) % ruleCount;
    return `https://h.example/s${rule}${tails[rule % 4]}?from=push`;
});
const misses = hits.map(address => address.replace("/s", "/t"));
const draft = JSON.stringify({
    settings: {origins: ["https://h.example"]},
    rules: patterns.map((match, rule) => ({id: `r${rule}`, match: [match], to: {screen: `S${rule}`}})),
});

/**
 * The median and the least milliseconds of some rounds of a function.
 *
 * It is the processor's time of this process, which includes Node's compiler and collector, and no waiting for other
 * processes. The least is nearer to an idle machine's.
 */
function time(rounds, run) {
    const times = [];
    for (let round = 0; round < rounds; round++) {
        const start = process.cpuUsage();
        run();
        const {user, system} = process.cpuUsage(start);
        times.push((user + system) / 1000);
    }
    times.sort((a, b) => a - b);
    return [times[rounds >> 1], times[0]];
}
const show = (what, value, unit) => {
    const [first, least] = [value].flat();
    console.log(
        `${what.padEnd(44)} ${first.toFixed(2).padStart(12)} ${unit}` + (least ? `, least ${least.toFixed(2)}` : ""));
};
/** The microseconds per address. */
const timeEach = (addresses, rounds, run) =>
    time(rounds, () => { for (const address of addresses) run(address); }).map(value => value * 1000 / addresses.length);

const engine = await Waymark.load(readFileSync(`${folder}/waymark-engine.wasm`));
const resolver = await Waymark.load(readFileSync(`${folder}/waymark-resolver.wasm`));
const body = engine.freeze(draft, {version: 1, published: 0});
const index = engine.compile(body);
if (output) {
    mkdirSync(output, {recursive: true});
    writeFileSync(join(output, "body.json"), body);
    writeFileSync(join(output, "hits"), hits.join("\n") + "\n");
    writeFileSync(join(output, "misses"), misses.join("\n") + "\n");
}
show("the index of 10,000 rules", index.length, "bytes");
show("open the index", time(21, () => resolver.openIndex(index).close()), "ms");
show("open the body instead", time(7, () => engine.open(body).close()), "ms");

const release = resolver.openIndex(index);
const options = {at: 0};
hits.forEach((address, at) => {
    const {screen} = release.resolve(address, context, options);
    if (screen !== `S${(at * 7919) % ruleCount}`) throw new Error(`${address} leads to ${screen}`);
});
misses.forEach(address => {
    if (release.resolve(address, context, options).outcome !== "unmatched") throw new Error(`${address} is matched`);
});
const hit = timeEach(hits, 31, address => release.resolve(address, context, options));
show("a hit, as an object", hit, "µs");
show("a hit, as JSON text", timeEach(hits, 31, address => release.resolveText(address, context, options)), "µs");
const miss = timeEach(misses, 31, address => release.resolve(address, context, options));
show("a miss, as an object", miss, "µs");

if (typeof URLPattern === "undefined") {
    console.log("this Node has no URLPattern");
} else {
    const native = patterns.map(pathname => new URLPattern({protocol: "https", hostname: "h.example", pathname}));
    const find = address => {
        for (const pattern of native) if (pattern.test(address)) return pattern.exec(address);
        return null;
    };
    const few = hits.filter((_, at) => at % 10 === 0);
    const fewMisses = misses.filter((_, at) => at % 10 === 0);
    few.forEach(address => { if (find(address) === null) throw new Error(`URLPattern does not match ${address}`); });
    const loopHit = timeEach(few, 3, find);
    const loopMiss = timeEach(fewMisses, 3, find);
    show("a hit in a loop over URLPattern objects", loopHit, "µs");
    show("a miss in a loop over URLPattern objects", loopMiss, "µs");
    show("the loop takes for a hit", loopHit[0] / hit[0], "times as long");
    show("the loop takes for a miss", loopMiss[0] / miss[0], "times as long");
}

const before = resolver.memoryBytes;
for (let call = 0; call < 1_000_000; call++) {
    release.resolve(call % 2 ? hits[call % addressCount] : misses[call % addressCount], context, options);
}
show("memory of the module before a million calls", before, "bytes");
show("memory of the module after a million calls", resolver.memoryBytes, "bytes");
if (resolver.memoryBytes !== before) process.exitCode = 1;
