// What belongs to all screens: the palette, notices of others' changes, the settings of an app.
import assert from "node:assert/strict";
import {test} from "node:test";
import {newer} from "../../Sources/Server/Console/live.mjs";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

const skip = missing || !Chromium.binary;

async function opened(context, path, ...flags) {
    const Browser = typeof flags[0] === "function" ? flags.shift() : Chromium;
    const console = await start(context, ...flags);
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(console.token);
    const press = (key, more = {}) => tab.run(`(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({key, bubbles: true, cancelable: true, ...more})}))`);
    return {...console, browser, tab, press};
}

test("Ctrl-K finds screens, apps and rules, with the keyboard alone", {skip}, async context => {
    const {tab, press, api, browser} = await opened(context, "/console/apps/moments/review");
    await api("POST", "/v1/apps", {app: "books", title: "Books"});
    await tab.shows("Nothing to publish");
    await until(async () => {
        await press("k", {ctrlKey: true});
        return tab.run("return Boolean(document.querySelector('dialog.palette'))");
    }, "the palette opens");
    await tab.shows("Books");
    if (!noAxe) assert.deepEqual(await accessibility(tab), []);
    await tab.enter("Find a screen, an app or a rule", "search-qing");
    await tab.shows("search-qing");
    await press("ArrowDown");
    await press("ArrowUp");
    await press("Enter");
    await until(() => tab.run("return location.pathname === '/console/apps/moments/rules/search-qing/edit'"), "the rule opens");
    assert.deepEqual(browser.errors, []);
});

test("j, k, / and ? work on each screen", {skip}, async context => {
    const {tab, press, browser, server} = await opened(context, "/console/apps/moments/releases");
    server.publish("second");
    await tab.page.reload();
    await tab.shows("second");
    const row = () => tab.run("return [...document.querySelectorAll('#main tbody tr')].indexOf(document.activeElement.closest('tr'))");
    await until(async () => {
        await press("j");
        return await row() >= 0;
    }, "the keys work");
    const first = await row();
    await press("j");
    assert.ok(await row() > first);
    await press("k");
    assert.equal(await row(), first);
    await press("?");
    await tab.shows("Next row");
    await tab.press("Close");
    await press("/");
    await until(() => tab.run("return document.activeElement.closest('dialog') !== null"), "the palette is open");
    await tab.go("/console/audit");
    await tab.shows("Verify the chain");
    await until(async () => {
        await press("/");
        return tab.run("return document.activeElement.closest('[role=search]') !== null");
    }, "the filter has the focus");
    assert.deepEqual(browser.errors, []);
});

for (const Browser of browsers) {
    test(`${Browser.name}: others' changes appear as a notice, and nothing moves before the person asks`, {skip: missing}, async context => {
        const {tab, api, browser} = await opened(context, "/console/apps/moments/rules", Browser);
        await tab.shows("11 rules");
        await api("POST", "/v1/apps/moments/draft/rules", {id: "other", match: ["/other"], to: {screen: "Other"}});
        await tab.shows("changed this draft.");
        await tab.shows("11 rules");
        await tab.press("Show it");
        await tab.shows("12 rules");
        assert.ok(!await tab.run("return Boolean(document.querySelector('.notice-live'))"));
        assert.deepEqual(browser.errors, []);
    });
}

test("others' changes appear in the editor of that rule, in the settings and on the overview, and nowhere else", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/rules/feed/edit");
    const put = (id, more = {}) => api("PUT", `/v1/apps/moments/draft/rules/${id}`, {match: [`/${id}`], to: {screen: "Feed"}, ...more});
    await tab.shows("Check");
    await tab.enter("Note", "mine");
    const compared = () => tab.run("return performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/draft/rules/feed')).length");
    await put("other");
    await until(async () => await compared() > 0, "the news was compared");
    assert.ok(!(await tab.text()).includes("changed this draft"), "another rule is none of this page");
    await put("feed", {priority: 2});
    await tab.shows("changed this draft.");
    assert.equal(await tab.run("return control('Note').value"), "mine");
    await tab.press("Show it");
    await tab.shows("Your unsaved text is back.");
    await tab.press("Save in the draft");
    await tab.shows("Saved, together with what others changed");
    assert.deepEqual(await api("GET", "/v1/apps/moments/draft/rules/feed"), {id: "feed", match: ["/feed"], to: {screen: "Feed"}, priority: 2, note: "mine"});

    await tab.press("Settings");
    await tab.shows("Sites of the app");
    await until(() => tab.run("return document.querySelectorAll('.loading').length === 0"), "the screen is complete");
    const settings = await api("GET", "/v1/apps/moments/draft/settings");
    await api("PUT", "/v1/apps/moments/draft/settings", {...settings, schemes: [...settings.schemes, "qing"]});
    await tab.shows("changed this draft.");
    await tab.press("Overview");
    await tab.shows("Recent changes");
    await until(() => tab.run("return document.querySelectorAll('.loading').length === 0"), "the screen is complete");
    await put("third");
    await tab.shows("changed this draft.");
    await tab.press("Show it");
    await tab.shows("Draft: 4 changes");
    assert.deepEqual(browser.errors, []);
});

