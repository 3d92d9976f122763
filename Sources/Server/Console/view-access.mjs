// Access: tokens with what they may do and when they were used last, and the sessions of browsers.
import {component, list, send} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {openDialog} from "./dialog.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {t} from "./language.mjs";
import {moment} from "./moment.mjs";
import {problemBox} from "./problem.mjs";
import {may, person} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again} from "./router.mjs";

const roles = ["viewer", "editor", "publisher", "admin"];

/** Shows a secret until the dialog is closed; the page keeps it nowhere else. */
function showSecret({token, name}) {
    const secret = h("input", {value: token, readOnly: true, class: "mono", spellcheck: "false", autocomplete: "off", onfocus() { secret.select(); }});
    openDialog(t("access.secretTitle"), [
        h("p", {}, t("access.secretOnce")), field(name, secret),
        h("p", {}, h("button", {type: "button", class: "primary", async onclick() {
            // Pages over plain http may not copy: the secret is selected then.
            try {
                await navigator.clipboard.writeText(token);
                say(t("commands.copied"));
            } catch {
                secret.select();
                say(t("commands.selected"));
            }
        }}, t("access.copySecret"))),
    ]).addEventListener("close", () => again());
}

const words = text => text.split(/[\s,]+/).filter(word => word !== "");

function createToken() {
    const mine = person();
    const name = h("input", {required: true, maxlength: "200", autocomplete: "off"});
    const role = choice(roles.slice(0, roles.indexOf(mine.role) + 1).map(key => [key, t(`role.${key}`)]), "viewer");
    const apps = h("input", {autocomplete: "off", spellcheck: "false", required: mine.apps !== "all", value: mine.apps === "all" ? "" : mine.apps.join(", ")});
    const channels = h("input", {autocomplete: "off", spellcheck: "false"});
    const until = h("input", {type: "date"});
    const body = () => ({
        name: name.value, role: role.value,
        ...words(apps.value).length === 0 ? {} : {apps: words(apps.value)},
        ...words(channels.value).length === 0 ? {} : {channels: words(channels.value)},
        ...until.value === "" ? {} : {expiresAt: `${until.value}T00:00:00Z`},
    });
    openDialog(t("access.create"), [
        field(t("access.name"), name, t("access.nameHint")), field(t("access.role"), role, t("access.roleHint")),
        field(t("access.apps"), apps, mine.apps === "all" ? t("access.appsHint") : undefined), field(t("access.channels"), channels, t("access.channelsHint")),
        field(t("access.expires"), until, t("access.expiresHint")),
        commands(() => [["curl", curl("POST", "/v1/tokens", {body: body()})], ["waymark", waymark("token", "create", name.value, "--role", role.value,
            ...words(apps.value).flatMap(app => ["--app", app]), ...words(channels.value).flatMap(channel => ["--channel", channel]),
            ...until.value === "" ? [] : ["--expires", `${until.value}T00:00:00Z`])]]),
    ], {
        button: t("access.create"), keep: "create-token",
        async action() {
            const {data} = await send("POST", "/v1/tokens", {body: body()});
            say(t("access.created", {name: data.name}));
            showSecret(data);
        },
    });
}

function rotate(token) {
    const overlap = h("input", {type: "number", min: "0", max: "2592000", value: "3600", required: true});
    const path = `/v1/tokens/${component(token.id)}/rotate`;
    const body = () => ({overlapSeconds: Number(overlap.value)});
    openDialog(t("access.rotateTitle", {name: token.name}), [
        h("p", {}, t("access.rotateText")), field(t("access.overlap"), overlap, t("access.overlapHint")),
        commands(() => [["curl", curl("POST", path, {body: body()})], ["waymark", waymark("token", "rotate", token.id, "--overlap", overlap.value)]]),
    ], {
        button: t("access.rotate"),
        async action() { showSecret((await send("POST", path, {body: body()})).data); },
    });
}

function revoke(token) {
    const path = `/v1/tokens/${component(token.id)}`;
    openDialog(t("access.revokeTitle", {name: token.name}), [
        h("p", {}, token.id === person()?.id ? t("access.revokeOwn") : t("access.revokeText")),
        commands(() => [["curl", curl("DELETE", path)], ["waymark", waymark("token", "revoke", token.id)]]),
    ], {
        button: t("access.revoke"), danger: true, confirm: token.name,
        async action() {
            await send("DELETE", path);
            say(t("access.revoked", {name: token.name}));
            await again();
        },
    });
}

const isOver = (instant, now = Date.now()) => instant !== undefined && Date.parse(instant) <= now;

const scope = token => [
    token.apps === "all" ? h("span", {class: "muted"}, t("access.allApps")) : quoted(token.apps.join(", "), "span"),
    token.channels ? h("div", {class: "small muted"}, t("access.only"), " ", quoted(token.channels.join(", "), "span")) : undefined,
];

