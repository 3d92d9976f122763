// Review and publish: what changes for people first, then the rules, findings, expectations and editors.
import {Problem, component, find, get, query, send} from "./api.mjs";
import {appBar} from "./app-bar.mjs";
import {changeBack, notice} from "./bulk.mjs";
import {answerMove} from "./channel-moved.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {openDialog} from "./dialog.mjs";
import {changed, pathOf, readDraft, readFindings} from "./draft.mjs";
import {fill, h, quoted, say} from "./dom.mjs";
import {findingList} from "./finding.mjs";
import {choice, field, tick} from "./form.mjs";
import {sequences, watch} from "./live.mjs";
import {number, parts, t} from "./language.mjs";
import {differences} from "./merge.mjs";
import {moment} from "./moment.mjs";
import {movesOf, movesPart} from "./outcome.mjs";
import {problemBox} from "./problem.mjs";
import {Choice} from "./publish-choice.mjs";
import {standings} from "./release-history.mjs";
import {patternText} from "./rule-text.mjs";
import {may} from "./session.mjs";
import {again, link, to} from "./router.mjs";
import {growPart} from "./table.mjs";

/** All that a decision needs, of one revision of the draft. */
class Review {
    constructor(page) {
        this.page = page;
        this.app = page.parameters.app;
        this.name = page.query.get("channel") ?? "production";
    }

    async read() {
        const options = {signal: this.page.signal};
        const path = rest => pathOf(this.app, rest);
        this.state = (await get(pathOf(this.app), options)).data;
        this.channels = this.state.channels;
        this.channel = this.channels.find(one => one.channel === this.name);
        const [summary, findings, expectations, releases] = await Promise.all([
            get(`${path("draft/summary")}?channel=${component(this.name)}`, options), may("checkDraft") ? readFindings(this.app, this.page.signal) : undefined,
            may("readExpectations") ? find(path("expectations"), options) : undefined, may("listReleases") ? find(`${path("releases")}?limit=1`, options) : undefined,
            this.#readDiff(),
        ]);
        Object.assign(this, {summary: summary.data, tag: summary.tag, findings, newest: releases?.data.releases[0]});
        const known = await standings(this.app, this.channels, this.newest?.version, this.page.signal);
        this.highest = known.get(this.name)?.highest;
        this.expectations = expectations?.data.expectations ?? [];
        this.count = changed(this.summary);
        // The difference was read beside the summary. Where it is of another revision, or against another release, it is read again:
        // what is published is not newer than what is shown.
        if (this.diff && (this.diffTag !== this.tag || this.channel?.version && this.diff.against !== this.summary.current)) await this.#readDiff();
        return this;
    }

    get isRolledBack() { return Boolean(this.channel?.version && this.highest && this.channel.version < this.highest); }

    /** The difference of behaviour; undefined where a side cannot be compared, with the reason in `noDiff`. */
    async #readDiff() {
        try {
            const {data, tag} = await get(`${pathOf(this.app, "draft/diff")}?${this.channel?.version ? `against=${component(this.name)}&` : ""}texts=1`, {signal: this.page.signal});
            Object.assign(this, {diff: data, diffTag: tag});
        } catch (problem) {
            if (!(problem instanceof Problem) || ![404, 409, 410, 422].includes(problem.status)) throw problem;
            Object.assign(this, {diff: undefined, noDiff: problem});
        }
    }
}

const section = (title, count, ...content) => h("section", {class: "panel"}, h("h2", {}, title, count === undefined ? undefined : h("span", {class: "count muted"}, " ", number(count))), content);

function behaviour(review) {
    if (!review.diff) {
        const isFirst = !review.channel?.version;
        return section(t("review.behaviour"), undefined, h("p", {class: "muted"}, isFirst ? t("review.first") : quoted(review.noDiff.message, "span")));
    }
    const moves = movesOf(review.diff);
    return section(t("review.behaviour"), moves.length, movesPart(moves, review.diff, "review.noMoves"));
}

const value = content => content === undefined ? h("span", {class: "muted"}, t("conflict.nothing")) : quoted(typeof content === "string" ? content : JSON.stringify(content));

/** A rule before and after, member by member. */
function members({before, after}) {
    if (!before || !after) {
        const rule = before ?? after;
        return h("p", {class: "small"}, quoted(rule.match.map(patternText).join("  ")), " → ", value(rule.to?.screen ?? rule.to?.redirect ?? rule.to?.block));
    }
    return h("ul", {class: "plain small"}, differences(before, after).map(name => h("li", {}, quoted(name), ": ", value(before[name]), " → ", value(after[name]))));
}

