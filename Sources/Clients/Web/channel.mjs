// The requests of one channel, with their limits (Config/specification/client.md, 2 and 6).
import {WaymarkError} from "./waymark.mjs";

export const failure = (code, detail, hint, more) => new WaymarkError({code, detail, hint, ...more});

/** Refuses an option. */
export const refuse = (name, wanted) => { throw failure("invalidConfiguration", `${name} must be ${wanted}`); };

/** Which of two heads is later: negative, 0 or positive (release.md R6.2). */
export const order = (a, b) => a.epoch - b.epoch || a.sequence - b.sequence;

export const isDigest = text => /^[0-9a-f]{64}$/.test(text);

export const json = /^application\/([^;]+\+)?json\s*(;|$)/i;

/** The value of a text of JSON; of another text undefined. */
export function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** Seconds of `Retry-After`; a date is compared with the answer's own `Date` (C5.3). */
function retryAfter(fields, now) {
    const text = fields.get("Retry-After");
    const seconds = /^\d+$/.test(text) ? Number(text)
        : Math.max(0, Math.ceil((Date.parse(text) - (Date.parse(fields.get("Date")) || now)) / 1000));
    return isNaN(seconds) ? undefined : seconds;
}

/** What asks the server for one channel of an app. */
export function channelOf(server, app, channel = "production", environment) {
    let root;
    try { root = new URL(server).href; } catch { /* refused below */ }
    // Without a user, a query and a fragment.
    if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(root)) refuse("server", "https://HOST");
    for (const [option, name] of Object.entries({app, channel})) {
        if (typeof name !== "string" || !/^[a-z0-9][a-z0-9._-]{0,31}$/.test(name)) refuse(option, "a valid name");
    }
    root = root.replace(/\/+$/, "");
    const base = `${root}/v1/apps/${app}/`;
    const query = channel === "production" ? "" : `?channel=${channel}`;

    /** The bytes of an answer as they arrive, until one of two limits of time. Never follows a redirect (C2.2). */
    async function* pieces(address, type, {signal, silence = 15e3, total, ...request} = {}) {
        const {fetch, timer, now} = environment;
        const stop = new AbortController();
        const end = () => stop.abort();
        let isLate = false;
        const limit = time => timer(() => { isLate = true; end(); }, time);
        signal?.addEventListener("abort", end, {signal: stop.signal});
        if (signal?.aborted) end();
        const cancelTotal = total && limit(total);
        let cancel = limit(silence);
        try {
            const {status, headers, body} = await fetch(address, {
                credentials: "omit", redirect: "manual", referrerPolicy: "no-referrer", ...request, signal: stop.signal,
            });
            if (status !== 200) {
                throw failure(status === 404 ? "unknownApp" : "unexpectedStatus", `${address} answered ${status || "a redirect"}`, undefined, {
                    status, retryAfterSeconds: retryAfter(headers, now()),
                });
            }
            const found = headers.get("Content-Type");
            if (!type.test(found)) {
                throw failure("unexpectedContent", `${address} answered with “${found}”`, "is a proxy in front?");
            }
            const reader = body.getReader();
            for (;;) {
                cancel();
                cancel = limit(silence);
                const {done, value} = await reader.read();
                cancel();
                if (done) return;
                yield value;
            }
        } catch (error) {
            if (error instanceof WaymarkError) throw error;
            throw failure(isLate ? "timedOut" : signal?.aborted ? "cancelled" : "unreachable", `${address}: ${error?.cause?.message ?? error?.message}`);
        } finally {
            cancel();
            cancelTotal?.();
            end();
        }
    }

    /** A whole answer, at most `most` bytes after decompression and within two minutes (C2.3). */
    async function get(address, type, most, request) {
        const parts = [];
        let length = 0;
        for await (const part of pieces(address, type, {total: 12e4, ...request})) {
            length += part.length;
            if (length > most) throw failure("tooLarge", `${address} is longer than ${most} bytes`);
            parts.push(part);
        }
        return new Blob(parts);
    }

    /** A whole answer in JSON, as text. */
    const text = async (path, most, request) => (await get(base + path, json, most, request)).text();

    /** Reads a head of this channel (release.md R6.3, C3.2); the text is kept for the storage. */
    function read(text) {
        const head = parse(text);
        const {epoch, sequence, version, poll, digest, body, app: ofApp, channel: ofChannel} = head ?? {};
        const dense = text => text.replace(/\s/g, "").length;
        const isHead = [epoch, sequence, version, poll?.interval, poll?.jitter].every(n => Number.isSafeInteger(n) && n >= 0)
            && isDigest(digest) && /^\/[^/]/.test(body)
            // A member that is there twice is lost in JSON.parse.
            && dense(JSON.stringify(head)) === dense(text);
        if (!isHead || ofApp !== app || ofChannel !== channel) throw failure("unexpectedContent", `the answer is not a head of ${app}/${channel}`);
        return {...head, text, info: Object.freeze({app, channel, version, digest, epoch, sequence})};
    }

    return {
        channel, environment, base, query, pieces, text, read,

        /** Names the records of its releases. */
        key: `${root} ${app} ${channel}`,
        head: async signal => read(await text(`head${query}`, 16384, {signal, cache: "no-store"})),

        /** A body or an index; `path` must be below the app's own (C2.1). */
        file: async (path, type, request) => {
            const address = new URL(root + path).href;
            if (!address.startsWith(base)) throw failure("unexpectedContent", `the head names ${path}`);
            return new Uint8Array(await (await get(address, type, 64 << 20, request)).arrayBuffer());
        },
    };
}
