// QR codes after ISO/IEC 18004: a text as bytes in UTF-8, with error correction of level M (15 % of the code may be damaged).

/** Per version from 1: bytes of error correction in each block, and the number of blocks (table 9 of the standard, level M). */
const correctionBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];
const versions = correctionBytes.length;

/** Modules around the code that stay light, so that scanners find it. */
export const quietZone = 4;

const sizeOf = version => 17 + 4 * version;

// The field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1.
const powers = new Uint8Array(255);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
    powers[exponent] = value;
    logarithms[value] = exponent;
    value = value << 1 ^ (value >= 128 ? 0x11d : 0);
}
const product = (a, b) => a === 0 || b === 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % 255];

/** The coefficients of (x − 1)(x − 2)(x − 4)…, from the highest; the first, which is 1, is left out. */
function generator(degree) {
    const terms = new Uint8Array(degree);
    terms[degree - 1] = 1;
    for (let root = 0; root < degree; root += 1) {
        for (let place = 0; place < degree; place += 1) terms[place] = product(terms[place], powers[root]) ^ (terms[place + 1] ?? 0);
    }
    return terms;
}

/** The bytes of error correction of a block: the remainder of its division by the generator. */
export function correction(block, count) {
    const divisor = generator(count);
    const rest = new Uint8Array(count);
    for (const byte of block) {
        const factor = byte ^ rest[0];
        rest.copyWithin(0, 1);
        rest[count - 1] = 0;
        divisor.forEach((term, place) => { rest[place] ^= product(term, factor); });
    }
    return rest;
}

/** Centres of the small squares on one axis. */
function centres(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
    return [6, ...Array.from({length: count - 1}, (_, index) => sizeOf(version) - 7 - step * (count - 2 - index))];
}

/** A code that is being drawn: `dark` and `isFixed` have one entry for each module, row by row. */
class Drawing {
    constructor(version) {
        this.version = version;
        this.size = sizeOf(version);
        this.dark = new Uint8Array(this.size ** 2);
        this.isFixed = new Uint8Array(this.size ** 2);
        this.#patterns();
    }

    #fix(x, y, isDark) {
        if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
        this.dark[y * this.size + x] = isDark ? 1 : 0;
        this.isFixed[y * this.size + x] = 1;
    }

    #square(x, y, radius, isDark) {
        for (let dy = -radius; dy <= radius; dy += 1) {
            for (let dx = -radius; dx <= radius; dx += 1) this.#fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
        }
    }

    #patterns() {
        const end = this.size - 1;
        for (let place = 0; place < this.size; place += 1) {
            this.#fix(6, place, place % 2 === 0);
            this.#fix(place, 6, place % 2 === 0);
        }
        for (const [x, y] of [[3, 3], [end - 3, 3], [3, end - 3]]) this.#square(x, y, 4, distance => distance !== 2 && distance !== 4);
        const places = centres(this.version);
        for (const x of places) {
            for (const y of places) {
                const isCorner = x === 6 && (y === 6 || y === end - 6) || x === end - 6 && y === 6;
                if (!isCorner) this.#square(x, y, 2, distance => distance !== 1);
            }
        }
        this.format(0);
        if (this.version >= 7) this.#versionBits();
    }

    /** The level (M is 00) and the mask, twice, with their own correction. */
    format(mask) {
        const bits = (mask << 10 | remainder(mask, 10, 0x537)) ^ 0x5412;
        const isSet = place => (bits >> place & 1) === 1;
        const end = this.size - 1;
        for (let place = 0; place < 15; place += 1) {
            const row = place < 6 ? place : place < 8 ? place + 1 : end - 14 + place;
            const column = place < 8 ? end - place : place === 8 ? 7 : 14 - place;
            this.#fix(8, row, isSet(place));
            this.#fix(column, 8, isSet(place));
        }
        this.#fix(8, end - 7, true);
    }

    #versionBits() {
        const bits = this.version << 12 | remainder(this.version, 12, 0x1f25);
        for (let place = 0; place < 18; place += 1) {
            const near = Math.floor(place / 3);
            const far = this.size - 11 + place % 3;
            this.#fix(near, far, (bits >> place & 1) === 1);
            this.#fix(far, near, (bits >> place & 1) === 1);
        }
    }

    /** Calls `each(x, y)` for the modules of the content, in the order of its bits: pairs of columns from the right, up and down. */
    path(each) {
        for (let right = this.size - 1, isUp = true; right >= 1; right -= 2, isUp = !isUp) {
            if (right === 6) right -= 1;
            for (let step = 0; step < this.size; step += 1) {
                const y = isUp ? this.size - 1 - step : step;
                for (const x of [right, right - 1]) if (this.isFixed[y * this.size + x] === 0) each(x, y);
            }
        }
    }

    write(bytes) {
        let bit = 0;
        this.path((x, y) => {
            this.dark[y * this.size + x] = (bytes[bit >> 3] ?? 0) >> 7 - (bit & 7) & 1;
            bit += 1;
        });
    }

    /** Inverts the modules of the content that a mask chooses; a second time undoes it. */
    mask(number) {
        for (let place = 0; place < this.dark.length; place += 1) {
            if (this.isFixed[place] === 0 && masks[number](place % this.size, Math.floor(place / this.size))) this.dark[place] ^= 1;
        }
    }
}

