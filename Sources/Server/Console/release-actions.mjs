// What can be done with a release: a channel serves it, the draft becomes it, it is published again, it is saved as a file.
import {component, get, query, send} from "./api.mjs";
import {answerMove} from "./channel-moved.mjs";
import {commands, curl, revisionOf, waymark} from "./commands.mjs";
import {openDialog, openWith} from "./dialog.mjs";
import {changed, pathOf} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {choice, field, tick} from "./form.mjs";
import {parts, t} from "./language.mjs";
import {movesOf, movesTable} from "./outcome.mjs";
import {problemLine} from "./problem.mjs";
import {may} from "./session.mjs";
import {go, to} from "./router.mjs";

/** Addresses that a dialog lists at first. */
const listed = 8;

/** What clients notice when a channel goes from one release to another. */
async function effect(app, from, version, into, signal) {
    if (from === null || from === version) return;
    fill(into, h("p", {class: "muted loading"}, t("frame.loading")));
    try {
        const {data} = await get(pathOf(app, "releases", String(from), "diff", `${version}?texts=1`), {signal, quiet: true});
        const moves = movesOf(data);
        fill(into, h("p", {}, t("release.movesCount", {n: moves.length + (data.addressesLeftOut ?? 0)})), moves.length > 0 ? movesTable(moves, listed) : undefined);
    } catch (problem) {
        if (problem.name !== "AbortError") fill(into, h("p", {}, problemLine(problem)));
    }
}

/** Points a channel at a release. `production`, and each channel that is public, must be typed. */
export function moveChannel(app, channels, version, preset) {
    const names = channels.map(({channel}) => channel);
    const select = choice(names.map(name => [name, name]), preset ?? names[0], {onchange: update});
    const state = h("p", {});
    const result = h("div", {class: "stack"});
    const dialog = h("div", {class: "stack"}, names.length > 1 ? field(t("release.channel"), select) : undefined, state, result);
    const chosen = () => channels.find(({channel}) => channel === select.value);
    let watcher = new AbortController();
    function update() {
        const channel = chosen();
        fill(state, channel.version === null ? t("release.servesNothing") : parts("release.serves", {channel: quoted(channel.channel, "span"), live: h("span", {class: "live"}, t("live.release", {n: channel.version}))}));
        watcher.abort();
        watcher = new AbortController();
        effect(app, channel.version, version, result, watcher.signal);
    }
    update();
    const typed = h("input", {class: "unkept", autocomplete: "off", spellcheck: "false"});
    const path = () => pathOf(app, "channels", component(select.value));
    openDialog(t("release.moveTitle", {n: String(version)}), [
        dialog, h("p", {class: "hint"}, t("release.moveHint")),
        field(t("release.typeChannel"), typed),
        commands(() => [["curl", curl("PUT", path(), {body: {version}, ifMatch: `"s${chosen().sequence}"`})],
            ["waymark", waymark("channel", "move", "--app", app, select.value, String(version))]]),
    ], {
        button: t("release.moveNow"), danger: true, wide: true,
        async action() {
            if (typed.value !== select.value) {
                typed.setAttribute("aria-invalid", "true");
                typed.focus();
                say(t("release.typeAgain"));
                return false;
            }
            await send("PUT", path(), {body: {version}, ifMatch: `"s${chosen().sequence}"`});
            say(t("release.moved", {n: String(version), channel: select.value}));
            await go(to("apps", app, "releases") + query({channel: select.value, moved: version}));
            return true;
        },
    });
}

/** How far the draft is ahead of a channel, whose edits go. */
const ahead = summary => h("p", {}, changed(summary) === 0 ? t("release.draftEqual") : h("span", {class: "draft"}, t("overview.draftAhead", {n: changed(summary)})),
    summary.authors.length > 0 ? [" ", h("span", {class: "muted"}, parts("overview.by", {names: quoted(summary.authors.join(", "), "span")}))] : undefined);

const summaryOf = (app, channel) => get(pathOf(app, "draft/summary") + query({channel}));