/** The changes of rules; where the difference has no texts, only their ids. */
function changesOf(review) {
    const known = new Map(review.diff?.changes?.map(change => [change.rule, change]));
    return ["added", "changed", "moved", "removed"].flatMap(kind => review.summary[kind].rules.map(rule => ({kind, rule, ...known.get(rule)})));
}

async function discard(review, rules) {
    openDialog(rules ? t("review.discardOne", {id: rules[0]}) : t("review.discardAll"), [h("p", {}, t("review.discardText", {channel: review.name})), commands(() => [
        ["curl", curl("POST", discardPath(review), {body: rules ? {rules} : {}, ifMatch: review.tag})],
        ["waymark", waymark("draft", "discard", "--app", review.app, "--channel", review.name, "--yes", ...rules ?? [])],
    ])], {
        button: t("review.discard"), danger: true, confirm: rules ? undefined : review.app,
        async action() {
            const draft = rules ? await readDraft(review.app) : undefined;
            await send("POST", discardPath(review), {body: rules ? {rules} : {}, ifMatch: review.tag});
            const written = rules ? (await readDraft(review.app)).rules : undefined;
            await again();
            if (rules) notice(t("review.discarded"), () => changeBack(review.app, {draft, ids: new Set(rules), written}, again));
            else say(t("review.discarded"));
        },
    });
}

const discardPath = review => pathOf(review.app, "draft/discard") + query({channel: review.name});

/** The number of changes that a summary has but does not list. */
const leftOut = ({summary}) => ["added", "changed", "moved", "removed"].reduce((sum, kind) => sum + summary[kind].count - summary[kind].rules.length, 0);

function rules(review) {
    const changes = changesOf(review);
    const edits = new Map(review.summary.edits?.map(edit => [edit.rule, edit]));
    const body = h("tbody", {});
    const more = growPart(body, changes, change => {
        const edit = edits.get(change.rule);
        return h("tr", {},
            h("td", {class: "kind", "data-label": t("import.change")}, h("div", {class: "taken"}, review.choice.box(change.rule), h("span", {class: `change ${change.kind}`}, t(`change.${change.kind}`)))),
            h("th", {scope: "row", "data-label": t("rules.rule")}, change.kind === "removed" ? quoted(change.rule, "span")
                : link(to("apps", review.app, "rules", change.rule, "edit"), {translate: "no"}, change.rule)),
            h("td", {class: "what", "data-label": t("review.what")}, h("div", {}, change.before || change.after ? members(change) : h("span", {class: "muted"}, t(`review.${change.kind}`)))),
            h("td", {"data-label": t("review.by")}, edit ? h("div", {}, quoted(edit.by, "span"), " ", h("span", {class: "small muted"}, moment(edit.at))) : undefined),
            h("td", {class: "end"}, may("discardDraft") && review.channel?.version ? h("button", {
                type: "button", class: "quiet", "aria-label": t("review.discardOne", {id: change.rule}), onclick: () => discard(review, [change.rule]),
            }, t("review.discardShort")) : undefined));
    });
    const settings = review.summary.settings ? h("p", {class: "taken"}, review.choice.settingsBox(), h("span", {class: "change changed"}, t("review.settings"))) : undefined;
    const left = leftOut(review);
    return section(t("review.rules"), changes.length + left, review.choice.hint(), settings, changes.length === 0 ? undefined : h("table", {class: "stacks changes"},
        h("caption", {class: "unseen"}, t("review.rules")),
        h("thead", {}, h("tr", {}, ["import.change", "rules.rule", "review.what", "review.by"].map(key => h("th", {scope: "col"}, t(key))), h("td", {class: "end"}))), body),
    more, left > 0 ? h("p", {class: "muted"}, t("import.more", {n: left})) : undefined);
}

function findings(review) {
    if (!review.findings) return undefined;
    const {all} = review.findings;
    const ruleLink = id => [" ", link(to("apps", review.app, "rules", id, "edit"), {translate: "no"}, id)];
    return section(t("rules.findings"), all.length, all.length === 0 ? h("p", {class: "good"}, t("rule.checkGood")) : findingList(all, ruleLink));
}

