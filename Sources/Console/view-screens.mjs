// Screens: what the builds of the app can show, and which rules lead to what they do not have.
import {Problem, component, list, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {notice} from "./bulk.mjs";
import {commands, curl, piped, waymark} from "./commands.mjs";
import {decide} from "./conflict.mjs";
import {openDialog} from "./dialog.mjs";
import {pathOf, readFindings} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {findingList} from "./finding.mjs";
import {field} from "./form.mjs";
import {number, t} from "./language.mjs";
import {equal, threeWay} from "./merge.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again, link, to} from "./router.mjs";

/** What a check finds about screens. */
const codes = new Set(["missing-screen", "unknown-parameter"]);

const example = '{"item": ["id", "tab?"]}';

const pathTo = (app, {platform, version}) => pathOf(app, "screens", component(platform), component(version));

/** The screens that the server has of a build now; undefined for none. They have no revision that a request could name. */
async function stored(app, {platform, version}) {
    const {items} = await list(pathOf(app, "screens"), "screens");
    return items.find(build => build.platform === platform && build.version === version)?.screens;
}

/** What to store: `mine` with what others have stored since `base`; undefined if the person goes back to the dialog. */
async function together(base, mine, theirs) {
    if (equal(base ?? null, theirs ?? null)) return mine;
    if (theirs === undefined) return decide({base, merged: mine, theirs: null, conflicts: []});
    const {merged, conflicts} = threeWay(base ?? {}, mine, theirs);
    return conflicts.length === 0 ? merged : decide({base, merged, theirs, conflicts});
}

/** Puts back the screens that an action changed; those that others have changed since stay. */
async function undo(app, build, before, written) {
    const now = await stored(app, build);
    const refuse = names => { throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("undo.conflict", {names})}); };
    if (now === undefined) refuse(`${build.platform} ${build.version}`);
    const {merged, conflicts} = threeWay(written, before ?? {}, now);
    if (conflicts.length > 0) refuse(conflicts.join(", "));
    await (before === undefined && Object.keys(merged).length === 0 ? send("DELETE", pathTo(app, build)) : send("PUT", pathTo(app, build), {body: {screens: merged}}));
}

function edit(app, build) {
    const platform = h("input", {required: true, value: build?.platform ?? "", readOnly: Boolean(build), autocomplete: "off", autocapitalize: "none", spellcheck: "false"});
    const version = h("input", {required: true, value: build?.version ?? "", readOnly: Boolean(build), autocomplete: "off", spellcheck: "false"});
    const text = h("textarea", {class: "json mono", required: true, spellcheck: "false", autocapitalize: "none", value: JSON.stringify(build?.screens ?? {}, undefined, 2)});
    const trouble = h("p", {class: "error", hidden: true}, t("rule.noJSON"));
    const read = () => {
        try {
            return JSON.parse(text.value);
        } catch {
            return undefined;
        }
    };
    const path = () => pathTo(app, {platform: platform.value, version: version.value});
    openDialog(t(build ? "screens.edit" : "screens.add"), [
        field(t("when.platform"), platform, t("screens.platformHint")), field(t("when.appVersion"), version), field(t("screens.json"), text, t("screens.jsonHint", {example})), trouble,
        commands(() => [["curl", curl("PUT", path(), {body: {screens: read() ?? {}}})], ["waymark", piped({screens: read() ?? {}}, waymark("screens", "replace", "--app", app, platform.value, version.value, "-"))]]),
    ], {
        button: t("screens.save"), keep: `screens/${app}/${build ? `${build.platform}/${build.version}` : ""}`, wide: true,
        async action() {
            const screens = read();
            trouble.hidden = screens !== undefined;
            if (screens === undefined) return false;
            const place = path();
            const theirs = await stored(app, {platform: platform.value, version: version.value});
            const decided = await together(build?.screens, screens, theirs);
            if (!decided) return false;
            await send("PUT", place, {body: {screens: decided}});
            await again();
            say(t("screens.saved"));
            notice(t("screens.saved"), async () => {
                await undo(app, build ?? {platform: platform.value, version: version.value}, theirs, decided);
                await again();
                say(t("bulk.undone"));
            });
            return true;
        },
    });
}

function remove(app, build) {
    const path = pathTo(app, build);
    openDialog(t("screens.removeTitle", build), [h("p", {}, t("screens.removeText")),
        commands(() => [["curl", curl("DELETE", path)], ["waymark", waymark("screens", "delete", "--app", app, build.platform, build.version)]]),
    ], {
        button: t("rule.remove"), danger: true, confirm: build.version,
        async action() {
            if (!equal(await stored(app, build), build.screens)) {
                throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("screens.changed")});
            }
            await send("DELETE", path);
            say(t("screens.removed"));
            await again();
        },
    });
}

/** All screens and their parameters, when people open the fold. */
function screensOf(build) {
    const names = Object.keys(build.screens).sort();
    const content = h("dl", {class: "screen-list"});
    return h("details", {ontoggle(event) {
        if (event.target.open && content.childElementCount === 0) {
            fill(content, names.map(name => h("div", {}, h("dt", {}, quoted(name)), h("dd", {}, build.screens[name].length === 0
                ? h("span", {class: "muted"}, t("screens.noParameters")) : quoted(build.screens[name].join("  "))))));
        }
    }}, h("summary", {}, t("screens.count", {n: names.length})), content);
}

const row = app => build => h("tr", {},
    head(t("when.platform"), quoted(build.platform, "span")), cell(t("when.appVersion"), quoted(build.version, "span")), cell(t("screen.screens"), screensOf(build)),
    cell(t("access.actions"), h("div", {class: "row-actions"},
        may("putScreens") ? h("button", {type: "button", class: "quiet", "aria-label": t("screens.editNamed", build), onclick: () => edit(app, build)}, t("expect.change")) : undefined,
        may("deleteScreens") ? h("button", {type: "button", class: "quiet", "aria-label": t("screens.removeTitle", build), onclick: () => remove(app, build)}, t("rule.remove")) : undefined)));

export async function show(page) {
    const {app} = page.parameters;
    const bar = appBar(app, page.signal);
    const [{items, more}, findings] = await Promise.all([list(pathOf(app, "screens"), "screens", {limit: 1000, signal: page.signal}), may("checkDraft") ? readFindings(app, page.signal) : undefined]);
    const broken = (findings?.all ?? []).filter(({code}) => codes.has(code));
    const ruleLink = id => [" ", link(to("apps", app, "rules", id, "edit"), {translate: "no"}, id)];
    page.render(
        h("div", {class: "title"}, h("h1", {}, t("screen.screens")), may("putScreens") ? h("button", {type: "button", onclick: () => edit(app)}, t("screens.add")) : undefined),
        bar.element,
        items.length === 0 ? h("section", {class: "empty"}, h("h2", {}, t("screens.emptyTitle")), h("p", {}, t("screens.emptyText"))) : [
            h("section", {class: "part"}, h("h2", {}, t("screens.builds")), table(t("screens.builds"), ["when.platform", "when.appVersion", "screen.screens", "access.actions"].map(key => t(key)), items.map(row(app))),
                more ? h("p", {class: "muted"}, t("access.more", {n: number(items.length)})) : undefined),
            h("section", {class: "part"}, h("h2", {}, t("screens.breaks")), broken.length === 0 ? h("p", {class: "good"}, t("screens.nothingBreaks")) : findingList(broken, ruleLink)),
        ],
        commands(() => [["curl", curl("GET", pathOf(app, "screens"))], ["waymark", waymark("screens", "list", "--app", app)]]));
    await bar.update();
}
