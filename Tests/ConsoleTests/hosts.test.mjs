// Hosts: given to an app, moved, removed; what each serves; who may see them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

const host = "go.moments.example";
const surfaces = {[host]: {apple: [{appID: "ABCDE12345.example.moments"}], web: "https://www.moments.example/"}};

async function signedIn(context, Browser, prepare) {
    const console = await start(context);
    const token = await prepare?.(console) ?? console.token;
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go("/console/hosts");
    await tab.signIn(token);
    return {...console, browser, tab};
}

/** Publishes a release that serves files at the host. */
async function publish(api) {
    await api("PUT", `/v1/hosts/${host}`, {app: "moments"});
    const settings = await api("GET", "/v1/apps/moments/draft/settings");
    await api("PUT", "/v1/apps/moments/draft/settings", {...settings, origins: [...settings.origins, `https://${host}`], surfaces});
    await api("POST", "/v1/apps/moments/releases", {message: "links"});
}

for (const Browser of browsers) {
    test(`${Browser.name}: a host is added, moved and removed, and what it serves is told`, {skip: missing}, async context => {
        const {tab, browser, api} = await signedIn(context, Browser, async ({api}) => { await api("POST", "/v1/apps", {app: "books"}); });
        const owner = async () => (await api("GET", "/v1/hosts")).hosts.map(one => `${one.host} ${one.app}`).join();
        await tab.shows("No hosts yet");
        await tab.press("Add a host");
        await tab.enter("Host", "Go.Moments.example");
        await tab.press("Add a host");
        await tab.shows("Go.Moments.example is not the name of a host");
        await tab.enter("Host", host);
        await tab.enter("App", "moments");
        await tab.press("The same with curl");
        await tab.shows(`waymark host put ${host} moments`);
        await tab.press("Add a host");
        await tab.shows("the settings of release 1 do not name the host");
        assert.equal(await owner(), `${host} moments`);
        await publish(api);
        await tab.go("/console/hosts");
        await tab.shows("ABCDE12345.example.moments");
        await tab.shows("https://www.moments.example/");
        const address = await tab.run("return find('a', 'File for iOS').href");
        assert.equal(address, `https://${host}/.well-known/apple-app-site-association`);
        assert.doesNotMatch(await tab.text(), /File for Android/);

        await tab.press(`Move ${host} to another app`);
        await tab.enter("App", "books");
        await api("PUT", `/v1/hosts/${host}`, {app: "moments"});
        await tab.press("Move");
        await tab.shows("Another person changed this in the meantime");
        assert.equal(await owner(), `${host} moments`);
        await tab.press("Cancel");
        await tab.press(`Move ${host} to another app`);
        await tab.enter("App", "books");
        await tab.press("Move");
        await tab.shows("the app has no public release");
        assert.equal(await owner(), `${host} books`);

        await tab.press(`Remove ${host}`);
        await tab.enter(`To go on, type ${host}`, host);
        await tab.press("Remove");
        await tab.shows("No hosts yet");
        assert.equal(await owner(), "");
        await tab.go("/console/audit");
        await tab.shows("Took a host from the app");
        assert.deepEqual(browser.errors, []);
    });
}

test("who may see no hosts is not offered the screen, and is told why at its address", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser} = await signedIn(context, Chromium, async ({api}) => (await api("POST", "/v1/tokens", {name: "team", role: "editor"})).token);
    await tab.shows("Only administrators of all apps may see hosts.");
    assert.equal(await tab.run("return Boolean(document.querySelector('nav a[href=\"/console/hosts\"]'))"), false);
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in hosts and their dialogs, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab} = await signedIn(context, Chromium, async ({api}) => {
        await publish(api);
        await api("PUT", "/v1/hosts/other.moments.example", {app: "moments"});
    });
    await tab.shows("File for iOS");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Add a host");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Cancel");
    await tab.press(`Remove ${host}`);
    await until(() => tab.run("return document.querySelector('dialog') !== null"), "the dialog is there");
    assert.deepEqual(await accessibility(tab), []);
});
