// Releases: what each channel serves, what was live when, which releases clients have, and the history.
import {byRelease, downloads, readAdoption, totals} from "./adoption.mjs";
import {component, get, query} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {changed, pathOf, readSummary} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {number, parts, t, time} from "./language.mjs";
import {sequences, watch as watchNews} from "./live.mjs";
import {bytes} from "./measure.mjs";
import {moment} from "./moment.mjs";
import {curveMark, curvePlot, stepPlot} from "./plot.mjs";
import {problemBox, problemLine} from "./problem.mjs";
import {moveChannel, resetDraft} from "./release-actions.mjs";
import {movesOfChannel, servedAt, standings} from "./release-history.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {go, link, to} from "./router.mjs";

const pageSize = 50;
const part = (title, ...content) => h("section", {class: "part"}, h("h2", {}, title), content);
const releaseLink = (app, version, ...content) => link(to("apps", app, "releases", String(version)), {}, content.length > 0 ? content : String(version));

/** What is left to do after a channel was moved: the draft is as it was, and both ways on. */
async function moved(page, app, channels) {
    const channel = channels.find(one => one.channel === page.query.get("channel"));
    if (!channel || String(channel.version) !== page.query.get("moved")) return undefined;
    const summary = may("summarizeDraft") ? await readSummary(app, page.signal, channel.channel) : undefined;
    const count = summary ? changed(summary) : undefined;
    return h("section", {class: "notice moved", role: "status"},
        h("p", {}, h("span", {class: "live"}, t("live.release", {n: channel.version})), " ", parts("release.onChannel", {channel: quoted(channel.channel, "span")}), " · ",
            count === 0 ? t("release.draftEqual") : h("span", {class: "draft"}, t("release.draftUnchanged"))),
        count === 0 ? undefined : h("p", {}, t("release.waysOn")),
        count === 0 ? undefined : h("p", {class: "buttons"},
            may("discardDraft") ? h("button", {type: "button", onclick: () => resetDraft(app, channel.channel)}, t("release.resetTo", {n: String(channel.version)})) : undefined,
            link(to("apps", app, "review"), {class: "button"}, t("release.goOn"))));
}

/** Moves a channel to the highest release that it ever served, or from that to the one before; none where its history is not known. */
function moveButton(app, channel, known) {
    const isBack = channel.version === known?.highest;
    const version = isBack ? known?.previous : known?.highest;
    if (!may("moveChannel") || !version) return undefined;
    return h("div", {class: "row-actions"}, h("button", {
        type: "button", class: "quiet", "aria-label": t("release.moveNamed", {channel: channel.channel}), onclick: () => moveChannel(app, [channel], version, channel.channel),
    }, t(isBack ? "release.back" : "release.forward", {n: String(version)})));
}

function channelsTable(app, channels, known) {
    if (channels.length === 0) return h("p", {class: "muted"}, t("overview.noChannels"));
    return table(t("release.channels"), ["channel", "live", "since", "readers", "actions"].map(key => t(`release.${key}`)), channels.map(channel => h("tr", {},
        head(t("release.channel"), quoted(channel.channel, "span")),
        cell(t("release.live"), channel.version === null ? h("span", {class: "muted"}, t("overview.nothingLive"))
            : [h("span", {class: "live"}, releaseLink(app, channel.version, t("live.release", {n: channel.version}))),
                channel.version < known.get(channel.channel)?.highest ? h("span", {class: "small muted"}, t("release.behind", {n: String(known.get(channel.channel).highest)})) : undefined]),
        cell(t("release.since"), moment(channel.changedAt)),
        cell(t("release.readers"), t(channel.public ? "release.everybody" : "release.withToken")),
        cell(t("release.actions"), moveButton(app, channel, known.get(channel.channel))))));
}