/** Puts the draft to what a channel serves, notes and rules that are switched off included. */
export const resetDraft = (app, channel) => openWith(summaryOf(app, channel), ({data, tag}) => {
    const path = pathOf(app, "draft/discard") + query({channel});
    openDialog(t("release.resetTitle", {channel}), [
        h("p", {}, t("release.resetText")), ahead(data),
        commands(() => [["curl", curl("POST", path, {body: {}, ifMatch: tag})], ["waymark", waymark("draft", "discard", "--app", app, "--channel", channel, "--yes")]]),
    ], {
        button: t("release.reset"), danger: true, confirm: app,
        async action() {
            await send("POST", path, {body: {}, ifMatch: tag});
            say(t("release.resetDone"));
            await go(to("apps", app, "releases"));
        },
    });
});

/** Where the bytes of a release are; the second address needs no session, as clients read it. */
export const bodyPath = (app, version) => may("readReleaseBody") ? pathOf(app, "releases", String(version), "body") : pathOf(app, "releases", String(version), "rules");

/** Makes the draft of the bytes of a release, without publishing. */
export const takeIntoDraft = (app, version) => openWith(summaryOf(app), ({data: draft, tag}) => {
    openDialog(t("release.takeTitle", {n: String(version)}), [
        h("p", {}, t("release.takeText")), ahead(draft),
        commands(() => [["curl", `${curl("GET", bodyPath(app, version))} | jq '{settings, rules}' | ${curl("PUT", pathOf(app, "draft"), {ifMatch: tag})} -H "$json" --data-binary @-`],
            ["waymark", `${waymark("release", "body", "--app", app, String(version))} | jq '{revision: ${revisionOf(tag)}, settings, rules}' | ${waymark("draft", "replace", "--app", app, "-")}`]]),
    ], {
        button: t("release.take"), danger: true, confirm: app,
        async action() {
            const {data: {rules, settings}} = await get(bodyPath(app, version));
            await send("PUT", pathOf(app, "draft"), {body: {settings, rules}, ifMatch: tag});
            say(t("release.takeDone", {n: String(version)}));
            await go(to("apps", app, "releases"));
        },
    });
});

/** Publishes the content of an old release as a new one; the draft becomes it, too. */
export const publishAgain = (app, version, channels) => openWith(summaryOf(app), ({data: draft, tag}) => {
    const message = h("input", {required: true, maxlength: "200", autocomplete: "off", value: t("release.againMessage", {n: String(version)})});
    const select = choice(channels.map(({channel}) => [channel, channel]), "production");
    const discards = h("input", {});
    const typed = h("input", {class: "unkept", autocomplete: "off", spellcheck: "false"});
    const path = () => pathOf(app, "releases", String(version), "restore") + query({discardEdits: discards.checked ? "1" : undefined});
    // The position of the channel when the page was read, which may have moved since.
    const looked = () => channels.find(({channel}) => channel === select.value);
    const body = () => ({message: message.value, base: looked()?.sequence, ...select.value === "production" ? {} : {channel: select.value}});
    const dialog = openDialog(t("release.againTitle", {n: String(version)}), [
        h("p", {}, t("release.againText")), ahead(draft), field(t("review.message"), message), h("div", {hidden: channels.length < 2}, field(t("release.channel"), select)),
        tick(t("release.discards"), discards), field(t("release.typeChannel"), typed),
        commands(() => [["curl", curl("POST", path(), {body: body(), ifMatch: tag})],
            ["waymark", waymark("release", "restore", "--app", app, "--message", message.value, "--channel", select.value, ...looked() ? ["--base", String(looked().sequence)] : [], ...discards.checked ? ["--force"] : ["--yes"], String(version))]]),
    ], {
        button: t("release.again"), danger: true, keep: `restore/${app}/${version}`,
        async action() {
            if (typed.value !== select.value) {
                typed.setAttribute("aria-invalid", "true");
                typed.focus();
                say(t("release.typeAgain"));
                return false;
            }
            let data;
            try {
                ({data} = await send("POST", path(), {body: body(), ifMatch: tag}));
            } catch (problem) {
                return answerMove(problem, dialog, {app, channel: select.value, version: looked()?.version});
            }
            say(t("review.published", {n: data.version, channel: select.value}));
            await go(to("apps", app, "releases"));
            return true;
        },
    });
});
