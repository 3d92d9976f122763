// The server's own counters (GET /metrics): how many clients have a release.
import {find} from "./api.mjs";

const sample = /^(\w+)\{([^}]*)\} (\S+)$/;

/** The samples of one metric: a list of labels with their value. */
export function samples(text, name) {
    const found = [];
    for (const line of text.split("\n")) {
        if (!line.startsWith(name)) continue;
        const [, metric, labels, value] = sample.exec(line) ?? [];
        if (metric !== name) continue;
        found.push({...Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, content]) => [key, content])), value: Number(value)});
    }
    return found;
}

/** What the server answered to clients, release by release; empty where the counters cannot be read. */
export async function counters(signal) {
    try {
        const answer = await find("/metrics", {signal, quiet: true, renew: false});
        return samples(answer?.data ?? "", "waymark_release_answers_total");
    } catch {
        return [];
    }
}

/** Of the answers about a channel's release, the part that went to clients which had it already. */
export function upToDate(seen, app, {channel, version}) {
    const mine = seen.filter(row => row.app === app && row.channel === channel && row.version === String(version));
    const all = mine.reduce((sum, row) => sum + row.value, 0);
    const had = mine.filter(row => row.kind === "unchanged").reduce((sum, row) => sum + row.value, 0);
    return all === 0 ? undefined : {all, part: had / all};
}
