// System: whether the server is ready, what it does at the moment by its own counters, its store, disk and backups, its version.
import {Problem, get, list} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {fill, h, quoted} from "./dom.mjs";
import {age, has, number, percent, t} from "./language.mjs";
import {bytes, duration, rate} from "./measure.mjs";
import {between, buckets, quantile, sum, watch} from "./metrics.mjs";
import {moment} from "./moment.mjs";
import {linePlot} from "./plot.mjs";
import {problemBox} from "./problem.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again} from "./router.mjs";

/** The readings in pairs, so that counters become rates. */
const pairs = readings => readings.slice(1).map((newer, index) => [readings[index], newer]);

const perSecond = (older, newer, name, passes) => Math.max(0, (sum(newer.metrics, name, passes) ?? 0) - (sum(older.metrics, name, passes) ?? 0)) / ((newer.at - older.at) / 1000);

const latency = part => (older, newer) => quantile(between(buckets(older.metrics, "waymark_http_request_seconds"), buckets(newer.metrics, "waymark_http_request_seconds")), part);

const isFault = ({status}) => status?.startsWith("5");

const gauge = name => (_, newer) => sum(newer.metrics, name);

/** What is plotted: the value of a pair of readings, and how it is written. */
const plots = [
    ["requests", (older, newer) => perSecond(older, newer, "waymark_http_requests_read_total"), rate],
    ["faults", (older, newer) => perSecond(older, newer, "waymark_http_requests_total", isFault), rate],
    ["slowest", latency(0.99), duration],
    ["sent", (older, newer) => perSecond(older, newer, "waymark_sent_bytes_total"), value => t("measure.perSecond", {value: bytes(value)})],
    ["watchers", gauge("waymark_event_streams_open"), number],
    ["memory", gauge("process_resident_memory_bytes"), bytes],
];

function figure([name, valueOf, write], readings) {
    const points = pairs(readings).map(([older, newer]) => [newer.at, valueOf(older, newer)]);
    const now = points.at(-1)?.[1] ?? (readings.length > 0 ? valueOf(readings.at(-1), readings.at(-1)) : undefined);
    const most = Math.max(...points.map(([, value]) => value).filter(Number.isFinite), 0);
    const text = now === undefined || !Number.isFinite(now) ? t("measure.none") : write(now);
    return h("figure", {class: "figure"}, h("figcaption", {}, h("span", {class: "muted"}, t(`system.${name}`)), h("span", {class: "value"}, text)),
        linePlot(t("system.plot", {name: t(`system.${name}`), now: text, most: write(most)}), points),
        h("p", {class: "small muted plot-axis"}, points.length > 1
            ? [h("span", {}, age(new Date(points[0][0]).toISOString())), h("span", {}, t("system.most", {value: write(most)}))] : h("span", {}, t("system.begins"))));
}

const fact = (name, ...content) => h("div", {}, h("dt", {}, t(`system.${name}`)), h("dd", {}, content));

/** A number of the store that should be zero. */
const trouble = value => value > 0 ? h("span", {class: "error"}, number(value)) : number(value);

function storeFacts(metrics) {
    const free = sum(metrics, "waymark_store_disk_free_bytes");
    const used = (sum(metrics, "waymark_store_database_bytes") ?? 0) + (sum(metrics, "waymark_store_wal_bytes") ?? 0);
    return h("dl", {class: "fact-list"},
        fact("database", bytes(sum(metrics, "waymark_store_database_bytes") ?? 0), h("span", {class: "small muted"}, t("system.wal", {size: bytes(sum(metrics, "waymark_store_wal_bytes") ?? 0)}))),
        free === undefined ? undefined : fact("disk", free < Math.max(used * 2, 200_000_000) ? h("span", {class: "warning"}, bytes(free)) : bytes(free)),
        fact("commits", t("system.writes", {n: sum(metrics, "waymark_store_writes_total") ?? 0}),
            h("span", {class: "small muted"}, t("system.commitTime", {time: duration(quantile(buckets(metrics, "waymark_store_commit_seconds"), 0.99))}))),
        fact("writesFailed", trouble(sum(metrics, "waymark_store_writes_failed_total") ?? 0)),
        fact("bodies", number(sum(metrics, "waymark_release_bodies", ({in: place}) => place === "memory") ?? 0), h("span", {class: "small muted"}, bytes(sum(metrics, "waymark_release_body_bytes") ?? 0))));
}

