// Expectations and screens of builds: stored, run, and what breaks where.
import assert from "node:assert/strict";
import {test} from "node:test";
import {contextLine, readContext} from "../../Sources/Console/contexts.mjs";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, browsers, launch, noAxe, start, until} from "./support/console.mjs";

const feed = "https://moments.example.com/feed";

async function signedIn(context, Browser, path, prepare) {
    const console = await start(context);
    await prepare?.(console);
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(console.token);
    return {...console, browser, tab};
}

for (const Browser of browsers) {
    test(`${Browser.name}: an expectation is added, fails, is changed and removed; the screens of a build are stored`, {skip: missing}, async context => {
        const {tab, browser, api} = await signedIn(context, Browser, "/console/apps/moments/expectations");
        const stored = async () => (await api("GET", "/v1/apps/moments/expectations")).expectations;
        await tab.press("Add an expectation");
        await tab.enter("Address", feed);
        await tab.enter("For whom", "platform=android");
        await tab.enter("Screen, address or reason", "<i>Other");
        await tab.press("Store");
        await tab.shows("1 of 1 fails");
        await tab.shows("leads to screen Feed, expected screen <i>Other");
        await tab.press(`Change the expectation for ${feed}`);
        await tab.enter("Screen, address or reason", "Feed");
        await tab.press("Store");
        await tab.shows("It holds.");
        assert.deepEqual(await stored(), [{url: feed, context: {platform: "android"}, expect: {screen: "Feed"}}]);
        await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: feed, context: {platform: "android"}, expect: {screen: "Timeline"}}]});
        await tab.press(`Remove the expectation for ${feed}`);
        await tab.press("Remove");
        await tab.shows("Two people changed this");
        assert.equal((await stored()).length, 1, "nothing is removed before the person decides");
        await tab.press("Cancel");

        await tab.go("/console/apps/moments/screens");
        await tab.press("Add a build");
        await tab.enter("Platform", "ios");
        await tab.enter("App version", "9.0.0");
        await tab.enter("Screens and their parameters (JSON)", "{");
        await tab.press("Store");
        await tab.shows("This is no JSON yet.");
        await tab.enter("Screens and their parameters (JSON)", `{"Feed": [], "NewFeed": ["tab?"]}`);
        await tab.press("Store");
        await tab.shows("2 screens");
        await tab.shows("MomentDetail");
        await tab.press("2 screens");
        await tab.shows("tab?");
        await tab.press("Remove ios 9.0.0");
        await tab.enter("To go on, type 9.0.0", "9.0.0");
        await tab.press("Remove");
        await until(async () => (await api("GET", "/v1/apps/moments/screens")).screens.length === 0, "the build is removed");
        assert.deepEqual(browser.errors, []);
    });
}

test("what is entered in a dialog stays over a reload, and what is stored can be undone", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/expectations");
    const stored = async () => (await api("GET", "/v1/apps/moments/expectations")).expectations;
    await tab.press("Add an expectation");
    await tab.enter("Address", feed);
    await tab.enter("Screen, address or reason", "Feed");
    await tab.page.reload();
    await tab.press("Add an expectation");
    await tab.shows("Your unsaved text is back.");
    await tab.press("Store");
    await tab.shows("It holds.");
    assert.deepEqual(await stored(), [{url: feed, expect: {screen: "Feed"}}]);
    await tab.press("Undo");
    await until(async () => (await stored()).length === 0, "the expectation is gone again");
    await tab.press("Add an expectation");
    assert.doesNotMatch(await tab.text(), /unsaved text is back/);
    await tab.enter("Address", feed);
    await tab.press("Cancel");
    await tab.press("Add an expectation");
    await tab.press("Give it up");
    await tab.press("Cancel");
    await tab.press("Add an expectation");
    assert.doesNotMatch(await tab.text(), /unsaved text is back/);

    await tab.go("/console/apps/moments/screens");
    await tab.press("Add a build");
    await tab.enter("Platform", "ios");
    await tab.enter("App version", "9.0.0");
    await tab.enter("Screens and their parameters (JSON)", `{"Feed": []}`);
    await tab.press("Store");
    await tab.shows("1 screen");
    await tab.press("Undo");
    await until(async () => (await api("GET", "/v1/apps/moments/screens")).screens.length === 0, "the build is gone again");
    assert.deepEqual(browser.errors, []);
});

test("two people change the screens of a build: their changes merge, or one decides, and nothing is lost", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/screens/ios/9.0.0";
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/screens", ({api}) => api("PUT", path, {screens: {Feed: []}}));
    const stored = async () => (await api("GET", "/v1/apps/moments/screens")).screens[0]?.screens;
    const enter = screens => tab.enter("Screens and their parameters (JSON)", JSON.stringify(screens));
    await tab.press("Change the screens of ios 9.0.0");
    await enter({Feed: [], Mine: []});
    await api("PUT", path, {screens: {Feed: [], Theirs: []}});
    await tab.press("Store");
    await tab.shows("3 screens");
    assert.deepEqual(await stored(), {Feed: [], Mine: [], Theirs: []});

    await tab.press("Change the screens of ios 9.0.0");
    await enter({Feed: ["mine"]});
    await api("PUT", path, {screens: {Feed: ["theirs"], Mine: [], Theirs: []}});
    await tab.press("Store");
    await tab.shows("Two people changed this");
    assert.deepEqual((await stored()).Feed, ["theirs"], "nothing is stored before the person decides");
    await tab.press("Save with these");
    await tab.shows("1 screen");
    assert.deepEqual(await stored(), {Feed: ["mine"]});

    await tab.press("Remove ios 9.0.0");
    await tab.enter("To go on, type 9.0.0", "9.0.0");
    await api("PUT", path, {screens: {Feed: ["theirs"]}});
    await tab.press("Remove");
    await tab.shows("Another person has changed these screens.");
    assert.deepEqual(await stored(), {Feed: ["theirs"]});
    assert.deepEqual(browser.errors, []);
});