/** The history of the channel as steps, and a field that asks for an instant. */
async function liveWhen(page, app, channel) {
    if (!may("audit")) return part(t("release.when"), h("p", {class: "muted"}, t("release.whenDenied")));
    const moves = (await movesOfChannel(app, channel, page.signal)).filter(({version}) => version !== undefined);
    const into = h("div", {"aria-live": "polite"});
    const at = h("input", {type: "datetime-local", step: "any", required: true, value: page.query.get("at") ?? ""});
    const ask = async () => {
        page.keep({at: at.value});
        const instant = new Date(at.value).getTime();
        const found = await servedAt(app, channel, instant, page.signal);
        fill(into, h("p", {}, found?.version === undefined ? t("release.whenNothing") : parts("release.whenAnswer", {
            release: h("strong", {}, releaseLink(app, found.version, t("release.one", {n: String(found.version)}))), since: moment(new Date(found.at).toISOString()), by: quoted(found.by, "span"),
        })));
    };
    const answer = () => ask().catch(problem => { if (!page.signal.aborted) fill(into, problemBox(problem)); });
    if (at.value !== "") answer();
    const now = Date.now();
    const text = moves.map(({at: instant, version}) => `${time(instant)}: ${version}`).join("; ");
    return part(t("release.when"),
        moves.length === 0 ? undefined : h("figure", {class: "figure"}, stepPlot(t("release.whenPlot", {channel, steps: text}), moves.map(({at: instant, version}) => [instant, version]), {end: now}),
            h("p", {class: "small muted plot-axis"}, h("span", {}, moment(new Date(moves[0].at).toISOString())), h("span", {}, t("release.whenHint")), h("span", {}, t("release.now")))),
        h("form", {class: "inline", onsubmit(event) {
            event.preventDefault();
            answer();
        }}, field(t("release.whenAt"), at), h("button", {type: "submit"}, t("release.whenAsk"))), into);
}

const periods = ["1", "7", "14"];

/** The most releases with a line in the plot. */
const curvesMax = 4;

function adoptionFigure(adoption, rows, days) {
    const shown = rows.filter(({version, received}) => version !== null && received > 0).slice(0, curvesMax);
    if (shown.length === 0) return undefined;
    const lines = shown.map(({version}) => totals(downloads(adoption, version)));
    const words = shown.map(({version, received}) => `${version}: ${number(received)}`).join(", ");
    const plot = curvePlot(t("release.adoptionPlot", {counts: words}), lines);
    plot.classList.add("curves");
    return h("figure", {class: "figure"}, h("figcaption", {}, h("span", {class: "muted"}, t("release.downloadsOver", {n: days}))), plot,
        h("p", {class: "small muted plot-axis"}, h("span", {}, moment(adoption.from)), h("span", {}, t("release.now"))));
}

function adoptionTable(app, rows) {
    let curves = 0;
    return table(t("release.adoption"), ["release", "received", "told", "replaced"].map(key => t(`release.${key}`)), rows.map(({version, received, told, replaced}) => h("tr", {},
        head(t("release.release"), h("span", {}, version !== null && received > 0 && curves < curvesMax ? curveMark(curves++) : undefined,
            version === null ? h("span", {class: "muted"}, t("release.older")) : releaseLink(app, version))),
        cell(t("release.received"), number(received)), cell(t("release.told"), number(told)), cell(t("release.replaced"), number(replaced)))), "numbers");
}

/** Which releases clients have, over some days. */
function adoptionPart(page, app) {
    const into = h("div", {class: "stack"}, h("p", {class: "muted loading"}, t("frame.loading")));
    const given = page.query.get("days");
    const days = choice(periods.map(count => [count, t("release.days", {n: Number(count)})]), periods.includes(given) ? given : "14", {onchange: () => draw()});
    async function draw() {
        page.keep({days: days.value === "14" ? "" : days.value});
        try {
            const adoption = await readAdoption(app, days.value, page.signal);
            const rows = adoption ? byRelease(adoption) : [];
            fill(into, rows.length === 0 ? h("p", {class: "muted"}, t(adoption ? "release.noClients" : "release.noCounters")) : [
                adoptionFigure(adoption, rows, Number(days.value)), adoptionTable(app, rows), h("p", {class: "hint"}, t("release.adoptionHint"))]);
        } catch (problem) {
            if (problem.name !== "AbortError") fill(into, problemBox(problem, draw));
        }
    }
    draw();
    return part(t("release.adoption"), h("div", {class: "inline"}, field(t("release.period"), days)), into,
        commands(() => [["curl", curl("GET", `${pathOf(app, "adoption")}?days=${days.value}`)], ["waymark", waymark("release", "adoption", "--app", app, "--days", days.value)]]));
}

