// Verifies in the page that no row of the audit was changed, removed or inserted: each row has the hash of its content and of the
// row before it.

const start = "0".repeat(64);
const encoder = new TextEncoder();

/** Canonical JSON (RFC 8785), as the server hashes it. */
export function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return `{${Object.keys(value).sort().map(key => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const bytesOf = digest => Uint8Array.from(digest.match(/../g) ?? [], pair => parseInt(pair, 16));

function number(value) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
    return bytes;
}

/** A byte that says whether there is a text, then its length and its UTF-8. */
function field(text) {
    if (text === undefined) return [Uint8Array.of(0)];
    const bytes = encoder.encode(text);
    return [Uint8Array.of(1), number(bytes.length), bytes];
}

/** The hash that a row must have. */
export async function hashOf(row) {
    const json = value => value === undefined ? undefined : canonical(value);
    const parts = [bytesOf(row.previousHash), number(row.sequence), number(Date.parse(row.at)),
        ...[row.token, row.by, row.from, row.action, row.app, json(row.before), json(row.after)].flatMap(field)];
    const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
    return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, "0")).join("");
}

/** The chain from the newest row to the oldest. */
export class Chain {
    rows = 0;
    newest;
    #next;
    #cuts = [];

    /** Adds the next older row; returns the row where the chain is broken and why, or undefined. */
    async add(row) {
        this.rows += 1;
        this.newest ??= `${row.sequence}:${row.hash}`;
        if (this.#next && row.sequence !== this.#next.sequence) return {sequence: this.#next.sequence + 1, reason: "missing"};
        if (this.#next && row.hash !== this.#next.hash) return {sequence: this.#next.sequence + 1, reason: "previous"};
        if (row.hash !== await hashOf(row)) return {sequence: row.sequence, reason: "content"};
        if (row.action === "audit.cut") this.#cuts.push(row.after);
        this.#next = {sequence: row.sequence - 1, hash: row.previousHash};
        return undefined;
    }

    /** After the oldest row: whether there is none before it, or a row states the hash of the last one that was removed. */
    end() {
        if (!this.#next || this.#next.sequence === 0 && this.#next.hash === start) return undefined;
        const isCut = this.#cuts.some(cut => cut?.through === this.#next.sequence && cut?.hash === this.#next.hash);
        return isCut ? undefined : {sequence: this.#next.sequence + 1, reason: "missing"};
    }
}