function expectations(review) {
    const all = review.expectations.length;
    const failed = review.findings?.all.filter(({code}) => code === "expectation-failed").length ?? 0;
    const text = all === 0 ? h("p", {class: "muted"}, t("review.noExpectations"))
        : failed === 0 ? h("p", {class: "good"}, t("review.expectationsHold", {n: all})) : h("p", {class: "error"}, t("review.expectationsFail", {n: failed, all}));
    return section(t("review.expectations"), all, text);
}

const authors = review => review.summary.authors.length === 0 ? undefined
    : section(t("review.authors"), undefined, h("p", {}, review.summary.authors.map((name, index) => [index > 0 ? ", " : undefined, quoted(name, "span")])));

/** After a rollback: what is live, that the draft is as it was, and both ways on. */
function rolledBack(review) {
    if (!review.isRolledBack) return undefined;
    const {channel, highest, name} = review;
    return h("section", {class: "notice stack", role: "status"},
        h("p", {}, parts("review.rolledBack", {live: h("span", {class: "live"}, t("live.release", {n: channel.version})), newest: highest}), " ",
            t(review.count === 0 ? "review.rolledBackEqual" : "review.rolledBackDraft")),
        h("p", {class: "buttons"},
            may("moveChannel") ? h("button", {type: "button", onclick: () => move(review, highest)}, t("review.forward", {n: highest, channel: name})) : undefined,
            may("discardDraft") && review.count > 0 ? h("button", {type: "button", onclick: () => discard(review)}, t("review.discardAll")) : undefined));
}

/** Points the channel at a release; the way back is offered. */
function move(review, version) {
    const path = pathOf(review.app, "channels", component(review.name));
    const body = {version};
    const tag = `"s${review.channel.sequence}"`;
    const old = review.channel.version;
    openDialog(t("review.moveTitle", {n: version, channel: review.name}), [h("p", {}, t("review.moveText")), commands(() => [
        ["curl", curl("PUT", path, {body, ifMatch: tag})], ["waymark", waymark("channel", "move", "--app", review.app, review.name, String(version))],
    ])], {
        button: t("review.moveNow", {n: version}), async action() {
            const {data} = await send("PUT", path, {body, ifMatch: tag});
            await again();
            notice(t("review.nowLive", {n: version, channel: review.name}), async () => {
                await send("PUT", path, {body: {version: old}, ifMatch: `"s${data.sequence}"`});
                await again();
                say(t("review.nowLive", {n: old, channel: review.name}));
            });
        },
    });
}

/**
 * The dialog of a publish; what is published of the draft is counted again where it is not everything. Its base is where the
 * channel was when the page was read, not when the dialog was opened: what a person looked at is what changes.
 */
async function publishDialog(review) {
    const {app, name, tag, choice: {only}, summary: {sequence: base, current: looked}} = review;
    const summary = only ? (await get(pathOf(app, "draft/summary") + query({channel: name, only: only.join(",")}))).data : review.summary;
    const count = changed(summary);
    const message = h("input", {required: true, maxlength: "200", autocomplete: "off"});
    const notes = h("textarea", {class: "short", rows: "3"});
    const isPublic = h("input", {checked: true});
    const body = () => ({
        message: message.value, base, ...notes.value.trim() === "" ? {} : {notes: notes.value}, ...name === "production" ? {} : {channel: name},
        ...only ? {only} : {}, ...summary.shrinks ? {allowShrink: true} : {}, ...summary.exists ? {} : {createChannel: true, public: isPublic.checked},
    });
    const dialog = openDialog(t("review.publish", {n: count, channel: name}), [
        h("p", {}, only ? parts("review.publishSome", {channel: quoted(name, "span"), next: summary.next, n: only.length, all: review.choice.ids.length})
            : parts("review.publishText", {channel: quoted(name, "span"), next: summary.next})),
        only && summary.errors > 0 ? h("p", {class: "error"}, t("review.someErrors", {n: summary.errors})) : undefined,
        field(t("review.message"), message, t("review.messageHint")), field(t("review.notes"), notes, t("rule.noteHint")),
        // It is there for each channel, so that the fields are the same when another person has made the channel meanwhile.
        h("div", {hidden: summary.exists}, tick(t("review.public"), isPublic)),
        summary.shrinks ? h("p", {class: "error"}, t("review.shrinks", {n: summary.removed.count, served: summary.served})) : undefined,
        commands(() => [["curl", curl("POST", pathOf(app, "releases"), {body: body(), ifMatch: tag})],
            ["waymark", waymark("release", "publish", "--app", app, "--channel", name, "--message", message.value, ...notes.value.trim() === "" ? [] : ["--notes", notes.value], "--base", String(base), "--yes",
                ...summary.exists ? [] : ["--create-channel", isPublic.checked ? "--public" : "--private"], ...(only ?? []).flatMap(id => ["--only", id]), ...summary.shrinks ? ["--allow-shrink"] : [])]]),
    ], {
        button: t("review.publishNow", {n: count, channel: name}), confirm: summary.shrinks ? app : undefined, keep: `publish/${app}/${name}`,
        async action() {
            let data;
            try {
                ({data} = await send("POST", pathOf(app, "releases"), {body: body(), ifMatch: tag}));
            } catch (problem) {
                return answerMove(problem, dialog, {app, channel: name, version: looked});
            }
            review.page.keep({only: undefined});
            await again();
            const text = t("review.published", {n: data.version, channel: name});
            notice(text, looked ? async () => {
                await send("PUT", pathOf(app, "channels", component(name)), {body: {version: looked}, ifMatch: `"s${data.channel.sequence}"`});
                await again();
                say(t("review.nowLive", {n: looked, channel: name}));
            } : undefined);
            return true;
        },
    });
}