const historyRow = (app, release, channels) => {
    const serving = channels.filter(({version}) => version === release.version);
    return h("tr", {},
        head(t("release.release"), releaseLink(app, release.version), serving.map(({channel}) => h("span", {class: "small live"}, quoted(channel, "span")))),
        cell(t("release.published"), moment(release.publishedAt)),
        cell(t("release.by"), quoted(release.author, "span")),
        cell(t("release.message"), h("div", {}, release.message ? quoted(release.message, "span") : h("span", {class: "muted"}, t("release.noMessage")),
            release.notes ? h("p", {class: "small muted notes"}, quoted(release.notes, "span")) : undefined)),
        cell(t("release.rules"), number(release.rules)),
        cell(t("release.size"), bytes(release.gzipBytes)));
};

function compareForm(app, releases) {
    const versions = releases.map(({version}) => [String(version), t("release.one", {n: String(version)})]);
    const from = choice(versions, versions[Math.min(1, versions.length - 1)][0]);
    const until = choice([["draft", t("release.draft")], ...versions], versions[0][0]);
    return h("form", {class: "inline", onsubmit(event) {
        event.preventDefault();
        go(to("apps", app, "compare") + query({from: from.value, to: until.value}));
    }}, field(t("compare.from"), from), field(t("compare.to"), until), h("button", {type: "submit"}, t("compare.compare")));
}

export async function show(page) {
    const {app} = page.parameters;
    const options = {signal: page.signal};
    const bar = appBar(app, page.signal);
    const [{data: {channels}}, first] = await Promise.all([get(pathOf(app), options), get(`${pathOf(app, "releases")}?limit=${pageSize}`, options)]);
    const {releases} = first.data;
    const known = await standings(app, channels, releases[0]?.version, page.signal);
    const name = page.query.get("channel") ?? (channels.find(({channel}) => channel === "production") ?? channels[0])?.channel;
    const picked = channels.length > 1 ? h("div", {class: "inline"}, field(t("release.channel"), choice(channels.map(({channel}) => [channel, channel]), name, {
        onchange(event) { go(to("apps", app, "releases") + query({channel: event.target.value})); },
    }))) : undefined;
    let next = first.data.next;
    const history = table(t("release.history"), ["release", "published", "by", "message", "rules", "size"].map(key => t(`release.${key}`)), releases.map(release => historyRow(app, release, channels)), "history");
    const more = h("p", {});
    const offer = () => fill(more, next === null ? undefined : h("button", {type: "button", async onclick() {
        let data;
        try {
            ({data} = await get(`${pathOf(app, "releases")}?limit=${pageSize}&after=${component(next)}`, options));
        } catch (problem) {
            if (problem.name !== "AbortError") more.append(" ", problemLine(problem));
            return;
        }
        history.tBodies[0].append(...data.releases.map(release => historyRow(app, release, channels)));
        next = data.next;
        say(t("release.shown", {n: history.tBodies[0].rows.length}));
        offer();
    }}, t("audit.older")));
    offer();
    const isEmpty = releases.length === 0;
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.releases"))), bar.element, await moved(page, app, channels),
        isEmpty ? h("section", {class: "empty"}, h("h2", {}, t("release.emptyTitle")), h("p", {}, t("release.emptyText"))) : [
            part(t("release.channels"), channelsTable(app, channels, known)),
            part(t("release.history"), releases.length > 0 ? compareForm(app, releases) : undefined, history, more),
            picked, name ? await liveWhen(page, app, name) : undefined, may("readAdoption") ? adoptionPart(page, app) : undefined,
        ],
        commands(() => [["curl", curl("GET", pathOf(app, "releases"))], ["waymark", waymark("release", "list", "--app", app)]]));
    await bar.update();
    watchNews(app, () => ({channels: sequences(channels)}), page.signal);
}
