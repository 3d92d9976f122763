// Releases: compare, what was live at a moment, roll back with the draft unchanged, restore, download.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {byRelease, downloads, totals, upToDate, watchersOf} from "../../Sources/Server/Console/adoption.mjs";
import {standing} from "../../Sources/Server/Console/release-history.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

const hostile = "<img src=x onerror=alert(1)>\u202e";

async function signedIn(context, Browser, path = "/console/apps/moments/releases", token = undefined) {
    const console = await start(context);
    const {api} = console;
    await api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "NextFeed"}});
    await api("POST", "/v1/apps/moments/releases", {message: hostile, notes: `${hostile}\nsecond line`});
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(token ? await token(console) : console.token);
    return {...console, browser, tab};
}

for (const Browser of browsers) {
    test(`${Browser.name}: compare, roll back, both ways on, what was live, publish again`, {skip: missing}, async context => {
        const {tab, browser, api, server} = await signedIn(context, Browser);
        await tab.shows("onerror=alert(1)>");
        await tab.press("Compare");
        await tab.shows("Release 1 → Release 2");
        await tab.shows("1 rule differs");
        await tab.shows("NextFeed");
        await tab.press("The other way round");
        await tab.shows("Release 2 → Release 1");

        const before = new Date();
        await tab.go("/console/apps/moments/releases");
        await tab.press("Move production");
        await tab.shows("addresses lead elsewhere");
        await tab.press("The same with curl");
        await tab.shows(`-H 'If-Match: "s2"'`);
        await tab.enter("To go on, type the name of the channel", "beta");
        await tab.press("Serve it now");
        assert.equal((await server.head()).version, 2, "a wrong name moves nothing");
        await tab.enter("To go on, type the name of the channel", "production");
        await tab.press("Serve it now");
        await tab.shows("Live: 1");
        await tab.shows("draft unchanged");
        assert.equal((await server.head()).version, 1);
        assert.equal((await api("GET", "/v1/apps/moments/draft/rules/feed")).to.screen, "NextFeed");
        await tab.shows("Go on with the draft");
        await tab.press("Put the draft to release 1");
        await tab.enter("To go on, type moments", "moments");
        await tab.press("Put the draft back");
        await until(async () => (await api("GET", "/v1/apps/moments/draft/rules/feed")).to.screen === "Feed", "the draft is what is live");
        await until(async () => !(await tab.text()).includes("draft unchanged"), "the notice is gone");

        const at = new Date(before.getTime() - before.getTimezoneOffset() * 60_000).toISOString().slice(0, 23);
        await tab.enter("At this moment (your time)", at);
        await tab.press("Show");
        await tab.shows("Release 2 was live");

        await tab.go("/console/apps/moments/releases/2");
        await tab.shows("second line");
        assert.equal((await (await fetch(server.base + await tab.run("return document.querySelector('a[download]').getAttribute('href')"), {headers: {Authorization: `Bearer ${server.token}`}})).json()).version, 2);
        await tab.press("Publish it again");
        await tab.enter("To go on, type the name of the channel", "production");
        await tab.press("Publish it again");
        await until(async () => (await server.head()).version === 3, "the content of 2 is release 3");
        await tab.go("/console/apps/moments/releases/1");
        await tab.press("Put it into the draft");
        await tab.enter("To go on, type moments", "moments");
        await tab.press("Put it into the draft");
        await until(async () => (await api("GET", "/v1/apps/moments/draft/rules/feed")).to.screen === "Feed", "the draft is release 1");
        assert.equal((await server.head()).version, 3);
        assert.equal(await tab.run("return document.images.length"), 0);
        assert.deepEqual(browser.errors, []);
    });
}

test("a viewer compares, but is offered no move", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser} = await signedIn(context, Chromium, "/console/apps/moments/releases/1", async ({api}) => (await api("POST", "/v1/tokens", {name: "team", role: "viewer"})).token);
    await tab.shows("needs the role of a publisher");
    assert.doesNotMatch(await tab.text(), /Serve it on a channel|Publish it again|Put it into the draft/);
    await tab.go("/console/apps/moments/releases");
    await tab.shows("only administrators may see");
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in releases, a release, its dialogs and a comparison, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab} = await signedIn(context, Chromium);
    await tab.shows("What clients have");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Move production");
    await tab.shows("addresses lead elsewhere");
    assert.deepEqual(await accessibility(tab), []);
    await tab.go("/console/apps/moments/releases/2");
    await tab.shows("second line");
    assert.deepEqual(await accessibility(tab), []);
    await tab.go("/console/apps/moments/compare?from=1&to=draft");
    await tab.shows("rule differs");
    assert.deepEqual(await accessibility(tab), []);
});

