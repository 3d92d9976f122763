// Releases as a server publishes them: body, digest, compiled index, head.
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";

/** The assembled client; `make web` writes it. */
export const folder = new URL(`file://${process.env.WAYMARK_WEB ?? new URL("../../../.build/web", import.meta.url).pathname}/`);
const {Waymark} = await import(new URL("waymark.mjs", folder));
export const {createClient, folderStorage, WaymarkError} = await import(new URL("node.mjs", folder));
export const module = name => readFileSync(new URL(`waymark-${name}.wasm`, folder));
export const engine = await Waymark.load(module("engine"));
export const indexFormat = engine.version.indexFormat;
export const digestOf = bytes => createHash("sha256").update(bytes).digest("hex");

export class Publication {
    /** A release with one rule, whose screen has the version in its name. */
    constructor(version, {sequence = version, epoch = 1, format = 1, when, app = "moments", hasIndex = true, padding = ""} = {}) {
        Object.assign(this, {version, sequence, epoch, poll: {interval: 30, jitter: 0}, indexes: new Map()});
        const rule = {id: "detail", match: ["https://moments.example.com/m/:id"], to: {screen: `Detail${version}`}};
        if (when) rule.when = when;
        this.body = Buffer.from(JSON.stringify({
            app, format, order: [[0, 0]], padding, publishedAt: "2026-05-01T00:00:00Z", rules: [rule],
            settings: {authority: {}, destinations: [], origins: ["https://moments.example.com"], schemes: []}, version,
        }));
        this.digest = digestOf(this.body);
        if (hasIndex) {
            const file = Buffer.from(engine.compile(this.body));
            this.index = {digest: digestOf(file), format: indexFormat};
            this.indexes.set(this.index.digest, file);
        }
    }

    get head() {
        const {version, epoch, sequence, digest, poll, index} = this;
        return {
            app: "moments", body: `/v1/apps/moments/bodies/${digest}`, channel: "production", digest, epoch, ...index && {index}, poll,
            sequence, version,
        };
    }

    get event() { return `event: head\nid: ${this.epoch}-${this.sequence}\ndata: ${JSON.stringify(this.head)}\n\n`; }

    /** The same release at another position. */
    moved(sequence, epoch = this.epoch) {
        return Object.assign(Object.create(Publication.prototype), this, {sequence, epoch});
    }
}