const masks = [
    (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, x => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => x * y % 2 + x * y % 3 === 0,
    (x, y) => (x * y % 2 + x * y % 3) % 2 === 0, (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

/** The remainder of a polynomial with coefficients 0 and 1, times x to the `degree`, by the divisor of that degree. */
function remainder(value, degree, divisor) {
    let rest = value << degree;
    for (let bit = 31 - Math.clz32(rest); bit >= degree; bit -= 1) if (rest >> bit & 1) rest ^= divisor << bit - degree;
    return rest;
}

/** How hard a code is to read (section 7.8.3 of the standard); the mask with the least is taken. */
function penalty({dark, size}) {
    let sum = 0;
    const lines = [...Array.from({length: size}, (_, y) => dark.subarray(y * size, (y + 1) * size)),
        ...Array.from({length: size}, (_, x) => Uint8Array.from({length: size}, (_, y) => dark[y * size + x]))];
    for (const line of lines) {
        const text = line.join("");
        for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
        for (const _ of `0000${text}0000`.matchAll(/(?=0000(1011101)|(1011101)0000)/g)) sum += 40;
    }
    for (let y = 1; y < size; y += 1) {
        for (let x = 1; x < size; x += 1) {
            const count = dark[y * size + x] + dark[y * size + x - 1] + dark[(y - 1) * size + x] + dark[(y - 1) * size + x - 1];
            if (count % 4 === 0) sum += 3;
        }
    }
    const count = dark.reduce((sum, module) => sum + module, 0);
    return sum + Math.floor(Math.abs(20 * count - 10 * dark.length) / dark.length) * 10;
}

/** Bytes of content and correction together. */
function capacity(version) {
    let count = 0;
    new Drawing(version).path(() => { count += 1; });
    return count >> 3;
}

/** Bits that say how many bytes follow. */
const countBits = version => version < 10 ? 8 : 16;

/** The smallest version for so many bytes with its capacity, or undefined where none is large enough. */
function fitting(count) {
    for (let version = 1; version <= versions; version += 1) {
        const all = capacity(version);
        const content = all - correctionBytes[version - 1] * blockCounts[version - 1];
        if (Math.ceil((4 + countBits(version)) / 8 + count) <= content) return {version, all, content};
    }
    return undefined;
}

/** The mode (bytes), the count, the bytes, the end, and bytes that fill the version. */
function contentOf(bytes, {version, content}) {
    const bits = `0100${bytes.length.toString(2).padStart(countBits(version), "0")}${[...bytes].map(byte => byte.toString(2).padStart(8, "0")).join("")}`;
    const text = `${bits}${"0".repeat(Math.min(4, content * 8 - bits.length))}`;
    const filled = text.padEnd(Math.ceil(text.length / 8) * 8, "0").padEnd(content * 8, "1110110000010001");
    return Uint8Array.from({length: content}, (_, index) => parseInt(filled.slice(index * 8, index * 8 + 8), 2));
}

/** The content in blocks with their correction, interleaved; the last blocks have one byte more where it cannot be divided. */
function interleaved(content, {version, all}) {
    const [count, extra] = [blockCounts[version - 1], correctionBytes[version - 1]];
    const short = Math.floor(all / count) - extra;
    const isLong = index => index >= count - all % count;
    const blocks = Array.from({length: count}, (_, index) => {
        const start = index * short + Math.max(0, index - (count - all % count));
        return content.subarray(start, start + short + (isLong(index) ? 1 : 0));
    });
    const corrections = blocks.map(block => correction(block, extra));
    const across = (parts, length) => Array.from({length}, (_, place) => parts.filter(part => place < part.length).map(part => part[place])).flat();
    return Uint8Array.from([...across(blocks, short + 1), ...across(corrections, extra)]);
}

/** The code of a text: `{size, version, isDark(x, y)}`; undefined for more than 2,331 bytes. */
export function qrCode(text) {
    const bytes = new TextEncoder().encode(text);
    const chosen = fitting(bytes.length);
    if (!chosen) return undefined;
    const drawing = new Drawing(chosen.version);
    drawing.write(interleaved(contentOf(bytes, chosen), chosen));
    let best = {points: Infinity};
    for (let mask = 0; mask < masks.length; mask += 1) {
        drawing.mask(mask);
        drawing.format(mask);
        const points = penalty(drawing);
        if (points < best.points) best = {points, dark: drawing.dark.slice(), mask};
        drawing.mask(mask);
    }
    return {size: drawing.size, version: chosen.version, mask: best.mask, isDark: (x, y) => best.dark[y * drawing.size + x] === 1};
}

/** The dark modules as one path, with the quiet zone around them. */
export function outline({size, isDark}) {
    let path = "";
    for (let y = 0; y < size; y += 1) {
        for (let x = 0, length = 0; x < size; x += length || 1) {
            length = 0;
            while (x + length < size && isDark(x + length, y)) length += 1;
            if (length > 0) path += `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`;
        }
    }
    return path;
}
