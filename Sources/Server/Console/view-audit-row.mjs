// One row of the audit: what it changed, rule by rule, before and after.
import {Problem, get, query} from "./api.mjs";
import {hashOf} from "./audit-chain.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {fill, h, quoted} from "./dom.mjs";
import {differenceBlock} from "./json-difference.mjs";
import {t, time} from "./language.mjs";
import {moment} from "./moment.mjs";
import {may} from "./session.mjs";
import {actionText, subject} from "./view-audit.mjs";
import {link, to} from "./router.mjs";

function nameOf(change, app) {
    if (change.rule === undefined) return t(`audit.of.${["settings", "expectations", "screens"].find(kind => change[kind]) ?? "settings"}`);
    return app ? link(to("apps", app, "rules", change.rule, "edit"), {}, quoted(change.rule, "span")) : quoted(change.rule, "span");
}

const changeItem = (change, app) => h("li", {class: "part"},
    h("h3", {}, h("span", {class: `change ${change.change}`}, t(`change.${change.change}`)), " ", nameOf(change, app)),
    differenceBlock(change.before, change.after, t("audit.lines")));

const fact = (name, ...content) => content.every(part => part === undefined) ? undefined : h("div", {}, h("dt", {}, name), h("dd", {}, content));

async function proofOf(row) {
    try {
        return await hashOf(row) === row.hash ? h("span", {class: "good"}, t("audit.hashGood")) : h("span", {class: "error"}, t("audit.hashBad"));
    } catch {
        return undefined;
    }
}

export async function show(page) {
    const {app, sequence} = page.parameters;
    if (!may("audit")) {
        page.render(h("h1", {}, t("audit.row", {n: sequence})), h("p", {class: "muted"}, t("overview.auditDenied")));
        return;
    }
    if (!/^\d{1,15}$/.test(sequence)) throw new Problem(404, {type: "not-found"});
    const path = after => `/v1/audit/${sequence}${query({limit: 100, after})}`;
    const {data} = await get(path(), {signal: page.signal});
    const {row} = data;
    const back = app ? to("apps", app, "audit") : to("audit");
    const items = h("ul", {class: "plain change-list"}, data.changes.map(change => changeItem(change, row.app)));
    const more = h("p", {});
    let next = data.next;
    const offer = () => fill(more, next === null ? undefined : h("button", {type: "button", async onclick() {
        const {data: further} = await get(path(next), {signal: page.signal});
        items.append(...further.changes.map(change => changeItem(change, row.app)));
        next = further.next;
        offer();
    }}, t("audit.moreChanges")));
    offer();
    page.render(
        h("p", {class: "small"}, link(back, {}, t("screen.audit"))),
        h("div", {class: "title"}, h("h1", {}, actionText(row.action)), h("p", {class: "muted"}, t("audit.row", {n: sequence}))),
        h("dl", {class: "fact-list"}, fact(t("audit.subject"), subject(row)), fact(t("audit.when"), moment(row.at), " ", h("span", {class: "small muted"}, time(row.at))),
            fact(t("audit.who"), quoted(row.by, "span"), row.token ? [" ", quoted(row.token)] : undefined), fact(t("audit.app"), row.app ? quoted(row.app, "span") : undefined),
            fact(t("audit.address"), quoted(row.from, "span")), h("div", {class: "whole"}, h("dt", {}, t("audit.hash")), h("dd", {}, quoted(row.hash), " ", await proofOf(row)))),
        data.changes.length > 0
            ? h("section", {class: "part"}, h("h2", {}, t("audit.changes", {n: data.total})), data.complete ? undefined : h("p", {class: "warning"}, t("audit.incomplete")), items, more)
            : row.before === undefined && row.after === undefined ? undefined
                : h("section", {class: "part"}, h("h2", {}, t("audit.beforeAfter")), differenceBlock(row.before, row.after, t("audit.lines"))),
        commands(() => [["curl", curl("GET", path())], ["waymark", waymark("audit", "show", sequence)]]));
}