function backupFacts(metrics) {
    const interval = sum(metrics, "waymark_backup_interval_seconds") ?? 0;
    const old = sum(metrics, "waymark_backup_age_seconds");
    if (interval === 0) return h("p", {class: "warning"}, t("system.noBackups"));
    return h("dl", {class: "fact-list"},
        fact("backupAge", Number.isFinite(old) ? h("span", {class: old > interval * 2 ? "error" : undefined}, age(new Date(Date.now() - old * 1000).toISOString())) : h("span", {class: "warning"}, t("system.noBackupYet"))),
        fact("backupEvery", duration(interval)), fact("backupSize", bytes(sum(metrics, "waymark_backup_bytes") ?? 0)),
        fact("backupTime", duration(sum(metrics, "waymark_backup_duration_seconds"))), fact("backupsFailed", trouble(sum(metrics, "waymark_backups_failed_total") ?? 0)));
}

function processFacts(metrics) {
    const started = sum(metrics, "process_start_time_seconds");
    return h("dl", {class: "fact-list"},
        fact("version", quoted((metrics.get("waymark_build_info") ?? [])[0]?.labels.version ?? "", "span")),
        started === undefined ? undefined : fact("started", moment(new Date(started * 1000).toISOString())),
        fact("connections", number(sum(metrics, "waymark_connections_open") ?? 0)),
        fact("files", t("system.of", {n: number(sum(metrics, "process_open_fds") ?? 0), most: number(sum(metrics, "process_max_fds") ?? 0)})),
        fact("threads", number(sum(metrics, "process_threads") ?? 0)),
        fact("processor", duration(sum(metrics, "process_cpu_seconds_total"))));
}

/** Requests by operation since the start, the most frequent first. */
function routes(metrics) {
    const names = [...new Set((metrics.get("waymark_http_requests_total") ?? []).map(({labels}) => labels.route))];
    const rows = names.map(route => {
        const mine = labels => labels.route === route;
        const count = sum(metrics, "waymark_http_requests_total", mine) ?? 0;
        const counts = buckets(metrics, "waymark_http_request_seconds", mine);
        return {route, count, faults: sum(metrics, "waymark_http_requests_total", labels => mine(labels) && isFault(labels)) ?? 0,
            refused: sum(metrics, "waymark_http_requests_total", labels => mine(labels) && labels.status?.startsWith("4")) ?? 0,
            middle: quantile(counts, 0.5), slow: quantile(counts, 0.99)};
    }).sort((a, b) => b.count - a.count);
    return table(t("system.routes"), ["route", "count", "half", "slow", "refused", "faulty"].map(key => t(`system.${key}`)), rows.map(row => h("tr", {},
        head(t("system.route"), quoted(row.route)), cell(t("system.count"), number(row.count)),
        cell(t("system.half"), duration(row.middle)), cell(t("system.slow"), duration(row.slow)),
        cell(t("system.refused"), row.refused === 0 ? "0" : `${number(row.refused)} (${percent(row.refused / row.count)})`), cell(t("system.faulty"), trouble(row.faults)))), "numbers");
}

const checkRow = ([name, {ok, detail}]) => h("li", {}, h("span", {class: ok ? "good" : "error"}, t(ok ? "system.good" : "system.bad")), " ",
    h("span", {}, has(`system.check.${name}`) ? t(`system.check.${name}`) : name), detail ? [" ", h("span", {class: "small muted"}, quoted(detail, "span"))] : undefined);

/** Readiness is answered with 503 and the same members if the server is not ready. */
async function readiness(signal) {
    try {
        return (await get("/readyz", {signal, quiet: true, renew: false})).data;
    } catch (problem) {
        if (problem instanceof Problem && problem.content.checks) return problem.content;
        throw problem;
    }
}

const part = (title, ...content) => h("section", {class: "part"}, h("h2", {}, title), content);

/** A value of the configuration file, in words that need no JSON. */
const settingValue = value => value === null || value === "" || value.length === 0 ? h("span", {class: "muted"}, t("conflict.nothing")) : quoted(Array.isArray(value) ? value.join(", ") : String(value));

