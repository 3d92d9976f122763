// Review and publish: what changes for people, who edited, and the ways back.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import en from "../../Sources/Server/Console/texts-en.mjs";
import zh from "../../Sources/Server/Console/texts-zh.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";
import {answering, notProving} from "./support/screens.mjs";

const review = "/console/apps/moments/review";
const news = {id: "news", match: ["/news"], to: {screen: "News"}, note: "<b>note</b>"};

async function opened(context, Browser) {
    const console = await start(context);
    await console.api("POST", "/v1/apps/moments/draft/rules", news);
    await console.api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "Feed2"}});
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go(review);
    await tab.signIn(console.token);
    await tab.shows("What changes for people");
    return {...console, browser, tab, live: async () => (await console.api("GET", "/v1/apps/moments/channels/production")).version};
}

test("rules for which nothing is proved are named beside what moves", {skip: missing || !Chromium.binary}, async context => {
    const {tab} = await opened(context, Chromium);
    await answering(tab, "draft/diff", notProving);
    await tab.press("Rules");
    await tab.press("Review");
    await tab.shows("Not proved for 2 rules: feed, help. Further addresses of them may lead elsewhere");
    await tab.shows("https://moments.example.com/news");
});

for (const Browser of browsers) {
    test(`${Browser.name}: review, publish, take it back, go forward again, put the draft back`, {skip: missing}, async context => {
        const {tab, api, live, browser} = await opened(context, Browser);
        await tab.shows("https://moments.example.com/news");
        await tab.shows("Feed2");
        await tab.shows("No errors and no warnings.");
        await tab.shows("Edited by");
        await tab.press("Publish 2 changes to production");
        await tab.press("The same with curl");
        await tab.shows(`If-Match: "r4"`);
        await tab.enter("Message", "news");
        await tab.press("Publish 2 changes to production");
        await tab.shows("Release 2 is live on production.");
        await tab.shows("Nothing to publish: the draft is what production serves.");
        assert.equal(await live(), 2);
        await tab.press("Undo");
        await tab.shows("Live: 1, although release 2 is newer.");
        await tab.shows("The draft is unchanged");
        assert.equal(await live(), 1);
        await tab.press("Go forward to release 2 again");
        await tab.press("Serve release 2");
        await tab.shows("Release 2 is live on production.");
        assert.equal(await live(), 2);

        await api("PUT", "/v1/apps/moments/channels/production", {version: 1});
        await tab.page.reload();
        await tab.press("Give up the edits of news");
        await tab.press("Give these edits up");
        await tab.shows("Publish 1 change to production");
        await tab.press("Undo");
        await tab.shows("Publish 2 changes to production");
        await tab.press("Give up the edits of news");
        await tab.press("Give these edits up");
        await tab.shows("Publish 1 change to production");
        await tab.press("Put the draft back to what is live");
        await tab.enter("To go on, type moments", "moments");
        await tab.press("Give these edits up");
        await tab.shows("The draft is what is live.");
        assert.ok(!(await api("GET", "/v1/apps/moments/draft")).rules.some(({id}) => id === "news"));
        assert.deepEqual(browser.errors, []);
    });
}

test("an edit after the review is not published with it", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, live, browser} = await opened(context, Chromium);
    await api("POST", "/v1/apps/moments/draft/rules", {id: "late", match: ["/late"], to: {screen: "Late"}});
    await tab.press("Publish 2 changes to production");
    await tab.enter("Message", "two");
    await tab.press("Publish 2 changes to production");
    await tab.shows("Another person changed this in the meantime");
    assert.equal(await live(), 1);
    assert.deepEqual(browser.errors, []);
});

test("an edit while the review is read is shown, for what is published may not be newer than what is shown", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await opened(context, Chromium);
    const {onEvent} = browser;
    let [held, isRead] = [undefined, false];
    browser.onEvent = event => {
        if (event.method !== "Fetch.requestPaused") return onEvent(event);
        const {requestId, request: {url}, responseStatusCode} = event.params;
        if (responseStatusCode !== undefined) isRead = true;
        else if (url.includes("/draft/summary") && !held) return held = requestId;
        return tab.page.send("Fetch.continueRequest", {requestId});
    };
    await tab.page.send("Fetch.enable", {patterns: [{urlPattern: "*/draft/summary*"}, {urlPattern: "*/draft/diff*", requestStage: "Response"}]});
    await tab.page.send("Page.reload");
    await until(() => held && isRead, "the difference was read, the summary was not");
    await api("POST", "/v1/apps/moments/draft/rules", {id: "late", match: ["/late"], to: {screen: "Late"}});
    await tab.page.send("Fetch.continueRequest", {requestId: held});
    await tab.shows("Publish 3 changes to production");
    await tab.shows("https://moments.example.com/late");
    await tab.page.send("Fetch.disable");
    assert.deepEqual(browser.errors, []);
});