test("a release is not published again on a channel that has moved since the look; the message stays", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser, api, server} = await signedIn(context, Chromium, "/console/apps/moments/releases/1");
    await tab.press("Publish it again");
    await tab.enter("Message", "back at last");
    await tab.press("The same with curl");
    await tab.shows(`"base":2`);
    await tab.shows("--base 2");
    await tab.enter("To go on, type the name of the channel", "production");
    await api("PUT", "/v1/apps/moments/channels/production", {version: 1});
    await tab.press("Publish it again");
    await tab.shows("Nothing was published: production has moved since you looked");
    await tab.shows("You looked at release 2, and production serves release 1 now.");
    await tab.shows("Live on production");
    assert.equal((await server.head()).version, 1);
    await tab.press("Publish it again");
    await tab.shows("Its content becomes a new release");
    assert.equal(await tab.run("return control('Message').value"), "back at last");
    await tab.enter("To go on, type the name of the channel", "production");
    await tab.press("Publish it again");
    await until(async () => (await server.head()).version === 3, "the content of 1 is release 3");
    assert.deepEqual(browser.errors, []);
});

test("ways back and forward are those of the channel, not those of the app", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser, api} = await signedIn(context, Chromium);
    await api("PUT", "/v1/apps/moments/channels/beta", {version: 1, public: false});
    await api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "BetaFeed"}});
    await api("POST", "/v1/apps/moments/releases", {message: "for beta", channel: "beta"});
    await tab.page.reload();
    await tab.shows("for beta");
    const row = name => tab.run(`return [...document.querySelectorAll("table tr")].find(row => row.cells[0].innerText.trim() === "${name}").innerText`);
    assert.match(await row("production"), /Live: 2[^]*Back to 1/);
    assert.doesNotMatch(await row("production"), /newest: 3/);
    assert.match(await row("beta"), /Live: 3[^]*Back to 1/);
    await tab.go("/console/apps/moments/review");
    await tab.shows("What changes for people");
    assert.doesNotMatch(await tab.text(), /although release/);
    assert.deepEqual(browser.errors, []);
});

test("a channel's release before and its highest are those it served", () => {
    const moves = versions => versions.map(version => ({version}));
    assert.deepEqual(standing(moves([1, 2, 1, 4]), 4), {previous: 1, highest: 4});
    assert.deepEqual(standing(moves([1, 4, undefined, 1]), 1), {previous: 4, highest: 4});
    assert.deepEqual(standing([], undefined), {previous: undefined, highest: 0});
});

/** Counts of an hour. */
const hourOf = (hour, version, more, channel = "p") => ({hour: `2026-01-01T${hour}:00:00Z`, channel, version, received: 0, unchanged: 0, heads: 0, streams: 0, replaced: 0, ...more});

test("downloads are added up hour by hour, and clients that did not download have the release", () => {
    const adoption = {from: "2026-01-01T00:00:00Z", watchers: [{channel: "p", count: 3}], hours: [
        hourOf("00", 1, {received: 4}), hourOf("01", 1, {received: 1, unchanged: 9}), hourOf("01", 2, {heads: 18, unchanged: 1, received: 1}), hourOf("02", 2, {received: 3, replaced: 1}, null),
    ]};
    const now = Date.parse("2026-01-01T03:10:00Z");
    const first = totals(downloads(adoption, 1, now));
    assert.deepEqual(first.map(([, count]) => count), [4, 5, 5, 5]);
    assert.equal(first[0][0], Date.parse("2026-01-01T00:00:00Z"));
    assert.deepEqual(upToDate(adoption, {channel: "p", version: 2}), {all: 20, part: 16 / 20});
    assert.equal(upToDate(adoption, {channel: "q", version: 2}), undefined);
    assert.equal(watchersOf(adoption, "p"), 3);
    assert.equal(watchersOf(undefined, "p"), undefined);
    assert.deepEqual(byRelease(adoption), [{version: 2, received: 4, told: 19, replaced: 1}, {version: 1, received: 5, told: 9, replaced: 0}]);
});

test("what clients have is drawn over time, stands in a table, and has a period in the address", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser, base} = await signedIn(context, Chromium);
    await tab.shows("What clients have");
    const {digest} = await (await fetch(`${base}/v1/apps/moments/head`)).json();
    for (const tag of [undefined, undefined, digest]) await fetch(`${base}/v1/apps/moments/rules`, {cache: "no-store", headers: tag ? {"If-None-Match": `"${tag}"`} : {}});
    await tab.enter("Period", "1");
    await tab.shows("Had it, or were told of it");
    assert.match(await tab.run("return location.search"), /days=1/);
    assert.match(await tab.run("return document.querySelector('svg.curves').getAttribute('aria-label')"), /added up: \d+: 2/);
    const row = await tab.run("return [...document.querySelectorAll('table.numbers tbody tr')][0].innerText.replaceAll(/\\s+/g, ' ')");
    assert.match(row, / 2 2 0$/, "two downloads; a head and a 304");
    assert.deepEqual(browser.errors, []);
});
