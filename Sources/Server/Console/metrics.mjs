// The server's own counters (GET /metrics) as values, and their history while this tab is open.
import {find} from "./api.mjs";
import {isAttended} from "./attention.mjs";

const line = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples by the name of their metric: lists of `{labels, value}`. */
export function parse(text) {
    const metrics = new Map();
    for (const row of text.split("\n")) {
        const [, name, labels, value] = line.exec(row) ?? [];
        if (name === undefined) continue;
        if (!metrics.has(name)) metrics.set(name, []);
        metrics.get(name).push({labels: Object.fromEntries([...(labels ?? "").matchAll(label)].map(([, key, content]) => [key, content])), value: value === "+Inf" ? Infinity : Number(value)});
    }
    return metrics;
}

/** The sum of the samples whose labels pass, or undefined where there are none. */
export function sum(metrics, name, passes = () => true) {
    const rows = (metrics.get(name) ?? []).filter(({labels}) => passes(labels));
    return rows.length === 0 ? undefined : rows.reduce((total, {value}) => total + value, 0);
}

/** The counts of a histogram up to each bound: `[bound, count]`, added over the samples that pass. */
export function buckets(metrics, name, passes = () => true) {
    const counts = new Map();
    for (const {labels, value} of metrics.get(`${name}_bucket`) ?? []) {
        if (!passes(labels)) continue;
        const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
        counts.set(bound, (counts.get(bound) ?? 0) + value);
    }
    return [...counts].sort(([a], [b]) => a - b);
}

/** What has been counted between two readings. */
export const between = (older, newer) => newer.map(([bound, count]) => [bound, Math.max(0, count - (older.find(([other]) => other === bound)?.[1] ?? 0))]);

/** The bound under which this part of the values is, or undefined without values. */
export function quantile(counts, part) {
    const all = counts.at(-1)?.[1] ?? 0;
    if (all === 0) return undefined;
    const found = counts.find(([, count]) => count >= all * part)?.[0];
    return found === Infinity ? counts.at(-2)?.[0] : found;
}

/** Seconds between two readings, and the number of readings that are kept: a quarter of an hour. */
const period = 5;
const kept = 180;

/** Seconds after which the second reading comes, as rates need two. */
const second = 1.5;

/** Readings, oldest first: `{at, metrics}` with `at` in milliseconds. */
const readings = [];
let timer;
const listeners = new Set();

/** Forgets all readings, of a server that started again. */
function forgetOlder(metrics) {
    const started = sum(metrics, "process_start_time_seconds");
    const last = readings.at(-1);
    if (last && sum(last.metrics, "process_start_time_seconds") !== started) readings.length = 0;
}

async function read() {
    const answer = await find("/metrics", {quiet: true, renew: false});
    if (answer === undefined) return;
    const metrics = parse(answer.data);
    forgetOlder(metrics);
    readings.push({at: Date.now(), metrics});
    if (readings.length > kept) readings.shift();
}

async function readAgain() {
    if (!isAttended() || listeners.size === 0) return;
    try {
        await read();
    } catch {
        return; // The next reading may succeed.
    }
    for (const each of listeners) each();
}

/** Calls `onReading` with all readings at once and after each new one, until `signal` ends. Nothing is read while the tab is hidden. */
export async function watch(signal, onReading) {
    const listener = () => onReading(readings);
    if (readings.length === 0 || Date.now() - readings.at(-1).at > period * 1000) await read();
    if (signal.aborted) return;
    listeners.add(listener);
    signal.addEventListener("abort", () => listeners.delete(listener));
    timer ??= setInterval(readAgain, period * 1000);
    if (readings.length === 1) setTimeout(readAgain, second * 1000);
    listener();
}
