// Two releases, or a release and the draft: the addresses that lead elsewhere first, then the rules line by line.
import {Problem, get, query} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {pathOf} from "./draft.mjs";
import {h, quoted} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {differenceBlock} from "./json-difference.mjs";
import {t} from "./language.mjs";
import {movesOf, movesPart} from "./outcome.mjs";
import {problemBox} from "./problem.mjs";
import {go, link, to} from "./router.mjs";
import {growPart} from "./table.mjs";

const nameOf = version => version === "draft" ? t("release.draft") : t("release.one", {n: version});

function chooser(app, releases, from, until) {
    const known = new Set([from, until, ...releases.map(({version}) => String(version))].filter(version => version !== "draft"));
    const versions = [...known].sort((a, b) => b - a).map(version => [version, nameOf(version)]);
    const [a, b] = [choice(versions, from), choice([["draft", t("release.draft")], ...versions], until)];
    return h("form", {class: "inline", onsubmit(event) {
        event.preventDefault();
        go(to("apps", app, "compare") + query({from: a.value, to: b.value}));
    }}, field(t("compare.from"), a), field(t("compare.to"), b), h("button", {type: "submit"}, t("compare.compare")),
    until === "draft" ? undefined : h("button", {type: "button", onclick: () => go(to("apps", app, "compare") + query({from: until, to: from}))}, t("compare.swap")));
}

function behaviour(data) {
    const moves = movesOf(data);
    return h("section", {class: "part"}, h("h2", {}, t("compare.behaviour")),
        movesPart(moves, data, "compare.sameBehaviour"));
}

function rules(data) {
    const changes = data.changes ?? [];
    const moved = data.moved.filter(id => !changes.some(({rule}) => rule === id));
    const count = changes.length + (data.changesLeftOut ?? 0) + moved.length;
    const list = h("ul", {class: "plain change-list"});
    const more = growPart(list, changes, change => h("li", {class: "part"},
        h("h3", {}, h("span", {class: `change ${change.change}`}, t(`change.${change.change}`)), " ", quoted(change.rule, "span")),
        differenceBlock(change.before, change.after, change.rule)));
    return h("section", {class: "part"}, h("h2", {}, t("compare.rules", {n: count})),
        data.settings ? h("p", {}, h("span", {class: "change changed"}, t("compare.settings"))) : undefined,
        list, more,
        moved.length > 0 ? h("p", {}, t("compare.moved"), " ", quoted(moved.join(", "))) : undefined,
        data.changesLeftOut > 0 ? h("p", {class: "warning"}, t("compare.more")) : undefined);
}

export async function show(page) {
    const {app} = page.parameters;
    const {data: {releases}} = await get(`${pathOf(app, "releases")}?limit=200`, {signal: page.signal});
    const from = page.query.get("from") ?? String(releases[1]?.version ?? releases[0]?.version ?? 1);
    const until = page.query.get("to") ?? String(releases[0]?.version ?? 1);
    if (![from, until].every(version => version === "draft" || /^\d{1,10}$/.test(version)) || from === "draft") throw new Problem(404, {type: "not-found"});
    const path = until === "draft" ? `${pathOf(app, "draft/diff")}?against=${from}&texts=1` : pathOf(app, "releases", from, "diff", `${until}?texts=1`);
    const top = [
        h("p", {class: "small"}, link(to("apps", app, "releases"), {}, t("screen.releases"))),
        h("div", {class: "title"}, h("h1", {}, t("compare.title", {from: nameOf(from), to: nameOf(until)}))), chooser(app, releases, from, until),
    ];
    const lines = commands(() => [["curl", curl("GET", path)], ["waymark", until === "draft" ? waymark("draft", "diff", "--app", app, "--against", from) : waymark("draft", "diff", "--app", app, from, until)]]);
    try {
        const {data} = await get(path, {signal: page.signal});
        page.render(top, behaviour(data), rules(data), lines);
    } catch (problem) {
        if (!(problem instanceof Problem) || ![404, 410, 422].includes(problem.status)) throw problem;
        page.render(top, problemBox(problem), lines);
    }
}
