// The line above each screen of an app: what is live, and how far the draft is ahead. Both never look alike.
import {find, get} from "./api.mjs";
import {changed, pathOf, readSummary} from "./draft.mjs";
import {fill, h, quoted} from "./dom.mjs";
import {parts, t} from "./language.mjs";
import {moment} from "./moment.mjs";
import {problemLine} from "./problem.mjs";
import {may} from "./session.mjs";
import {link, to} from "./router.mjs";

/** The state of an app for a channel: `{app, channel, summary, newest}`. */
async function readState(app, signal, channel = "production") {
    const quiet = {signal, quiet: true};
    const [{data}, summary, releases] = await Promise.all([
        get(pathOf(app), quiet),
        may("summarizeDraft") ? readSummary(app, signal, channel) : undefined,
        may("listReleases") ? find(`${pathOf(app, "releases")}?limit=1`, quiet) : undefined,
    ]);
    return {app: data, channel: data.channels.find(one => one.channel === channel), summary, newest: releases?.data.releases[0]};
}

const liveText = ({channel}, name) => !channel || channel.version === null
    ? h("span", {class: "muted"}, parts("bar.nothing", {channel: quoted(name, "span")}))
    : h("span", {}, h("span", {class: "live"}, t("live.release", {n: channel.version})), " ",
        h("span", {class: "muted"}, parts("bar.on", {channel: quoted(name, "span"), age: moment(channel.changedAt)})));

function draftText(app, {summary}) {
    if (!summary) return undefined;
    const count = changed(summary);
    if (count === 0) return h("span", {class: "muted"}, t("overview.draftEqual"));
    return link(to("apps", app, "review"), {class: "draft"}, t("overview.draftAhead", {n: count}));
}

/**
 * The line; `update()` reads the state again, and returns it, or undefined where it cannot be read: the line then says why.
 * `show(state)` shows a state that a screen has read itself.
 */
export function appBar(app, signal, channel = "production") {
    const element = h("p", {class: "bar facts"}, h("span", {class: "muted loading"}, t("frame.loading")));
    const show = state => fill(element, liveText(state, channel), draftText(app, state));
    return {
        element, show,
        async update() {
            try {
                const state = await readState(app, signal, channel);
                show(state);
                return state;
            } catch (problem) {
                if (problem.name !== "AbortError") fill(element, problemLine(problem), h("button", {type: "button", class: "quiet", onclick: () => this.update()}, t("problem.again")));
                return undefined;
            }
        },
    };
}