test("the editor has the history of its rule, and takes a version of it", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/rules/feed/edit");
    const put = more => api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "Feed"}, ...more});
    await put({note: "first"});
    await put({note: "second"});
    await tab.page.reload();
    await tab.press("History of this rule");
    await tab.shows("first → second");
    await tab.shows("Release 1");
    if (!noAxe) assert.deepEqual(await accessibility(tab), []);
    await tab.run("[...document.querySelectorAll('.history-list li')].find(item => item.textContent.includes('Release 1')).querySelector('button').click()");
    await tab.shows("This version is in the editor.");
    assert.equal(await tab.run("return control('Note').value"), "");
    assert.equal((await api("GET", "/v1/apps/moments/draft/rules/feed")).note, "second");
    await tab.press("Save in the draft");
    await tab.shows("Saved in the draft");
    assert.equal((await api("GET", "/v1/apps/moments/draft/rules/feed")).note, undefined);
    assert.deepEqual(browser.errors, []);
});

test("Ctrl-K finds releases, expectations, builds and settings, and tells what cannot be read", {skip}, async context => {
    const {tab, press, api, browser} = await opened(context, "/console/apps/moments/rules");
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "https://moments.example.com/feed", expect: {screen: "Feed"}}]});
    await api("PUT", "/v1/apps/moments/screens/ios/9.0.0", {screens: {Feed: []}});
    await tab.shows("11 rules");
    for (const [words, found, path] of [
        ["release 1", "first", "/console/apps/moments/releases/1"], ["moments.example.com/feed", "https://moments.example.com/feed", "/console/apps/moments/expectations"],
        ["ios 9", "ios 9.0.0", "/console/apps/moments/screens"], ["settings", "Settings", "/console/apps/moments/settings"],
    ]) {
        await tab.press("Find");
        await tab.enter("Find a screen, an app or a rule", words);
        await until(() => tab.run(`return document.querySelector("dialog.palette [role=option]")?.textContent.includes(${JSON.stringify(found)})`), `${words} is found`);
        await press("Enter");
        await until(() => tab.run(`return location.pathname === ${JSON.stringify(path)}`), path);
    }
    await tab.run("const {fetch} = window; window.fetch = (path, options) => path.includes('/expectations') ? Promise.reject(new TypeError('cut')) : fetch(path, options);");
    await tab.press("Find");
    await tab.shows("The server cannot be reached");
    assert.deepEqual(browser.errors, []);
});

for (const Browser of browsers) {
    test(`${Browser.name}: one tab of the browser asks for news, and tells the others`, {skip: missing}, async context => {
        const {tab, api, browser, base} = await opened(context, "/console/apps/moments/rules", Browser);
        await tab.shows("11 rules");
        await until(() => tab.run("return (await navigator.locks.query()).held.some(({name}) => name === 'waymark.news')"), "the first tab has the lock");
        const other = await Tab.open(browser, base);
        await other.go("/console/apps/moments/releases");
        await other.shows("History");
        await api("PUT", "/v1/apps/moments/draft/rules/news", {match: ["/news"], to: {screen: "News"}});
        await tab.shows("changed this draft.");
        await api("POST", "/v1/apps/moments/releases", {message: "news"});
        await other.shows("published, or moved a channel.");
        const asked = one => one.run("return performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/draft/settings')).length");
        assert.ok(await asked(tab) > 0);
        assert.equal(await asked(other), 0);
        await other.press("Show it");
        await other.shows("Live: 2");
        assert.deepEqual(browser.errors, []);
    });
}