function settingTable(rows) {
    const columns = ["setting", "value", "from", "changesBy"];
    return table(t("system.settings"), columns.map(key => t(`system.${key}`)), rows.map(({name, value, source, changesBy}) => h("tr", {},
        head(t("system.setting"), quoted(name)), cell(t("system.value"), settingValue(value)),
        cell(t("system.from"), source === "default" ? h("span", {class: "muted"}, t("system.default")) : quoted(source)),
        cell(t("system.changesBy"), changesBy === "restart" ? t("system.restart") : quoted(changesBy)))));
}

/** The settings in force: first those that have another value than the default. */
function settings(rows) {
    const both = h("div", {class: "stack"});
    if (rows) {
        const [set, rest] = [rows.filter(({source}) => source !== "default"), rows.filter(({source}) => source === "default")];
        both.append(set.length === 0 ? h("p", {class: "muted"}, t("system.allDefault")) : settingTable(set),
            h("details", {}, h("summary", {}, t("system.defaults", {n: rest.length})), settingTable(rest)));
    } else both.append(h("p", {class: "muted"}, t("system.settingsMissing")));
    return part(t("system.settings"), both,
        commands(() => [...rows ? [["curl", curl("GET", "/v1/settings")]] : [], ["waymark", waymark("config", "check")]]));
}

/** The servers that share the database, with how far each is; one that has said nothing for a minute is marked. */
function nodes({nodes, away}) {
    const isLate = at => Date.now() - Date.parse(at) > 60_000;
    const columns = ["node", "version", "started", "position", "behind", "seen"];
    return part(t("system.nodes"), away ? h("p", {class: "error"}, t("system.away")) : undefined,
        table(t("system.nodes"), columns.map(key => t(`system.${key}`)), nodes.map(node => h("tr", {},
            head(t("system.node"), quoted(node.name), node.answers ? [" ", h("span", {class: "small muted"}, t("system.answers"))] : undefined),
            cell(t("system.version"), quoted(node.version, "span")), cell(t("system.started"), moment(node.startedAt)), cell(t("system.position"), quoted(node.position)),
            cell(t("system.behind"), node.behindSeconds > 0 ? h("span", {class: "error"}, duration(node.behindSeconds)) : duration(0)),
            cell(t("system.seen"), h("span", {class: isLate(node.seenAt) ? "error" : undefined}, age(node.seenAt)))))),
        commands(() => [["curl", curl("GET", "/v1/nodes")]]));
}

export async function show(page) {
    const [ready, rows, shared] = await Promise.all([readiness(page.signal),
        may("readServerSettings") ? list("/v1/settings", "settings", {signal: page.signal}).then(({items}) => items) : undefined,
        may("listNodes") ? get("/v1/nodes", {signal: page.signal}).then(({data}) => data) : undefined]);
    const live = h("div", {class: "system"}, h("p", {class: "muted loading"}, t("frame.loading")));
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.system"))),
        part(t("system.ready"), h("ul", {class: "plain"}, Object.entries(ready.checks).map(checkRow))),
        shared?.store === "postgresql" ? nodes(shared) : undefined, live, settings(rows),
        may("backup") ? part(t("system.backupNow"), h("p", {class: "muted"}, t("system.backupHint")),
            commands(() => [["curl", `${curl("POST", "/v1/backup")} -o waymark-backup.db`], ["waymark", waymark("backup", "create", "waymark-backup.db")]])) : undefined,
        commands(() => [["curl", curl("GET", "/metrics")], ["waymark", waymark("health")]]));
    try {
        await watch(page.signal, readings => {
            const open = live.querySelector("details")?.open ?? false;
            const hasFocus = live.contains(document.activeElement);
            if (hasFocus) return; // Nothing changes under a person's hands.
            const {metrics} = readings.at(-1) ?? {metrics: new Map()};
            fill(live, part(t("system.now"), h("div", {class: "figures"}, plots.map(plot => figure(plot, readings)))),
                part(t("system.store"), storeFacts(metrics)), part(t("system.backups"), backupFacts(metrics)), part(t("system.process"), processFacts(metrics)),
                part(t("system.routes"), h("details", {open}, h("summary", {}, t("system.routesShow")), routes(metrics))));
        });
    } catch (problem) {
        if (problem.name === "AbortError") throw problem;
        fill(live, problemBox(problem, again));
    }
}
