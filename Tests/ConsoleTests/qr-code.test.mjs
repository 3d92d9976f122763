// QR codes: the examples of ISO/IEC 18004, and what another program reads in them.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {correction, outline, qrCode, quietZone} from "../../Sources/Server/Console/qr-code.mjs";
import {temporary} from "../WebClientTests/support/basics.mjs";
import {noReader, readCode} from "./support/codes.mjs";

/** A code as a picture in greys, with pixels of `scale` for each module. */
function picture({size, isDark}, scale = 4) {
    const width = (size + 2 * quietZone) * scale;
    const pixels = Buffer.alloc(width * width, 255);
    for (let y = 0; y < width; y += 1) {
        for (let x = 0; x < width; x += 1) if (isDark(Math.floor(x / scale) - quietZone, Math.floor(y / scale) - quietZone) && inside(size, x, y, scale)) pixels[y * width + x] = 0;
    }
    return Buffer.concat([Buffer.from(`P5\n${width} ${width}\n255\n`), pixels]);
}

const inside = (size, x, y, scale) => [x, y].every(place => place >= quietZone * scale && place < (quietZone + size) * scale);

test("the error correction is that of the standard's example", () => {
    const block = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    assert.deepEqual([...correction(block, 10)], [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test("the format has the level M, the mask and its correction, twice", () => {
    for (const text of ["a", "https://shop.example/a", "https://shop.example/item/42?from=letter"]) {
        const {size, mask, isDark} = qrCode(text);
        const expected = ["101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001", "100000011001110", "100111110010111", "100101010100000"][mask];
        const bits = places => places.map(([x, y]) => isDark(x, y) ? "1" : "0").join("");
        const first = [0, 1, 2, 3, 4, 5, 7, 8].map(x => [x, 8]).concat([7, 5, 4, 3, 2, 1, 0].map(y => [8, y]));
        const second = [1, 2, 3, 4, 5, 6, 7].map(y => [8, size - y]).concat([8, 7, 6, 5, 4, 3, 2, 1].map(x => [size - x, 8]));
        assert.equal(bits(first), expected);
        assert.equal(bits(second), expected);
        assert.ok(isDark(8, size - 8));
    }
});

test("each version holds as many bytes as the standard says, and no code holds more than 2,331", () => {
    const most = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331];
    most.slice(0, 12).forEach((count, index) => {
        assert.equal(qrCode("x".repeat(count)).version, index + 1);
        assert.equal(qrCode("x".repeat(count + 1)).version, index + 2);
    });
    assert.equal(qrCode("x".repeat(2331)).version, 40);
    assert.equal(qrCode("x".repeat(2332)), undefined);
});

test("another program reads each version, and all signs of addresses", {skip: noReader}, context => {
    const folder = temporary(context);
    const lengths = [1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 711, 857, 1059, 1370, 1722, 2099, 2331];
    const long = "https://shop.example/item/42?from=letter&list=" + "0123456789abcdefghijklmnopqrstuvwxyz/".repeat(70);
    const texts = [...lengths.map(length => long.slice(0, length)), "shop://item/<b>\"'& %", "moments://feed"];
    for (const [index, text] of texts.entries()) {
        const file = join(folder, `${index}.pgm`);
        writeFileSync(file, picture(qrCode(text)));
        assert.equal(readCode(file), text, `version ${qrCode(text).version}`);
    }
});

test("the outline has the dark modules and no other", () => {
    const code = qrCode("https://shop.example/");
    const found = new Set();
    for (const [, x, y, length] of outline(code).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
        for (let place = 0; place < Number(length); place += 1) found.add(`${Number(x) + place} ${y}`);
    }
    for (let y = 0; y < code.size; y += 1) {
        for (let x = 0; x < code.size; x += 1) assert.equal(found.has(`${x + quietZone} ${y + quietZone}`), code.isDark(x, y));
    }
});