/** How many event streams the server has. */
const streams = async ({api: request, base, token}) => {
    const text = await (await fetch(`${base}/metrics`, {headers: {Authorization: `Bearer ${token}`}})).text();
    return Number(/^waymark_event_streams_open (\d+)/m.exec(text)?.[1]);
};

test("a browser has one stream of changes for all its tabs, and does not ask while it is open", {skip}, async context => {
    const console = await opened(context, "/console/apps/moments/rules");
    const {tab, browser, base} = console;
    await tab.shows("11 rules");
    await until(async () => await streams(console) === 1, "the first tab has a stream");
    const other = await Tab.open(browser, base);
    await other.go("/console/apps/moments/rules");
    await other.shows("11 rules");
    const asked = () => tab.run("return performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/v1/apps/moments')).length");
    // Each tab asks for news at once and after each interval.
    const questions = () => tab.run("return globalThis.questions");
    await tab.run(`globalThis.questions = 0;
        new BroadcastChannel("waymark.news").onmessage = ({data}) => { if (data.want) globalThis.questions += 1; };`);
    await until(async () => await questions() >= 1, "the other tab asks the first one");
    const before = await asked();
    await until(async () => await questions() >= 2, "the other tab asks again");
    assert.equal(await asked(), before);
    assert.equal(await streams(console), 1);
    await tab.run(`await fetch("/v1/apps/moments/draft/rules", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({id: "mine", match: ["/mine"], to: {screen: "Mine"}})})`);
    await other.shows("admin changed this draft.");
    assert.deepEqual(browser.errors, []);
});

test("a browser without a place for its stream asks at intervals", {skip}, async context => {
    const console = await opened(context, "/console/sign-in", "--streams-per-address-max", "1");
    const {tab, api, browser, base, token} = console;
    const taken = new AbortController();
    context.after(() => taken.abort());
    assert.equal((await fetch(`${base}/v1/events`, {headers: {Authorization: `Bearer ${token}`}, signal: taken.signal})).status, 200);
    await tab.go("/console/apps/moments/rules");
    await tab.shows("11 rules");
    await api("POST", "/v1/apps/moments/draft/rules", {id: "other", match: ["/other"], to: {screen: "Other"}});
    await tab.shows("Another person changed this draft.");
    assert.equal(await streams(console), 1);
    assert.deepEqual(browser.errors, []);
});

test("news is compared with what the page shows, and an older one is none", () => {
    const news = {draft: '"r7"', channels: {production: 3, beta: 1}};
    for (const [known, expected] of [
        [{draft: '"r6"'}, "draft"], [{draft: '"r7"'}, undefined], [{draft: '"r10"'}, undefined], [{channels: {production: 2}}, "channels"], [{channels: {production: 3}}, undefined],
        [{channels: {production: 4}}, undefined], [{channels: {gone: 1}}, "channels"], [{draft: '"r7"', channels: {production: 2}}, "channels"], [{}, undefined],
    ]) assert.equal(newer(known, news), expected, JSON.stringify(known));
});

test("settings: a refusal has its place, two people merge, the way back", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/settings");
    const settings = () => api("GET", "/v1/apps/moments/draft/settings");
    await tab.enter("The app's own schemes", "moments\nrouter\nno scheme");
    await tab.press("Save in the draft");
    await tab.shows("Some of it is not valid yet");
    await tab.enter("The app's own schemes", "moments\nrouter\nqing");
    await api("PUT", "/v1/apps/moments/draft/settings", {...await settings(), destinations: ["https://moments.example.com", "moments://moments.example.com", "https://new.example"]});
    if (!noAxe) assert.deepEqual(await accessibility(tab), []);
    await tab.press("Save in the draft");
    await tab.shows("The settings are saved in the draft.");
    const stored = await settings();
    assert.ok(stored.schemes.includes("qing") && stored.destinations.includes("https://new.example"));
    await tab.press("Undo");
    await until(async () => !(await settings()).schemes.includes("qing"), "the scheme is gone again");
    assert.deepEqual(browser.errors, []);
});
