// A stream of heads (Server-Sent Events), one for all tabs of an origin; loaded only for `updates: "events"`.
import {failure} from "./channel.mjs";

const lineMax = 16384;

/** Reads events from pieces of bytes (HTML Standard 9.2.6); `retry` is its last value in milliseconds. */
export class EventReader {
    retry = 0;
    #decoder = new TextDecoder();
    #rest = "";
    #name = "";
    #content = [];

    feed(bytes) {
        this.#rest += this.#decoder.decode(bytes, {stream: true});
        // A CR at the end may be the first half of CR LF.
        const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
        this.#rest = lines.pop();
        const events = [];
        for (const line of lines) {
            if (line !== "") this.#field(line);
            else {
                if (this.#content.length) events.push({name: this.#name || "message", content: this.#content.join("\n")});
                this.#name = "";
                this.#content = [];
            }
        }
        if (this.#rest.length + this.#content.join().length > lineMax) throw failure("tooLarge", "an event is too long");
        return events;
    }

    #field(line) {
        const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line);
        if (name === "event") this.#name = value;
        if (name === "data") this.#content.push(value);
        if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    }
}

/** Reads one stream to its end (C6.1, C6.2). `isOpen` says whether it delivered a head. */
async function listen(client, tell) {
    const {channel, counters, refused, signal} = client;
    const reader = new EventReader();
    const stop = new AbortController();
    const end = () => stop.abort();
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    let isOpen = false;
    let isRefused = false;
    let error;
    // A proxy that buffers delivers no head (C6.3).
    const cancel = channel.environment.timer(() => isOpen || end(), 10_000);
    try {
        const address = `${channel.base}events${channel.query}`;
        const request = {signal: stop.signal, silence: 50_000, cache: "no-store", headers: {Accept: "text/event-stream"}};
        for await (const piece of channel.pieces(address, /^text\/event-stream\s*(;|$)/i, request)) {
            for (const {name, content} of reader.feed(piece)) {
                if (name !== "head") continue;
                const head = channel.read(content);
                if (!isOpen) counters.connections += 1;
                isOpen = true;
                isRefused = true;
                await use(client, head);
                isRefused = false;
                tell(content);
            }
        }
    } catch (thrown) {
        error = thrown;
    } finally {
        cancel();
        signal.removeEventListener("abort", end);
    }
    if (!signal.aborted && !isRefused) {
        counters.disconnections += 1;
        if (error?.code !== "cancelled" && error) refused(error);
    }
    return {isOpen, isRefused, error, retry: reader.retry};
}

/** Uses a head when the exchange that is running has ended. */
async function use({run, running}, head) {
    while (running()) await running().catch(() => {});
    await run(head);
}

/** Opens streams one after the other, and polls where none can be opened (C6.3), until it is stopped. */
async function lead(client, tell) {
    const {signal, poll, pause, state, channel: {environment}, head} = client;
    let refusals = 0;
    let polls = 0;
    while (!signal.aborted) {
        if (polls > 0) {
            polls -= 1;
            const wait = await poll();
            if (head()) tell(head().text);
            await pause(wait);
            continue;
        }
        const {isOpen, isRefused, error, retry} = await listen(client, tell);
        if (signal.aborted) return;
        if (isRefused) {
            await pause(client.backoff());
        } else if (isOpen) {
            refusals = 0;
            state.failures = 0;
            const jitter = Math.min(head()?.poll.jitter ?? 0, 86400) * 1000;
            await pause((jitter + 1000) * environment.random() + Math.min(retry, 300_000));
        } else {
            const wait = error?.retryAfterSeconds === undefined ? await poll() : 0;
            // If the poll fails, too, the cause is the network or the server, not the stream.
            if (state.failures === 0) {
                polls = Math.min(2 ** refusals, 32);
                refusals += 1;
            }
            await pause(wait);
        }
    }
}

/** Follows the heads of the one tab that holds the lock; without locks every client has its own stream. */
export async function follow(client) {
    const {signal, poll, pause, state, channel} = client;
    const key = `waymark ${channel.base}${channel.query}`;
    do {
        const wait = await poll();
        if (state.failures > 0) await pause(wait);
    } while (state.failures > 0 && !signal.aborted);
    if (!globalThis.navigator?.locks || !globalThis.BroadcastChannel) return lead(client, () => {});
    const tabs = new BroadcastChannel(key);
    tabs.onmessage = async ({data}) => {
        try {
            await use(client, channel.read(data));
        } catch {
            // Counted by the client; what is no head is from another version of this program.
        }
    };
    try {
        await navigator.locks.request(key, {signal}, () => lead(client, text => signal.aborted || tabs.postMessage(text)));
    } catch (error) {
        if (!signal.aborted) throw error;
    } finally {
        tabs.close();
    }
    return undefined;
}
