// Which releases clients have, by the hour, as the server counts its answers: nothing is known of any client.
import {find} from "./api.mjs";
import {pathOf} from "./draft.mjs";

const hour = 3_600_000;

/** The counts of some days, `{from, hours, watchers}`; undefined for an older server or where they cannot be read. */
export async function readAdoption(app, days, signal) {
    const answer = await find(`${pathOf(app, "adoption")}?days=${days}`, {signal, quiet: true});
    return answer?.data;
}

/** The clients that follow the channel now. */
export const watchersOf = (adoption, channel) => adoption?.watchers.find(one => one.channel === channel)?.count;

/** Answers that told a client which release its channel has. */
const asks = ({received, unchanged, heads, streams}) => received + unchanged + heads + streams;

/**
 * Of the answers about the release of a channel, the part that went to clients which had it: who learns of a release that it does not
 * have downloads it, by the channel or by the release's digest.
 */
export function upToDate({hours}, {channel, version}) {
    const mine = hours.filter(row => row.version === version && (row.channel === channel || row.channel === null));
    const all = mine.filter(row => row.channel === channel).reduce((sum, row) => sum + asks(row), 0);
    const got = mine.reduce((sum, row) => sum + row.received, 0);
    return all === 0 ? undefined : {all, part: Math.max(0, all - got) / all};
}

/** Each hour from the first to the present one, in milliseconds. */
function hoursOf({from}, now) {
    const first = Date.parse(from);
    return Array.from({length: Math.floor((now - first) / hour) + 1}, (_, index) => first + index * hour);
}

/** How often a release was downloaded in each hour: a list of `[milliseconds, count]`. */
export function downloads(adoption, version, now = Date.now()) {
    const counts = new Map();
    for (const row of adoption.hours) if (row.version === version) counts.set(Date.parse(row.hour), (counts.get(Date.parse(row.hour)) ?? 0) + row.received);
    return hoursOf(adoption, now).map(at => [at, counts.get(at) ?? 0]);
}

/** The same, added up from hour to hour. */
export function totals(points) {
    let sum = 0;
    return points.map(([at, count]) => [at, sum += count]);
}

/** What was counted of each release, newest first: `{version, received, told, replaced}`; `version` is null for those of which the server keeps no count. */
export function byRelease({hours}) {
    const rows = new Map();
    for (const {version, received, unchanged, heads, streams, replaced} of hours) {
        const row = rows.get(version) ?? {version, received: 0, told: 0, replaced: 0};
        rows.set(version, {version, received: row.received + received, told: row.told + unchanged + heads + streams, replaced: row.replaced + replaced});
    }
    return [...rows.values()].sort((a, b) => (b.version ?? 0) - (a.version ?? 0));
}