test("a write between the console's look and its own is not lost: the server compares the tag that was read", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/screens/ios/9.0.0";
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/screens", ({api}) => api("PUT", path, {screens: {Feed: []}}));
    const stored = async () => (await api("GET", path)).screens;
    await tab.press("Change the screens of ios 9.0.0");
    await tab.enter("Screens and their parameters (JSON)", JSON.stringify({Feed: [], Mine: []}));
    // The write of the other person comes when the console's request is already under way.
    await tab.run(`
        const fetched = window.fetch;
        window.fetch = async (target, options) => {
            if (options?.method === "PUT") {
                window.fetch = fetched;
                await fetched(target, {...options, headers: {"Content-Type": "application/json"}, body: JSON.stringify({screens: {Feed: [], Theirs: []}})});
            }
            return fetched(target, options);
        };`);
    await tab.press("Store");
    await tab.shows("3 screens");
    assert.deepEqual(await stored(), {Feed: [], Mine: [], Theirs: []});
    await tab.press("Undo");
    await until(async () => Object.keys(await stored()).length === 2, "only the person's own change goes back");
    assert.deepEqual(await stored(), {Feed: [], Theirs: []});
    assert.deepEqual(browser.errors, []);
});

test("a text that is put back merges with what another person stored since, or both texts are shown", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/screens/ios/9.0.0";
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/screens", ({api}) => api("PUT", path, {screens: {Feed: []}}));
    const label = "Screens and their parameters (JSON)";
    const text = () => tab.run(`return control(${JSON.stringify(label)}).value`);
    const edit = async (mine, theirs) => {
        await tab.press("Change the screens of ios 9.0.0");
        await tab.enter(label, JSON.stringify(mine));
        await api("PUT", path, {screens: theirs});
        await tab.page.reload();
        await tab.press("Change the screens of ios 9.0.0");
        await tab.shows("Your unsaved text is back");
    };
    await edit({Feed: [], Mine: []}, {Feed: [], Theirs: []});
    assert.deepEqual(JSON.parse(await text()), {Feed: [], Mine: [], Theirs: []});
    await tab.press("Give it up");
    await tab.press("Cancel");

    await edit({Feed: ["mine"], Theirs: []}, {Feed: ["theirs"], Theirs: []});
    await tab.shows("Another person has changed this since");
    assert.deepEqual(JSON.parse(await text()), {Feed: ["mine"], Theirs: []});
    await tab.press("Take what is stored");
    assert.deepEqual(JSON.parse(await text()), {Feed: ["theirs"], Theirs: []});
    await tab.press("Store");
    await tab.shows("2 screens");
    assert.deepEqual((await api("GET", path)).screens, {Feed: ["theirs"], Theirs: []});
    assert.deepEqual(browser.errors, []);
});

test("a text that is put back keeps what another person has changed since, and is shown to no other person", {skip: missing || !Chromium.binary}, async context => {
    const one = value => ({url: feed, context: {platform: "android"}, expect: {screen: value}});
    const {tab, api} = await signedIn(context, Chromium, "/console/apps/moments/expectations",
        ({api}) => api("PUT", "/v1/apps/moments/expectations", {expectations: [one("Feed")]}));
    const open = () => tab.press(`Change the expectation for ${feed}`);
    const field = label => tab.run(`return control(${JSON.stringify(label)}).value`);
    await open();
    await tab.enter("For whom", "platform=ios");
    await tab.press("Cancel");
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [one("Timeline")]});
    await tab.go("/console/apps/moments/expectations");
    await open();
    await tab.shows("Your unsaved text is back");
    assert.equal(await field("For whom"), "platform=ios");
    assert.equal(await field("Screen, address or reason"), "Timeline");
    await tab.press("Cancel");

    const {token} = await api("POST", "/v1/tokens", {name: "Eva", role: "editor"});
    await tab.press("Sign out");
    await tab.shows("It is sent once");
    await tab.signIn(token);
    await tab.go("/console/apps/moments/expectations");
    await open();
    assert.equal(await field("For whom"), "platform=android");
});

test("axe-core finds nothing in expectations and screens, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab} = await signedIn(context, Chromium, "/console/apps/moments/expectations", async ({api}) => {
        await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: feed, expect: {unmatched: true}}]});
        await api("PUT", "/v1/apps/moments/screens/ios/9.0.0", {screens: {Feed: []}});
    });
    await tab.shows("Why it fails");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Add an expectation");
    assert.deepEqual(await accessibility(tab), []);
    await tab.go("/console/apps/moments/screens");
    await tab.shows("What breaks where");
    assert.deepEqual(await accessibility(tab), []);
});

test("a context becomes its line, and the line the same context", () => {
    for (const context of [{}, {platform: "ios", signedIn: true}, {attributes: {group: "a \"b\" c"}, region: "CN"}]) {
        assert.deepEqual(readContext(contextLine(context)).context, context);
    }
});
