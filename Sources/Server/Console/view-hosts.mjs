// Hosts: which app says what is served at a host on the web, and what its links open.
import {component, find, get, list, send} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {openDialog, openWith} from "./dialog.mjs";
import {h, quoted, say} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {number, t} from "./language.mjs";
import {moment} from "./moment.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again, link, to} from "./router.mjs";

const pathTo = host => `/v1/hosts/${component(host)}`;

/** The tag of a host that belongs to no app. */
const none = '"h0"';

/** The most hosts that are listed, and the most apps whose releases are read. */
const hostsMax = 1000;
const appsMax = 50;

const channel = "production";

/** The files of a host, by the system that reads them. */
const files = [["apple", "/.well-known/apple-app-site-association"], ["android", "/.well-known/assetlinks.json"], ["harmony", "/.well-known/applinking.json"]];

/** What the public release of an app serves: `{version, settings, files}`; undefined where it serves nothing. */
async function servedBy(app, signal) {
    const {data} = await get(`/v1/apps/${component(app)}/channels/${channel}`, {signal, quiet: true}).catch(problem => {
        if (problem.status !== 404) throw problem;
        return {};
    });
    if (!data?.public || data.version === null) return undefined;
    const answer = await find(`/v1/apps/${component(app)}/releases/${data.version}/surfaces`, {signal, quiet: true});
    return answer ? {version: data.version, ...answer.data} : undefined;
}

/** The apps as choices; the one that is given is among them. */
const appChoice = (apps, app) => choice([...new Set([...apps.map(one => one.app), ...app ? [app] : []])].map(name => [name, name]), app);

const lines = (host, app, tag) => [["curl", curl("PUT", pathTo(host), {body: {app}, ifMatch: tag})], ["waymark", waymark("host", "put", host, app, ...tag === none ? [] : ["--yes"])]];

function addHost(apps) {
    const host = h("input", {required: true, maxlength: "253", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "go.shop.example"});
    const app = appChoice(apps);
    openDialog(t("hosts.add"), [
        field(t("hosts.host"), host, t("hosts.hostHint")), field(t("hosts.app"), app, t("hosts.appHint")), commands(() => lines(host.value, app.value, none)),
    ], {
        button: t("hosts.add"), keep: "add-host",
        async action() {
            await send("PUT", pathTo(host.value), {body: {app: app.value}, ifMatch: none});
            say(t("hosts.added", {host: host.value, app: app.value}));
            await again();
        },
    });
}

function moveHost(apps, {data, tag}) {
    const others = apps.filter(({app}) => app !== data.app);
    const app = appChoice(others.length > 0 ? others : apps);
    openDialog(t("hosts.moveTitle", {host: data.host}), [
        h("p", {}, t("hosts.moveText", {app: data.app})), field(t("hosts.app"), app), commands(() => lines(data.host, app.value, tag)),
    ], {
        button: t("hosts.move"),
        async action() {
            await send("PUT", pathTo(data.host), {body: {app: app.value}, ifMatch: tag});
            say(t("hosts.added", {host: data.host, app: app.value}));
            await again();
        },
    });
}

function removeHost({data, tag}) {
    openDialog(t("hosts.removeTitle", {host: data.host}), [
        h("p", {}, t("hosts.removeText")),
        commands(() => [["curl", curl("DELETE", pathTo(data.host), {ifMatch: tag})], ["waymark", waymark("host", "delete", data.host, "--yes")]]),
    ], {
        button: t("hosts.remove"), danger: true, confirm: data.host,
        async action() {
            await send("DELETE", pathTo(data.host), {ifMatch: tag});
            say(t("hosts.removed", {host: data.host}));
            await again();
        },
    });
}

/** What is served at a host: the files that open the app, and where links lead in a browser. */
function surfaces(host, served) {
    const muted = text => h("span", {class: "muted"}, text);
    if (!served) return muted(t("hosts.noRelease"));
    const [settings, written] = [served.settings.surfaces?.[host], served.files[host]];
    if (!settings) return muted(t("hosts.noSurface", {n: String(served.version)}));
    const systems = files.filter(([name]) => (settings[name] ?? []).length > 0);
    return h("div", {class: "stack tight"},
        systems.length === 0 ? muted(t("hosts.noFiles")) : h("ul", {class: "plain"}, systems.map(([name, path]) => h("li", {},
            h("a", {href: `https://${host}${path}`, target: "_blank", rel: "noreferrer"}, t(`hosts.${name}`)),
            " ", h("span", {class: "small muted"}, quoted(settings[name].map(one => one.appID ?? one.package ?? one).join(", "), "span")), written ? undefined : h("span", {class: "error"}, t("hosts.fileMissing"))))),
        settings.web ? h("p", {class: "small"}, t("hosts.web"), " ", quoted(settings.web)) : undefined);
}

const row = (apps, served) => one => h("tr", {},
    head(t("hosts.host"), quoted(one.host, "span")),
    cell(t("hosts.app"), link(to("apps", one.app, "settings"), {}, quoted(one.app, "span"))),
    cell(t("hosts.serves"), surfaces(one.host, served.get(one.app))),
    cell(t("hosts.since"), moment(one.changedAt)),
    cell(t("access.actions"), h("div", {class: "row-actions"},
        may("putHost") ? h("button", {type: "button", class: "quiet", "aria-label": t("hosts.moveTitle", {host: one.host}), onclick: () => openWith(get(pathTo(one.host)), now => moveHost(apps, now))}, t("hosts.move")) : undefined,
        may("deleteHost") ? h("button", {type: "button", class: "quiet", "aria-label": t("hosts.removeTitle", {host: one.host}), onclick: () => openWith(get(pathTo(one.host)), removeHost)}, t("hosts.remove")) : undefined)));

export async function show(page) {
    if (!may("listHosts")) return page.render(h("h1", {}, t("screen.hosts")), h("p", {class: "muted"}, t("hosts.denied")));
    const {signal} = page;
    const [{items, more}, {items: apps}] = await Promise.all([list("/v1/hosts", "hosts", {limit: hostsMax, signal}), list("/v1/apps", "apps", {limit: hostsMax, signal})]);
    const owners = [...new Set(items.map(({app}) => app))].slice(0, appsMax);
    const served = new Map(await Promise.all(owners.map(async app => [app, await servedBy(app, signal)])));
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.hosts")), may("putHost") && apps.length > 0 ? h("button", {type: "button", onclick: () => addHost(apps)}, t("hosts.add")) : undefined),
        h("p", {class: "muted"}, t("hosts.lead")),
        items.length === 0 ? h("section", {class: "empty"}, h("h2", {}, t("hosts.emptyTitle")), h("p", {}, t("hosts.emptyText")))
            : table(t("screen.hosts"), ["hosts.host", "hosts.app", "hosts.serves", "hosts.since", "access.actions"].map(key => t(key)), items.map(row(apps, served)), "hosts"),
        more ? h("p", {class: "muted"}, t("access.more", {n: number(items.length)})) : undefined,
        commands(() => [["curl", curl("GET", "/v1/hosts")], ["waymark", waymark("host", "list")]]));
}
