// Audit: who changed what, when and from where, of the server or of one app; and the proof that no row was changed.
import {get, query} from "./api.mjs";
import {Chain} from "./audit-chain.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {has, t} from "./language.mjs";
import {moment} from "./moment.mjs";
import {problemBox} from "./problem.mjs";
import {may, person} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {go, link, to} from "./router.mjs";

const actions = ["app.create", "app.change", "app.delete", "draft.replace", "draft.discard", "draft.convert", "settings.replace", "rule.add", "rule.replace",
    "rule.restore", "rule.delete", "expectations.replace", "screens.replace", "screens.delete", "release.publish", "release.restore", "channel.move",
    "channel.delete", "host.put", "host.delete", "token.create", "token.rotate", "token.delete", "session.link", "session.create", "session.delete", "store.backup", "store.epoch", "retention.run", "audit.cut"];
const members = ["actor", "app", "rule", "action", "from", "to"];
const pageSize = 100;

export const actionText = action => has(`audit.${action}`) ? t(`audit.${action}`) : action;

/** What a row is about: a rule, a release, a channel, a host, a build, a token. */
export function subject({action, before = {}, after = {}}) {
    const values = {...before ?? {}, ...after ?? {}};
    const release = after?.version ?? before?.version;
    if (values.rule?.id) return quoted(values.rule.id);
    if (action.startsWith("channel.")) {
        return h("span", {}, quoted(values.channel ?? "", "span"), action === "channel.move" ? ` ${before?.version ?? "–"} → ${after?.version ?? "–"}` : undefined);
    }
    if (action.startsWith("release.")) {
        return h("span", {}, t("audit.releaseOn", {n: String(release)}), " ", quoted(values.channel ?? "", "span"), values.message ? [" · ", quoted(values.message, "span")] : undefined);
    }
    if (action.startsWith("token.")) return quoted(values.name ?? values.id ?? "", "span");
    if (values.host) return quoted(values.host, "span");
    if (values.platform) return quoted(`${values.platform} ${values.version ?? ""}`, "span");
    return undefined;
}

const addressOf = (app, sequence) => app ? to("apps", app, "audit", String(sequence)) : to("audit", String(sequence));

const rowOf = (app, row) => h("tr", {},
    head(t("audit.number"), link(addressOf(app, row.sequence), {}, String(row.sequence))),
    cell(t("audit.when"), moment(row.at)),
    cell(t("audit.who"), quoted(row.by, "span")),
    cell(t("audit.what"), h("div", {}, link(addressOf(app, row.sequence), {}, actionText(row.action)), " ", h("span", {class: "small"}, subject(row)))),
    app ? undefined : cell(t("audit.app"), row.app ? quoted(row.app, "span") : h("span", {class: "muted"}, t("overview.server"))),
    cell(t("audit.address"), quoted(row.from, "span")));

/** Reads all rows and computes their hashes again; `into` shows how far it is, and the result. */
async function verify(into, signal) {
    const chain = new Chain();
    let announced;
    let broken;
    for (let after; !broken;) {
        const {data, headers} = await get(`/v1/audit${query({limit: 1000, after})}`, {signal});
        announced ??= headers.get("waymark-audit-head") ?? undefined;
        for (const row of data.audit) {
            broken = await chain.add(row);
            if (broken) break;
        }
        fill(into, h("p", {class: "muted"}, t("audit.verifying", {n: chain.rows})));
        after = data.next ?? undefined;
        if (after === undefined) break;
    }
    broken ??= chain.end();
    const text = broken ? t(`audit.broken.${broken.reason}`, {n: String(broken.sequence)}) : t("audit.intact", {n: chain.rows});
    say(text);
    const newest = chain.newest;
    fill(into, h("p", {class: broken ? "error" : "good"}, text),
        broken || !newest ? undefined : h("p", {class: "small muted"}, t("audit.newest"), " ", quoted(newest)),
        announced && newest && Number(announced.split(":")[0]) <= Number(newest.split(":")[0]) ? undefined : announced ? h("p", {class: "error"}, t("audit.newestMissing")) : undefined,
        h("p", {class: "hint"}, t("audit.alsoOutside")));
}

