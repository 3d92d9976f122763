// What a channel served and when, from the audit.
import {get, query} from "./api.mjs";
import {may} from "./session.mjs";

const actions = ["release.publish", "release.restore", "channel.move", "channel.delete"];

/** Rows of each action that are read for the plot, and pages that are searched for one instant. */
const rowsMax = 300;
const pagesMax = 20;

const nameOf = row => row.after?.channel ?? row.before?.channel;

const moveOf = row => ({at: Date.parse(row.at), version: row.action === "channel.delete" ? undefined : row.after?.version ?? undefined, by: row.by, sequence: row.sequence});

/** When each channel got which release, oldest first: a map from the channel's name to a list of `{at, version, by, sequence}`. */
async function movesByChannel(app, signal) {
    const pages = await Promise.all(actions.map(action => get(`/v1/audit${query({app, action, limit: rowsMax})}`, {signal, quiet: true})));
    const rows = pages.flatMap(({data}) => data.audit).sort((a, b) => a.sequence - b.sequence);
    // A page that has an end hides older rows of its action only: before its oldest row the list is not whole.
    const whole = Math.max(0, ...pages.filter(({data}) => data.next !== null).map(({data}) => data.audit.at(-1)?.sequence ?? 0));
    const moves = new Map();
    for (const row of rows.filter(({sequence}) => sequence >= whole)) moves.set(nameOf(row), [...moves.get(nameOf(row)) ?? [], moveOf(row)]);
    return moves;
}

export const movesOfChannel = async (app, channel, signal) => (await movesByChannel(app, signal)).get(channel) ?? [];

/** What a channel with these moves served before its release of now, and the highest release that it ever served. */
export function standing(moves, version) {
    const versions = moves.map(move => move.version).filter(one => one !== undefined);
    return {previous: versions.findLast(one => one !== version), highest: Math.max(version ?? 0, ...versions)};
}

/**
 * The standing of each channel by name. Without the right to read the audit only that of an app's only channel is known, which
 * has each release; `newest` is the newest release of the app.
 */
export async function standings(app, channels, newest, signal) {
    if (may("audit")) {
        const moves = await movesByChannel(app, signal);
        return new Map(channels.map(({channel, version}) => [channel, standing(moves.get(channel) ?? [], version ?? undefined)]));
    }
    return new Map(channels.length === 1 && newest ? [[channels[0].channel, {previous: newest > 1 ? newest - 1 : undefined, highest: newest}]] : []);
}

/** What the channel served at an instant (milliseconds): the last move before it, or undefined. */
export async function servedAt(app, channel, instant, signal) {
    const to = new Date(instant + 1).toISOString();
    const last = await Promise.all(actions.map(async action => {
        let after;
        for (let pages = 0; pages < pagesMax; pages += 1) {
            const {data} = await get(`/v1/audit${query({app, action, to, limit: 100, after})}`, {signal});
            const found = data.audit.find(row => nameOf(row) === channel);
            if (found) return moveOf(found);
            if (data.next === null) return undefined;
            after = data.next;
        }
        return undefined;
    }));
    return last.filter(move => move !== undefined).sort((a, b) => b.sequence - a.sequence)[0];
}
