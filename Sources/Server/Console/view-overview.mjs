// Overview: each app with its channels, how far its draft is ahead, what the check found, and what was done last.
import {downloads, readAdoption, upToDate, watchersOf} from "./adoption.mjs";
import {each, find, get, list} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {number, parts, percent, t} from "./language.mjs";
import {sequences, watch} from "./live.mjs";
import {moment} from "./moment.mjs";
import {linePlot} from "./plot.mjs";
import {problemBox, problemLine} from "./problem.mjs";
import {may, person} from "./session.mjs";
import {changed} from "./draft.mjs";
import {link, to} from "./router.mjs";
import {createApp} from "./create-app.mjs";

const cell = (name, ...content) => h("td", {"data-label": name}, content);

/** The downloads of the release that a channel serves, hour by hour, as a small line. */
function spark(adoption, version) {
    const points = downloads(adoption, version);
    const plot = linePlot(t("overview.spark", {n: String(version), sum: number(points.reduce((sum, [, count]) => sum + count, 0))}), points, {height: 20});
    plot.classList.add("spark");
    return plot;
}

function channelRow(channel, adoption) {
    const isLive = channel.version !== null;
    const share = adoption && isLive ? upToDate(adoption, channel) : undefined;
    const watchers = watchersOf(adoption, channel.channel);
    const none = h("span", {class: "muted"}, t("measure.none"));
    return h("tr", {},
        h("th", {scope: "row", "data-label": t("overview.channel")}, quoted(channel.channel, "span"),
            channel.public ? undefined : h("span", {class: "small muted"}, t("channel.private"))),
        cell(t("overview.live"), isLive ? h("span", {class: "live"}, t("live.release", {n: channel.version})) : h("span", {class: "muted"}, t("overview.nothingLive"))),
        cell(t("overview.since"), isLive ? moment(channel.changedAt) : none),
        cell(t("overview.adoption"), share === undefined ? h("span", {class: "muted"}, t("overview.noClients"))
            : h("div", {}, percent(share.part), h("span", {class: "small muted"}, " ", t("overview.answers", {n: share.all})), spark(adoption, channel.version))),
        cell(t("overview.watchers"), watchers === undefined ? none : number(watchers)));
}

function table(app, channels, adoption) {
    if (channels.length === 0) return h("p", {class: "muted"}, t("overview.noChannels"));
    const heads = ["channel", "live", "since", "adoption", "watchers"].map(key => h("th", {scope: "col"}, t(`overview.${key}`)));
    return h("table", {class: "stacks channels"}, h("caption", {class: "unseen"}, t("overview.tableOf", {app})),
        h("thead", {}, h("tr", {}, heads)), h("tbody", {}, channels.map(channel => channelRow(channel, adoption))));
}

/** What the draft has that the channel does not serve. */
function draftLine(app, summary) {
    if (!summary) return undefined;
    const count = changed(summary);
    const words = [count === 0
        ? h("span", {class: "muted"}, t("overview.draftEqual"))
        : link(to("apps", app, "review"), {class: "draft"}, t("overview.draftAhead", {n: count}))];
    if (summary.errors > 0) words.push(h("span", {class: "error"}, t("findings.errors", {n: summary.errors})));
    if (summary.warnings > 0) words.push(h("span", {class: "warning"}, t("findings.warnings", {n: summary.warnings})));
    if (count > 0 && summary.authors.length > 0) words.push(h("span", {class: "muted"}, parts("overview.by", {names: quoted(summary.authors.join(", "), "span")})));
    return h("p", {class: "facts"}, words);
}

/** The most apps whose changes are told. */
const watched = 20;

async function drawApp(section, app, signal, shown) {
    try {
        const [{data}, summary, adoption] = await Promise.all([
            get(`/v1/apps/${app.app}`, {signal, quiet: true}),
            may("summarizeDraft") ? find(`/v1/apps/${app.app}/draft/summary`, {signal, quiet: true}).catch(refusal => ({refusal})) : undefined,
            // Without the counts the rest of the row is as useful.
            may("readAdoption") ? readAdoption(app.app, 1, signal).catch(() => undefined) : undefined,
        ]);
        shown.set(app.app, {draft: summary?.tag, channels: sequences(data.channels)});
        fill(section, heading(app), summary?.refusal ? h("p", {class: "facts"}, problemLine(summary.refusal)) : draftLine(app.app, summary?.data), table(app.app, data.channels, adoption));
    } catch (problem) {
        if (problem.name === "AbortError") return;
        fill(section, heading(app), h("p", {}, problemLine(problem)));
    }
}

const heading = app => h("h2", {},
    link(to("apps", app.app, "rules"), {}, quoted(app.title || app.app, "span")),
    app.title && app.title !== app.app ? quoted(app.app) : undefined);

function auditRow(row) {
    return h("tr", {},
        h("td", {"data-label": t("overview.when")}, moment(row.at)),
        h("td", {"data-label": t("overview.who")}, quoted(row.by, "span")),
        h("td", {"data-label": t("overview.what")}, t(`audit.${row.action}`)),
        h("td", {"data-label": t("overview.where")}, row.app ? quoted(row.app, "span") : h("span", {class: "muted"}, t("overview.server"))));
}

async function drawAudit(section, signal) {
    const title = h("h2", {}, t("overview.recent"));
    if (!may("audit")) {
        fill(section, title, h("p", {class: "muted"}, t("overview.auditDenied")));
        return;
    }
    try {
        const {data} = await get("/v1/audit?limit=8", {signal, quiet: true});
        const heads = ["when", "who", "what", "where"].map(key => h("th", {scope: "col"}, t(`overview.${key}`)));
        fill(section, title, data.audit.length === 0 ? h("p", {class: "muted"}, t("overview.noAudit"))
            : h("table", {class: "stacks"}, h("caption", {class: "unseen"}, t("overview.recent")), h("thead", {}, h("tr", {}, heads)), h("tbody", {}, data.audit.map(auditRow))));
    } catch (problem) {
        if (problem.name !== "AbortError") fill(section, title, problemBox(problem, () => drawAudit(section, signal)));
    }
}

const empty = () => h("section", {class: "empty"}, h("h2", {}, t("overview.emptyTitle")),
    h("p", {}, may("createApp") ? t("overview.emptyCreate") : t("overview.emptyAsk")));

export async function show(page) {
    const {items, more} = await list("/v1/apps", "apps", {limit: 200, signal: page.signal});
    const sections = new Map(items.map(app => [app, h("section", {class: "app"}, heading(app), h("p", {class: "muted loading"}, t("frame.loading")))]));
    const recent = h("section", {class: "recent"});
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.overview")),
            h("p", {class: "muted"}, t("overview.count", {n: items.length})),
            may("createApp") && person().apps === "all" ? h("button", {type: "button", onclick: createApp}, t("app.create")) : undefined),
        items.length === 0 ? empty() : h("div", {class: "apps"}, [...sections.values()]),
        more ? h("p", {class: "muted"}, t("overview.more", {n: number(items.length)})) : undefined,
        recent,
        commands(() => [["curl", curl("GET", "/v1/apps")], ["waymark", waymark("app", "list")]]));
    const shown = new Map();
    await Promise.all([each(items, app => drawApp(sections.get(app), app, page.signal, shown)), drawAudit(recent, page.signal)]);
    for (const [app] of [...shown].slice(0, watched)) watch(app, () => shown.get(app), page.signal);
    if (page.isCurrent) say(t("overview.count", {n: items.length}));
}
