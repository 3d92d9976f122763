// Screens: what the builds of the app can show, and which rules lead to what they do not have.
import {Problem, component, find, list, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {notice} from "./bulk.mjs";
import {commands, curl, piped, waymark} from "./commands.mjs";
import {decide} from "./conflict.mjs";
import {openDialog, openWith} from "./dialog.mjs";
import {pathOf, readFindings} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {findingList} from "./finding.mjs";
import {field} from "./form.mjs";
import {number, t} from "./language.mjs";
import {threeWay} from "./merge.mjs";
import {may} from "./session.mjs";
import {cell, head, table} from "./table.mjs";
import {again, link, to} from "./router.mjs";

/** What a check finds about screens. */
const codes = new Set(["missing-screen", "unknown-parameter"]);

const example = '{"item": ["id", "tab?"]}';

const pathTo = (app, {platform, version}) => pathOf(app, "screens", component(platform), component(version));

/** The tag of a build of which no screens are stored. */
const none = '"b0"';

const attempts = 5;

/** What is stored of a build now, with its tag; no screens where there are none. */
async function read(app, build) {
    const answer = await find(pathTo(app, build));
    return {screens: answer?.data.screens, tag: answer?.tag ?? none};
}

/** What to store: `mine` with what others have stored since `base`; undefined if the person goes back to the dialog. */
async function together(base, mine, theirs) {
    if (theirs === undefined) return decide({base, merged: mine, theirs: null, conflicts: []});
    const {merged, conflicts} = threeWay(base ?? {}, mine, theirs);
    return conflicts.length === 0 ? merged : decide({base, merged, theirs, conflicts});
}

/**
 * Stores screens in place of those that were read; what others stored since merges, or `solve(base, mine, theirs)` decides.
 * Returns `{before, stored}`, or undefined if the person goes back.
 */
async function store(app, build, {screens: base, tag}, mine, solve) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
        try {
            await (mine === undefined ? send("DELETE", pathTo(app, build), {ifMatch: tag}) : send("PUT", pathTo(app, build), {body: {screens: mine}, ifMatch: tag}));
            return {before: base, stored: mine};
        } catch (problem) {
            if (problem.kind !== "revision-mismatch" || attempt === attempts - 1) throw problem;
            const theirs = problem.content.resource?.screens;
            mine = await solve(base, mine, theirs);
            if (!mine) return undefined;
            [base, tag] = [theirs, theirs ? problem.content.current : none];
        }
    }
    return undefined;
}

/** Puts back the screens that an action changed; those that others have changed since stay. */
async function undo(app, build, {before, stored}) {
    const refuse = names => { throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("undo.conflict", {names})}); };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
        const now = await read(app, build);
        if (now.screens === undefined) refuse(`${build.platform} ${build.version}`);
        const {merged, conflicts} = threeWay(stored, before ?? {}, now.screens);
        if (conflicts.length > 0) refuse(conflicts.join(", "));
        const wanted = before === undefined && Object.keys(merged).length === 0 ? undefined : merged;
        // Another write between this look and the request is a new round.
        if (await store(app, build, now, wanted, () => undefined)) return;
    }
    refuse(`${build.platform} ${build.version}`);
}

const parsed = text => {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
};

const shown = screens => JSON.stringify(screens, undefined, 2);

/** The text that was entered before, with what others stored since; undefined where both changed the same screen. */
function mergeTexts(...texts) {
    const [base, mine, theirs] = texts.map(parsed);
    if ([base, mine, theirs].includes(undefined)) return undefined;
    const {merged, conflicts} = threeWay(base, mine, theirs);
    return conflicts.length === 0 ? shown(merged) : undefined;
}

/** `build` is what stands in the list, `now` what was read when the dialog opened; neither for a new one. */
function edit(app, build, now = {tag: none}) {
    const platform = h("input", {required: true, value: build?.platform ?? "", readOnly: Boolean(build), autocomplete: "off", autocapitalize: "none", spellcheck: "false"});
    const version = h("input", {required: true, value: build?.version ?? "", readOnly: Boolean(build), autocomplete: "off", spellcheck: "false"});
    const text = h("textarea", {class: "json mono", required: true, spellcheck: "false", autocapitalize: "none", value: shown(now.screens ?? {})});
    text.merge = mergeTexts;
    const trouble = h("p", {class: "error", hidden: true}, t("rule.noJSON"));
    const place = () => ({platform: platform.value, version: version.value});
    openDialog(t(build ? "screens.edit" : "screens.add"), [
        field(t("when.platform"), platform, t("screens.platformHint")), field(t("when.appVersion"), version), field(t("screens.json"), text, t("screens.jsonHint", {example})), trouble,
        commands(() => [["curl", curl("PUT", pathTo(app, place()), {body: {screens: parsed(text.value) ?? {}}, ifMatch: now.tag})],
            ["waymark", piped({screens: parsed(text.value) ?? {}}, waymark("screens", "replace", "--app", app, platform.value, version.value, "-"))]]),
    ], {
        button: t("screens.save"), keep: `screens/${app}/${build ? `${build.platform}/${build.version}` : ""}`, wide: true,
        async action() {
            const screens = parsed(text.value);
            trouble.hidden = screens !== undefined;
            if (screens === undefined) return false;
            const [target, done] = [place(), await store(app, place(), now, screens, together)];
            if (!done) return false;
            await again();
            notice(t("screens.saved"), async () => {
                await undo(app, target, done);
                await again();
                say(t("bulk.undone"));
            });
            return true;
        },
    });
}

function remove(app, build, {tag}) {
    const path = pathTo(app, build);
    openDialog(t("screens.removeTitle", build), [h("p", {}, t("screens.removeText")),
        commands(() => [["curl", curl("DELETE", path, {ifMatch: tag})], ["waymark", waymark("screens", "delete", "--app", app, build.platform, build.version)]]),
    ], {
        button: t("rule.remove"), danger: true, confirm: build.version,
        async action() {
            try {
                await send("DELETE", path, {ifMatch: tag});
            } catch (problem) {
                if (problem.kind !== "revision-mismatch") throw problem;
                throw new Problem(412, {type: "urn:waymark:problem:revision-mismatch", detail: t("screens.changed")});
            }
            say(t("screens.removed"));
            await again();
        },
    });
}

/** Opens a dialog with what is stored of the build now. */
const openBuild = (app, build, open) => openWith(read(app, build), now => open(app, build, now));

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
        may("putScreens") ? h("button", {type: "button", class: "quiet", "aria-label": t("screens.editNamed", build), onclick: () => openBuild(app, build, edit)}, t("expect.change")) : undefined,
        may("deleteScreens") ? h("button", {type: "button", class: "quiet", "aria-label": t("screens.removeTitle", build), onclick: () => openBuild(app, build, remove)}, t("rule.remove")) : undefined)));

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