function proof(signal) {
    const into = h("div", {class: "stack", "aria-live": "polite"});
    const limited = person()?.apps !== "all";
    return h("section", {class: "part"}, h("h2", {}, t("audit.proof")), h("p", {class: "muted"}, t(limited ? "audit.proofLimited" : "audit.proofLead")),
        limited ? undefined : h("p", {}, h("button", {type: "button", async onclick() {
            try {
                await verify(into, signal);
            } catch (problem) {
                if (!signal.aborted) fill(into, problemBox(problem));
            }
        }}, t("audit.verify"))), into, commands(() => [["waymark", waymark("audit", "verify")]]));
}

const dayStart = text => text && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;

function filters(page, app) {
    const controls = {
        actor: h("input", {maxlength: "200", value: page.query.get("actor") ?? "", autocomplete: "off", spellcheck: "false"}),
        app: app ? undefined : h("input", {maxlength: "200", value: page.query.get("app") ?? "", autocomplete: "off", spellcheck: "false", autocapitalize: "none"}),
        rule: h("input", {maxlength: "200", value: page.query.get("rule") ?? "", autocomplete: "off", spellcheck: "false", autocapitalize: "none"}),
        action: choice([["", t("audit.anyAction")], ...actions.map(name => [name, t(`audit.${name}`)])], page.query.get("action") ?? ""),
        from: h("input", {type: "date", value: page.query.get("from") ?? ""}),
        to: h("input", {type: "date", value: page.query.get("to") ?? ""}),
    };
    const labels = {actor: t("audit.who"), app: t("audit.app"), rule: t("audit.rule"), action: t("audit.what"), from: t("audit.from"), to: t("audit.before")};
    return h("form", {class: "filters", role: "search", "aria-label": t("audit.filter"), onsubmit(event) {
        event.preventDefault();
        go(location.pathname + query(Object.fromEntries(members.map(name => [name, controls[name]?.value.trim()]))));
    }}, members.filter(name => controls[name]).map(name => field(labels[name], controls[name])),
    h("p", {class: "buttons"}, h("button", {type: "submit", class: "primary"}, t("audit.show")),
        members.some(name => page.query.has(name)) ? h("button", {type: "button", onclick: () => go(location.pathname)}, t("audit.showAll")) : undefined));
}

export async function show(page) {
    const app = page.parameters.app;
    const heading = h("div", {class: "title"}, h("h1", {}, t("screen.audit")));
    if (!may("audit")) {
        page.render(heading, h("p", {class: "muted"}, t("overview.auditDenied")));
        return;
    }
    const wanted = {...Object.fromEntries(members.map(name => [name, page.query.get(name) ?? undefined])), ...app ? {app} : {}};
    wanted.from = dayStart(wanted.from);
    wanted.to = dayStart(wanted.to);
    const path = more => `/v1/audit${query({...wanted, ...more})}`;
    const columns = ["number", "when", "who", "what", ...app ? [] : ["app"], "address"].map(key => t(`audit.${key}`));
    const first = (await get(path({limit: pageSize}), {signal: page.signal})).data;
    const list = table(t("screen.audit"), columns, first.audit.map(row => rowOf(app, row)), "audit");
    const more = h("p", {});
    let next = first.next;
    const offer = () => fill(more, next === null ? h("span", {class: "muted"}, t("audit.end")) : h("button", {type: "button", async onclick() {
        const {data} = await get(path({limit: pageSize, after: next}), {signal: page.signal});
        list.tBodies[0].append(...data.audit.map(row => rowOf(app, row)));
        next = data.next;
        say(t("audit.shown", {n: list.tBodies[0].rows.length}));
        offer();
    }}, t("audit.older")));
    offer();
    page.render(heading, filters(page, app),
        first.audit.length === 0 && next === null ? h("p", {class: "muted"}, t(members.some(name => page.query.has(name)) ? "audit.noneFound" : "overview.noAudit")) : [list, more],
        app ? undefined : proof(page.signal),
        commands(() => [["curl", curl("GET", path({}))], ["waymark", waymark("audit", "list",
            ...Object.entries(wanted).flatMap(([name, value]) => value ? [`--${name}`, value] : []))]]));
}