/** The line with the button: what it would do, or why it cannot. */
function publishBar(review) {
    const {count, name, findings: found, choice: {only}} = review;
    if (count === 0) return h("p", {class: "muted"}, t(review.channel?.version ? "review.nothing" : "review.nothingYet", {channel: name}));
    if (!may("publish")) return h("p", {class: "muted"}, t("review.mayNot"));
    const errors = found?.all.filter(({severity}) => severity === "error").length ?? 0;
    // The errors of the whole draft may stand in the rules that stay; the server checks what is published.
    const isBlocked = only ? only.length === 0 : errors > 0;
    const trouble = h("span", {});
    const button = h("button", {type: "button", class: "primary", disabled: isBlocked, onclick() {
        fill(trouble);
        publishDialog(review).catch(problem => problem.name === "AbortError" || fill(trouble, problemBox(problem)));
    }}, only ? t("review.publishChosen", {n: only.length, all: review.choice.ids.length, channel: name}) : t("review.publish", {n: count, channel: name}));
    return h("div", {class: "buttons save-bar"}, button, trouble, only?.length === 0 ? h("span", {class: "muted small"}, t("review.takeOne"))
        : errors > 0 && !only ? h("span", {class: "error"}, t("review.blocked", {n: errors})) : h("span", {class: "muted small"}, t("review.exact")));
}

/** The way back from all edits; typed, since many people may have made them. */
const wayBack = review => review.count > 0 && may("discardDraft") && review.channel?.version
    ? h("p", {}, h("button", {type: "button", class: "quiet", onclick: () => discard(review)}, t("review.discardAll"))) : undefined;

export async function show(page) {
    const review = await new Review(page).read();
    const bar = appBar(review.app, page.signal, review.name);
    const names = review.channels.map(({channel}) => channel);
    const channel = choice([...new Set([...names, review.name])].map(name => [name, name]), review.name, {
        "aria-label": t("overview.channel"), translate: "no", onchange() {
            page.keep({channel: channel.value === "production" ? "" : channel.value});
            again();
        },
    });
    const bottom = h("div", {class: "bottom"});
    review.choice = new Choice(page, {
        ids: changesOf(review).map(({rule}) => rule), hasSettings: review.summary.settings, isPossible: Boolean(review.channel?.version) && leftOut(review) === 0,
    }, () => fill(bottom, publishBar(review)));
    fill(bottom, publishBar(review));
    page.render(h("div", {class: "title"}, h("h1", {}, t("screen.review")), h("div", {class: "buttons actions"}, channel)), bar.element, rolledBack(review),
        h("div", {class: "review"}, review.count === 0 ? undefined : [behaviour(review), rules(review)], findings(review), expectations(review), authors(review), review.isRolledBack ? undefined : wayBack(review)),
        bottom,
        commands(() => [["curl", curl("GET", `${pathOf(review.app, "draft/diff")}${query({against: review.name, texts: "1"})}`)], ["waymark", waymark("draft", "diff", "--app", review.app)]]));
    watch(review.app, () => ({draft: review.tag, channels: sequences(review.channel ? [review.channel] : [])}), page.signal);
    bar.show({app: review.state, channel: review.channel, summary: review.summary, newest: review.newest});
}