function tokenRow(token, names) {
    const maker = token.createdBy ? names.get(token.createdBy) ?? token.createdBy : undefined;
    return h("tr", {},
        head(t("access.name"), quoted(token.name, "span"), token.id === person()?.id ? h("span", {class: "small muted"}, t("access.yours")) : undefined),
        cell(t("access.role"), t(`role.${token.role}`)),
        cell(t("access.apps"), h("div", {}, scope(token))),
        cell(t("access.lastUse"), token.lastUsedAt ? moment(token.lastUsedAt) : h("span", {class: "muted"}, t("access.never")),
            token.previousUntil && !isOver(token.previousUntil) ? h("div", {class: "small warning"}, t("access.previous"), " ", moment(token.previousUntil)) : undefined),
        cell(t("access.made"), h("div", {}, moment(token.createdAt), maker ? h("div", {class: "small muted"}, quoted(maker, "span")) : undefined)),
        cell(t("access.expires"), token.expiresAt === undefined ? h("span", {class: "muted"}, t("access.noEnd"))
            : isOver(token.expiresAt) ? h("span", {class: "error"}, t("access.expired")) : moment(token.expiresAt)),
        cell(t("access.actions"), h("div", {class: "row-actions"},
            may("rotateToken") ? h("button", {type: "button", class: "quiet", "aria-label": t("access.rotateTitle", {name: token.name}), onclick: () => rotate(token)}, t("access.rotate")) : undefined,
            may("deleteToken") ? h("button", {type: "button", class: "quiet", "aria-label": t("access.revokeTitle", {name: token.name}), onclick: () => revoke(token)}, t("access.revoke")) : undefined)));
}

async function drawTokens(section, signal) {
    const title = h("h2", {}, t("access.tokens"));
    if (!may("listTokens")) return void fill(section, title, h("p", {class: "muted"}, t("access.tokensDenied")));
    const {items, more} = await list("/v1/tokens", "tokens", {limit: 1000, signal});
    const names = new Map(items.map(({id, name}) => [id, name]));
    fill(section, title, h("p", {class: "muted"}, t("access.tokensLead")),
        table(t("access.tokens"), ["name", "role", "apps", "lastUse", "made", "expires", "actions"].map(key => t(`access.${key}`)), items.map(token => tokenRow(token, names)), "tokens"),
        more ? h("p", {class: "muted"}, t("access.more", {n: items.length})) : undefined);
}

function endSession(session) {
    const path = `/v1/sessions/${component(session.id)}`;
    openDialog(t("access.endTitle", {name: session.name}), [
        h("p", {}, session.current ? t("access.endOwn") : t("access.endText")),
        commands(() => [["curl", curl("DELETE", path)], ["waymark", waymark("session", "end", session.id)]]),
    ], {
        button: t("access.end"), danger: true,
        async action() {
            await send("DELETE", path);
            say(t("access.ended", {name: session.name}));
            await again();
        },
    });
}

const sessionRow = session => h("tr", {},
    head(t("access.person"), quoted(session.name, "span"), session.current ? h("span", {class: "small muted"}, t("access.thisBrowser")) : undefined),
    cell(t("access.role"), t(`role.${session.role}`)),
    cell(t("access.from"), quoted(session.address)),
    cell(t("access.lastUse"), moment(session.lastUsedAt)),
    cell(t("access.signedIn"), moment(session.createdAt)),
    cell(t("access.ends"), moment(session.endsAt)),
    cell(t("access.actions"), may("deleteSession")
        ? h("button", {type: "button", class: "quiet", "aria-label": t("access.endTitle", {name: session.name}), onclick: () => endSession(session)}, t("access.end")) : undefined));

async function drawSessions(section, signal) {
    const title = h("h2", {}, t("access.sessions"));
    if (!may("listSessions")) return void fill(section, title, h("p", {class: "muted"}, t("access.sessionsMissing")));
    const {items} = await list("/v1/sessions", "sessions", {limit: 1000, signal});
    fill(section, title, h("p", {class: "muted"}, t("access.sessionsLead")), items.length === 0 ? h("p", {class: "muted"}, t("access.noSessions"))
        : table(t("access.sessions"), ["person", "role", "from", "lastUse", "signedIn", "ends", "actions"].map(key => t(`access.${key}`)), items.map(sessionRow)));
}

export async function show(page) {
    const parts = [[h("section", {class: "part"}), drawTokens], [h("section", {class: "part"}), drawSessions]];
    await Promise.all(parts.map(([section, draw]) => draw(section, page.signal).catch(problem => {
        if (problem.name === "AbortError") throw problem;
        fill(section, problemBox(problem, again));
    })));
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.access")),
            may("createToken") ? h("button", {type: "button", onclick: createToken}, t("access.create")) : undefined),
        parts.map(([section]) => section),
        commands(() => [["curl", curl("GET", "/v1/tokens")], ["waymark", waymark("token", "list")]]));
}