for (const Browser of browsers) {
    test(`${Browser.name}: a publish after the channel has moved is refused, with both releases, and the message stays`, {skip: missing}, async context => {
        const {tab, api, live, browser} = await opened(context, Browser);
        await api("POST", "/v1/apps/moments/releases", {message: "release 2"});
        await api("POST", "/v1/apps/moments/draft/rules", {id: "late", match: ["/late"], to: {screen: "Late"}});
        await tab.page.reload();
        await tab.press("Publish 1 change to production");
        await tab.press("The same with curl");
        await tab.shows(`"base":2`);
        await tab.shows("--base 2");
        await tab.enter("Message", "late at last");
        await tab.enter("Notes", "asked for");
        await api("PUT", "/v1/apps/moments/channels/production", {version: 1});
        await tab.press("Publish 1 change to production");
        await tab.shows("Nothing was published: production has moved since you looked");
        await tab.shows("You looked at release 2, and production serves release 1 now.");
        assert.equal(await live(), 1);
        await tab.shows("Live: 1, although release 2 is newer.");
        const [compare] = await tab.run("return [...document.querySelectorAll('.notice-moved a')].map(one => one.getAttribute('href')).slice(-1)");
        assert.equal(compare, "/console/apps/moments/compare?from=2&to=1");
        assert.ok(await tab.run("return document.activeElement.matches('.notice-moved')"), "the focus is at what happened");
        await tab.press("Publish 3 changes to production");
        assert.deepEqual(await tab.run("return [control('Message').value, control('Notes').value]"), ["late at last", "asked for"]);
        await tab.press("Publish 3 changes to production");
        await tab.shows("Release 3 is live on production.");
        assert.equal(await live(), 3);
        assert.deepEqual(browser.errors, []);
    });
}

test("a channel that another person made since the review is not published to, in Chinese, too", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await opened(context, Chromium);
    await tab.run("localStorage.setItem('waymark.language', 'zh')");
    await tab.go(`${review}?channel=beta`);
    await tab.press("处改动发布到 beta");
    await tab.enter("说明", "beta");
    await api("PUT", "/v1/apps/moments/channels/beta", {version: 1, public: false});
    await tab.press("处改动发布到 beta");
    await tab.shows("未发布任何内容：您查看之后，beta 已被移动");
    await tab.shows("您查看时：没有版本；beta 现在：版本 1。");
    assert.equal((await api("GET", "/v1/apps/moments/releases")).releases.length, 1);
    await tab.press("处改动发布到 beta");
    assert.equal(await tab.run("return control('说明').value"), "beta");
    assert.deepEqual(browser.errors, []);
});

test("some rules are published, the others and the settings stay in the draft", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, live, browser} = await opened(context, Chromium);
    const {settings} = await api("GET", "/v1/apps/moments/draft");
    await api("PUT", "/v1/apps/moments/draft/settings", {...settings, destinations: [...settings.destinations ?? [], "https://new.example.com"]});
    await tab.page.reload();
    await tab.press("None");
    await tab.shows("Tick at least one rule.");
    await tab.enter("Publish news", true);
    assert.equal(await tab.run("return location.search"), "?only=news");
    await tab.page.reload();
    await tab.press("Publish 1 of 2 rules to production");
    await tab.shows("1 of 2 changed rules become release 2");
    await tab.press("The same with curl");
    await tab.shows(`"only":["news"]`);
    await tab.shows("--only news");
    await tab.enter("Message", "news only");
    await tab.press("Publish 1 change to production");
    await tab.shows("Release 2 is live on production.");
    assert.equal(await live(), 2);
    await tab.shows("Publish 2 changes to production");
    const body = await api("GET", "/v1/apps/moments/releases/2/rules");
    assert.ok(body.rules.some(({id}) => id === "news") && !JSON.stringify(body).includes("Feed2") && !JSON.stringify(body).includes("new.example.com"));
    assert.deepEqual(browser.errors, []);
});

