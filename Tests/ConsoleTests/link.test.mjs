// Why a link does not open: the screen asks for a phone, shows each surface, and says what to do.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

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
    test(`${Browser.name}: a link is explained for a phone, by production and by the draft`, {skip: missing}, async context => {
        const {tab, browser} = await signedIn(context, Browser, "/console/apps/moments/link");
        await tab.press("Why?");
        await tab.enter("Address", "https://moments.example.com/feed");
        await tab.enter("Version of the app", "9.0");
        await tab.press("Why?");
        await tab.shows("the system's file is wrong");
        await tab.shows("apple-app-site-association is absent");
        await tab.shows("shows the screen");
        await tab.shows("By release 1.");
        await tab.shows("What to do:");
        await tab.enter("Tapped in", "qq");
        await tab.enter("Rules and files", "draft");
        await tab.press("Why?");
        await tab.shows("By the draft.");
        await tab.shows("the web view of qq keeps links");
        await tab.enter("Version of the app", "v9");
        await tab.press("Why?");
        await tab.shows("v9 is not a version");
        assert.deepEqual(browser.errors.filter(text => !text.includes("422")), []);
    });
}

test("a shared address asks at once, and the screen has no faults of accessibility", {skip: missing || !Chromium.binary || noAxe}, async context => {
    const {tab} = await signedIn(context, Chromium, "/console/apps/moments/link?address=https%3A%2F%2Fmoments.example.com%2Fnothing&os=android");
    await tab.shows("no rule matches");
    assert.deepEqual(await accessibility(tab), []);
});
