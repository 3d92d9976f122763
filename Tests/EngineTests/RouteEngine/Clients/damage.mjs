// Opens damaged index files and broken bodies, drafts and contexts in WebAssembly: each is refused or answers, and none
// ends the module. `Int` has 32 bits there, so that numbers of a file may be too large for it.
// usage: node damage.mjs FOLDER RUNS [SEED]
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, runs, seedText] = process.argv.slice(2);
const {Waymark, WaymarkError} = await import(pathToFileURL(`${folder}/waymark.mjs`));
const engine = await Waymark.load(readFileSync(`${folder}/waymark-engine.wasm`));
const resolver = await Waymark.load(readFileSync(`${folder}/waymark-resolver.wasm`));

const seed = Number(seedText ?? Date.now() % 0x7fffffff);
console.log(`damage: seed ${seed}`);
let state = seed || 1;
function random(limit) {
    // xorshift32
    state ^= state << 13, state ^= state >>> 17, state ^= state << 5;
    return (state >>> 0) % limit;
}

// The checksum of an index file, as IndexChecksum computes it, so that damage is not found by it.
const mask = (1n << 64n) - 1n;
function seal(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const multipliers = [0x9E3779B185EBCA87n, 0xC2B2AE3D27D4EB4Fn, 0x165667B19E3779F9n, 0x27D4EB2F165667C5n];
    const step = (lane, word, place) => {
        const mixed = lane ^ word;
        return ((mixed << 31n | mixed >> 33n) & mask) * multipliers[place] & mask;
    };
    const lanes = [1, 2, 3, 0].map(place => multipliers[place]);
    let at = 24;
    for (; at + 32 <= bytes.length; at += 32)
        for (let lane = 0; lane < 4; lane++) lanes[lane] = step(lanes[lane], view.getBigUint64(at + lane * 8, true), lane);
    for (; at < bytes.length; at++) lanes[0] = step(lanes[0], BigInt(bytes[at]) + 1n, 2);
    let sum = BigInt(bytes.length);
    [3, 0, 1, 2].forEach((place, lane) => { sum = step(sum, lanes[lane], place); });
    sum = (sum ^ sum >> 32n) * multipliers[1] & mask;
    view.setBigUint64(16, sum ^ sum >> 29n, true);
}

const draft = JSON.stringify({
    settings: {origins: ["https://h.com"], destinations: ["https://h.com"]},
    rules: [
        {id: "a", match: ["https://h.com/a/:x", "https://:sub.h.com/v:y(\\d+)/*"], to: {screen: "A", parameters: {k: "v"}},
            when: {platform: ["ios"], appVersion: ">=5 <7", locale: ["zh"], attributes: {g: ["B"]}, not: {region: ["CN"]}}},
        {id: "b", match: ["/b/:w(x|y)\\?q=1&c=:c"], ignoreCase: true, to: {redirect: "https://h.com/a/{w}"}},
        {id: "c", match: ["/c/:rest*"], strictSlash: true, to: {block: "no"}},
    ],
});
const addresses = [
    "https://h.com/a/1", "https://s.h.com/v12/x/y", "https://h.com/B/x?q=1&c=2", "https://h.com/c/", "app:x",
    "https://h.com/%E5%8D%9A/%ff/a", "https://other.org/",
];
const context = {platform: "ios", appVersion: "6", locale: "zh-CN", deviceID: "d", attributes: {g: "B"}};
const body = engine.freeze(draft, {published: 0});
const index = engine.compile(body);
const sealed = index.slice();
seal(sealed);
if (Buffer.compare(sealed, index) !== 0) throw new Error("seal() computes another checksum than the engine");

const count = {opened: 0, refused: 0};
function attempt(open) {
    let release;
    try {
        release = open();
    } catch (error) {
        if (!(error instanceof WaymarkError)) throw error;
        count.refused += 1;
        return;
    }
    count.opened += 1;
    for (const address of addresses) release.resolve(address, context, {at: 0, explain: true});
    release.close();
}

const large = [0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0x40000000, 0x20000000];
for (let run = 0; run < Number(runs); run++) {
    const bytes = index.slice();
    const view = new DataView(bytes.buffer);
    for (let change = 0; change <= run % 3; change++) {
        // The header, with offsets, counts and widths, is damaged more often than its share.
        const at = 24 + random(random(2) ? 330 : bytes.length - 28);
        if (random(2)) bytes[at] = random(256); else view.setUint32(at, large[random(large.length)], true);
    }
    seal(bytes);
    attempt(() => resolver.openIndex(bytes));
    attempt(() => resolver.openIndex(bytes.subarray(0, random(bytes.length))));
    if (run % 10 === 0) {
        const text = [body, draft][random(2)];
        const at = random(text.length);
        const broken = text.slice(0, at) + ["", "[", "1e999", "\ud800", "99999999999", "{"][random(6)] + text.slice(at + random(3));
        attempt(() => engine.open(broken));
        engine.check(broken);
        try { engine.freeze(broken); } catch (error) { if (!(error instanceof WaymarkError)) throw error; }
        try { resolver.context(broken).free(); } catch (error) { if (!(error instanceof WaymarkError)) throw error; }
    }
}
for (const nested of ["[", "{\"a\":"]) attempt(() => engine.open(nested.repeat(100000)));
console.log(`damage: ${count.refused} refused, ${count.opened} opened and answered`);
if (count.opened === 0 || count.refused === 0) process.exit(1);