test("a long list of changes is shown in parts, and rules of later parts are chosen, too", {skip: missing || !Chromium.binary}, async context => {
    const {api, base, token} = await start(context);
    const {settings, rules} = await api("GET", "/v1/apps/moments/draft");
    const added = Array.from({length: 230}, (_, index) => ({id: `added-${String(index).padStart(3, "0")}`, match: [`/added/${index}`], to: {screen: `Added${index}`}}));
    await api("PUT", "/v1/apps/moments/draft", {settings, rules: [...rules, ...added]});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go(review);
    await tab.signIn(token);
    // Two presses of one button while the rows before are drawn are one, and the order stays.
    const more = "[...document.querySelectorAll('.changes + .buttons button')]";
    await tab.shows("100 of 230 are shown.");
    await tab.run(`const [button] = ${more}; button.click(); button.click();`);
    const ids = () => tab.run("return [...document.querySelectorAll('.changes tbody th')].map(cell => cell.textContent)");
    await until(async () => (await ids()).length === 200, "the second part is there");
    await tab.shows("200 of 230 are shown.");
    await tab.run(`${more}[0].click()`);
    await until(async () => (await ids()).length === 230, "all parts are there");
    await tab.shows("230 of 230 are shown.");
    assert.deepEqual(await ids(), added.map(({id}) => id));
    assert.equal(await tab.run(`return ${more}.length`), 0);
    assert.equal(await tab.run("return document.activeElement.querySelector('th')?.textContent"), "added-200");
    await tab.enter("Publish added-229", false);
    await tab.shows("Publish 229 of 230 rules to production");
    assert.deepEqual(browser.errors, []);
});

test("errors and failed expectations block the button, and say so", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await opened(context, Chromium);
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "https://moments.example.com/feed", expect: {screen: "Feed"}}]});
    await tab.page.reload();
    await tab.shows("1 of 1 fails");
    await tab.shows("The check found 1 error. Correct it first.");
    assert.ok(await tab.run("return find('button', 'Publish 2 changes to production').disabled"));
    assert.deepEqual(browser.errors, []);
});

test("findings and errors are explained in Chinese, with the server's own words below", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await opened(context, Chromium);
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "https://moments.example.com/feed", expect: {screen: "Feed"}}]});
    const {findings: [{detail}]} = await api("POST", "/v1/apps/moments/draft/check");
    const [words] = detail.split("\n");
    await tab.page.reload();
    await tab.shows(words);
    assert.ok(!(await tab.text()).includes(en["finding.means.expectation-failed"]), "in English the server's own words are enough");
    await tab.run("localStorage.setItem('waymark.language', 'zh')");
    await tab.page.reload();
    for (const kind of ["means", "todo"]) await tab.shows(zh[`finding.${kind}.expectation-failed`]);
    await tab.shows(`${zh["finding.server"]} ${words}`);
    assert.ok(await tab.run("return document.querySelector('.finding :lang(en)') !== null"), "the language of the server's words is told");
    if (!noAxe) assert.deepEqual(await accessibility(tab), []);

    await tab.go("/console/apps/moments/rules/feed/edit");
    await until(() => tab.run("return Boolean(document.querySelector('[data-pointer=\"/match/0\"]'))"), "the form is there");
    await tab.enter("地址 1", "/feed/(x");
    await tab.shows(zh["finding.means.syntax"]);
    await tab.shows("never closed");
    assert.deepEqual(browser.errors, []);
});

test("more than half of the rules leave only after the app's name was typed", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, live, browser} = await opened(context, Chromium);
    const {settings} = await api("GET", "/v1/apps/moments/draft");
    await api("PUT", "/v1/apps/moments/draft", {settings, rules: [news]});
    await tab.page.reload();
    await tab.press("Publish 12 changes to production");
    await tab.shows("11 of 11 rules would be gone.");
    await tab.enter("Message", "the end");
    assert.ok(await tab.run("return find('button', 'Publish 12 changes').disabled"));
    await tab.enter("To go on, type moments", "moments");
    await tab.press("Publish 12 changes to production");
    await tab.shows("Release 2 is live on production.");
    assert.equal(await live(), 2);
    assert.deepEqual(browser.errors, []);
});

test("an editor may look but not publish, and is told", {skip: missing || !Chromium.binary}, async context => {
    const {api, base} = await start(context);
    await api("POST", "/v1/apps/moments/draft/rules", news);
    const {token} = await api("POST", "/v1/tokens", {name: "editor", role: "editor", apps: ["moments"]});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go(review);
    await tab.signIn(token);
    await tab.shows("To publish needs the role of a publisher.");
    assert.ok(!await tab.run("return Boolean(find('button', 'Publish'))"));
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in the review and its dialog, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab, api} = await opened(context, Chromium);
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Publish 2 changes to production");
    assert.deepEqual(await accessibility(tab), []);
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "https://moments.example.com/feed", expect: {screen: "Feed"}}]});
    await tab.go(review);
    await tab.shows("1 of 1 fails");
    await until(() => tab.run("return document.querySelector('.bar .live')"), "the line above is complete");
    assert.deepEqual(await accessibility(tab), []);
});
