// Compares the C parts of the modules (Sources/Engine/RouteEngine/Platform) with JavaScript: decimal numbers, rounding, products of
// 128 bits, comparison of bytes, and memory. It takes a module that exports them, and links nothing of Swift.
// usage: node platform.mjs MODULE [SEED]
import {readFileSync} from "node:fs";

const [path, seedText] = process.argv.slice(2);
const {exports} = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {});
const {malloc, free, posix_memalign: aligned, memcmp, round, __multi3: multiply} = exports;
const readDecimal = exports._swift_stdlib_strtod_clocale;
const seed = Number(seedText ?? 20261123);
let state = seed || 1;
function random(limit) {
    // xorshift32
    state ^= state << 13, state ^= state >>> 17, state ^= state << 5;
    return (state >>> 0) % limit;
}
const view = () => new DataView(exports.memory.buffer);
const bytes = () => new Uint8Array(exports.memory.buffer);
let wrong = 0;
function check(isRight, ...what) {
    if (!isRight && ++wrong <= 10) console.error(...what);
}

const buffer = malloc(4096);
function decimal(text) {
    const {written} = new TextEncoder().encodeInto(text + "\0", bytes().subarray(buffer + 16, buffer + 4096));
    const end = readDecimal(buffer + 16, buffer);
    check(end === buffer + 16 + written - 1, text, "is read up to", end - buffer - 16);
    return view().getFloat64(buffer, true);
}
const digits = count => Array.from({length: count}, () => random(10)).join("");
const float = new DataView(new ArrayBuffer(8));
let decimals = 0;
function checkDecimal(text) {
    decimals += 1;
    check(Object.is(decimal(text), Number(text)), text, "is read as", decimal(text));
}
for (const text of [
    "0", "-0", "1", "0.1", "12.5", "9007199254740993", "2.2250738585072011e-308", "2.2250738585072014e-308", "5e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623159e308", "1e400", "-1e-400",
    "1e2001", "1e-2001", "0e999999", `0.${"0".repeat(900)}1e900`, `1${"0".repeat(900)}e-900`, `0.5${"0".repeat(900)}1`,
    `9007199254740993.${"0".repeat(900)}10`,
]) checkDecimal(text);
for (let run = 0; run < 20000; run++) {
    checkDecimal(`${digits(1 + random(20))}.${digits(1 + random(20))}e${random(80) - 40}`);
    checkDecimal(`${random(2) ? "-" : ""}${digits(1 + random(25))}e${random(700) - 350}`);
    float.setUint32(0, random(2 ** 32)), float.setUint32(4, random(2 ** 32));
    const number = float.getFloat64(0);
    if (!Number.isFinite(number)) continue;
    checkDecimal(String(number));
    // The value halfway to the next double, as exactly as 25 digits say it.
    float.setUint32(4, (float.getUint32(4) ^ 1) >>> 0);
    if (run % 20 === 0 && Number.isInteger(number) && Math.abs(number) < 2 ** 200) {
        checkDecimal(((BigInt(number) + BigInt(float.getFloat64(0))) / 2n).toString());
    }
}
// Halves between integers of 54 bits are ties: the even one is nearest.
for (let run = 0; run < 1000; run++) checkDecimal((2n ** 53n + BigInt(random(2 ** 30)) * 2n + 1n).toString());

const halfAwayFromZero = number => Math.sign(number) * Math.round(Math.abs(number));
for (const number of [0, -0, 0.25, 0.5, 0.75, 1.5, 2.5, -0.5, -1.5, -2.25, 28.999999999999996, 2 ** 53, 1e300, Infinity]) {
    check(Object.is(round(number), halfAwayFromZero(number)), "round", number, round(number));
}
for (let run = 0; run < 10000; run++) {
    const number = (random(2 ** 32) - 2 ** 31) / 2 ** random(12);
    check(Object.is(round(number), halfAwayFromZero(number)), "round", number, round(number));
}

const word = () => BigInt(random(2 ** 32)) << 32n | BigInt(random(2 ** 32));
for (let run = 0; run < 10000; run++) {
    const [a, b, c, d] = [word(), word() * BigInt(random(2)), word(), word() * BigInt(random(2))];
    multiply(buffer, BigInt.asIntN(64, a), BigInt.asIntN(64, b), BigInt.asIntN(64, c), BigInt.asIntN(64, d));
    const product = view().getBigUint64(buffer + 8, true) << 64n | view().getBigUint64(buffer, true);
    check(product === BigInt.asUintN(128, (b << 64n | a) * (d << 64n | c)), "product", a, b, c, d);
}

for (let run = 0; run < 10000; run++) {
    const length = random(20);
    for (let at = 0; at < 40; at++) bytes()[buffer + at] = random(3) + 253 * random(2);
    const sign = Buffer.compare(bytes().subarray(buffer, buffer + length), bytes().subarray(buffer + 20, buffer + 20 + length));
    check(Math.sign(memcmp(buffer, buffer + 20, length)) === sign, "memcmp", length);
}

// Blocks of all sizes, each full of one byte: none overlaps another, and none loses what was written.
const blocks = [];
function take() {
    const size = random(8) === 0 ? random(200000) : random(600);
    const alignment = random(4) === 0 ? 16 << random(5) : 16;
    let at;
    if (alignment > 16 || random(2)) {
        check(aligned(buffer, alignment, size) === 0, "posix_memalign", alignment, size);
        at = view().getUint32(buffer, true);
    } else {
        at = malloc(size);
    }
    check(at > 0 && at % alignment === 0, "place", at, "for alignment", alignment);
    const mark = random(256);
    bytes().fill(mark, at, at + size);
    blocks.push({at, size, mark});
}
function giveBack() {
    const [{at, size, mark}] = blocks.splice(random(blocks.length), 1);
    check(bytes().subarray(at, at + size).every(byte => byte === mark), "a block of", size, "bytes was overwritten");
    free(at);
}
let memoryBytes = 0;
for (let run = 0; run < 60000; run++) {
    if (blocks.length < 200 || (blocks.length < 400 && random(2))) take(); else giveBack();
    if (run === 30000) memoryBytes = exports.memory.buffer.byteLength;
}
check(exports.memory.buffer.byteLength < memoryBytes * 1.5, "memory grew to", exports.memory.buffer.byteLength);
check(malloc(2 ** 30 + 1) === 0 && malloc(-1) === 0, "a request that is too large");
check(aligned(buffer, 16, 2 ** 30 + 1) !== 0, "an aligned request that is too large");
free(0);

console.log(`the C parts: ${decimals} decimals, memory of ${exports.memory.buffer.byteLength} bytes, ${wrong} wrong`);
if (wrong) process.exitCode = 1;
