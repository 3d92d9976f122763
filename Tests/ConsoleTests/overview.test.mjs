// Sign-in, the frame and the overview, in each browser.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

/** Names that would do harm if they were taken as HTML. */
const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\"'&";

for (const Browser of browsers) {
    test(`${Browser.name}: sign-in, overview, a new app, a session that ends, sign-out`, {skip: missing}, async context => {
        const console = await start(context);
        const {base, token, api} = console;
        await api("POST", "/v1/apps", {app: "hostile", title: hostile});
        await api("POST", "/v1/apps/moments/draft/rules", {id: "news", match: ["/news"], to: {screen: "News"}});
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go("/console/");
        await tab.enter("Token", "wmk_wrong_wrong_wrong_wrong");
        await tab.press("Sign in");
        await tab.shows("This link or token is not valid");
        await tab.signIn(token);
        await tab.shows("Draft: 1 change not published");
        await tab.shows("Live: 1");
        await until(() => tab.run(`return document.body.textContent.includes(${JSON.stringify(hostile)})`), "the hostile title is shown as text");
        await tab.shows("Added a rule");
        assert.equal(await tab.run("return document.images.length + document.body.querySelectorAll('script').length"), 0);
        assert.match(await tab.run("return document.title"), /^Overview · Waymark$/);
        assert.deepEqual(await tab.run("return [...Object.keys(localStorage), ...Object.keys(sessionStorage)]"), [], "the page keeps no token");

        await tab.press("Create an app");
        await tab.enter("Name", "moments");
        await tab.press("The same with curl");
        await tab.shows(`-d '{"app":"moments"}'`);
        await tab.press("Create an app");
        await tab.shows("This name is in use");
        await tab.enter("Name", "books");
        await tab.pressAfter(console.endSessions, "Create an app");
        await tab.shows("Your session has ended");
        await tab.signIn(token);
        await until(async () => (await api("GET", "/v1/apps")).apps.some(({app}) => app === "books"), "the app is made after the sign-in");

        await tab.go("/console/no/such/screen");
        await tab.shows("There is no such page");
        await tab.press("Back to the overview");
        await tab.shows("3 apps");
        await tab.press("Sign out");
        await tab.shows("It is sent once and not kept");
        assert.deepEqual(browser.errors, []);
    });
}

test("a viewer of one app is offered no more, and told why", {skip: missing || !Chromium.binary}, async context => {
    const {base, api} = await start(context);
    const {token} = await api("POST", "/v1/tokens", {name: "marketing", role: "viewer", apps: ["moments"]});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/");
    await tab.signIn(token);
    await tab.shows("Only administrators may see who changed what.");
    assert.doesNotMatch(await tab.text(), /Create an app/);
    assert.deepEqual(browser.errors, []);
});

for (const Browser of browsers) {
    test(`${Browser.name}: a server that cannot be reached is said, and the page goes on when it is back`, {skip: missing}, async context => {
        const {base, token, server} = await start(context);
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go("/console/");
        await tab.signIn(token);
        await tab.shows("Live: 1");
        await server.kill();
        await tab.press("Overview");
        await tab.shows("The server cannot be reached");
        await server.run();
        await tab.press("Try again");
        await tab.shows("Live: 1");
        assert.deepEqual(browser.errors, []);
    });

    test(`${Browser.name}: offline, the page says so, keeps what is entered, and goes on with the network`, {skip: missing}, async context => {
        const {base, token, api} = await start(context);
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go("/console/apps/moments/rules/feed/edit");
        await tab.signIn(token);
        await tab.enter("Note", "written offline");
        await tab.page.setOffline(true);
        assert.equal(await tab.run("return navigator.onLine"), false);
        await tab.press("Save in the draft");
        await tab.shows("The server cannot be reached");
        await tab.press("Overview");
        await until(() => tab.run("return location.pathname === '/console/' && document.querySelector('main').innerText.includes('The server cannot be reached')"), "the other screen says so, too");
        await tab.page.setOffline(false);
        await tab.press("Try again");
        await tab.shows("Live: 1");
        await tab.go("/console/apps/moments/rules/feed/edit");
        await tab.shows("Your unsaved text is back.");
        await tab.press("Save in the draft");
        await tab.shows("Saved in the draft");
        assert.equal((await api("GET", "/v1/apps/moments/draft/rules/feed")).note, "written offline");
        assert.deepEqual(browser.errors, []);
    });
}

test("the overview tells how many clients watch a channel, and which of them have its release", {skip: missing || !Chromium.binary}, async context => {
    const {base, token, server, api} = await start(context);
    const {digest} = await server.head();
    const stream = new AbortController();
    // The variable keeps the answer: Node ends the stream of an answer that it collects as garbage.
    const watching = await fetch(`${base}/v1/apps/moments/events`, {signal: stream.signal});
    for (const known of [undefined, digest, digest, digest]) await fetch(`${base}/v1/apps/moments/rules`, {cache: "no-store", headers: known ? {"If-None-Match": `"${known}"`} : {}});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/");
    await tab.signIn(token);
    const cellOf = label => tab.run(`return document.querySelector('td[data-label=${JSON.stringify(label)}]')?.innerText ?? ""`);
    // A head and a stream were asked for, too, by clients that did not download.
    await until(async () => /^83/.test(await cellOf("Clients up to date")), "five of six answers went to clients that have the release");
    assert.equal(await cellOf("Watching now"), "1");
    assert.match(await tab.run("return document.querySelector('svg.spark').getAttribute('aria-label')"), /1 in all/);
    assert.equal(watching.status, 200);
    stream.abort();
    await until(async () => (await api("GET", "/v1/apps/moments/adoption")).watchers[0].count === 0, "the client that left is not counted any more");
    await tab.go("/console/");
    await until(async () => await cellOf("Watching now") === "0", "the page shows none");
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in the sign-in and the overview, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {base, token, api} = await start(context);
    await api("POST", "/v1/apps/moments/draft/rules", {id: "news", match: ["/news"], to: {redirect: "https://moments.example.com/none"}});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/");
    await tab.shows("It is sent once");
    assert.deepEqual(await accessibility(tab), []);
    await tab.signIn(token);
    await tab.shows("1 warning");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Create an app");
    assert.deepEqual(await accessibility(tab), []);
});

for (const Browser of browsers) {
    test(`${Browser.name}: a sign-in link signs in once, and its code leaves the address`, {skip: missing}, async context => {
        const {base, server} = await start(context);
        const [path] = /\/console\/#\S+/.exec(server.command("console"));
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go(path);
        await tab.shows("Recent changes");
        await tab.shows("Signed in to the console");
        assert.equal(await tab.run("return location.href"), `${base}/console/`);
        await tab.press("Sign out");
        await tab.shows("It is sent once and not kept");
        await tab.go(`/console/?again${path.slice("/console/".length)}`);
        await tab.shows("This link or token is not valid");
        assert.deepEqual(browser.errors, []);
    });

    test(`${Browser.name}: a sign-in link asks a person who is signed in, and is not used before`, {skip: missing}, async context => {
        const {base, token, api} = await start(context);
        const {token: other} = await api("POST", "/v1/tokens", {name: "<b>editor</b>", role: "editor"});
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go("/console/");
        await tab.signIn(token);
        await tab.shows("Recent changes");
        const answer = await fetch(`${base}/v1/sign-in-links`, {method: "POST", headers: {Authorization: `Bearer ${other}`}});
        const path = (await answer.json()).path.slice("/console/".length);
        await tab.run(`setTimeout(() => { location.hash = ${JSON.stringify(path)}; }, 50)`);
        await tab.shows("Use this sign-in link?");
        assert.equal(await tab.run("return location.href"), `${base}/console/`);
        await tab.press("Stay signed in as");
        await tab.shows("Recent changes");
        await tab.run(`setTimeout(() => { location.hash = ${JSON.stringify(path)}; }, 50)`);
        await tab.shows("Use this sign-in link?");
        await tab.press("Use the link");
        await tab.shows("Recent changes");
        await tab.shows("<b>editor</b>");
        assert.equal((await api("GET", "/v1/sessions")).sessions.length, 1);
        await tab.run(`setTimeout(() => { location.hash = ${JSON.stringify(path)}; }, 50)`);
        await tab.shows("Use this sign-in link?");
        await tab.press("Use the link");
        await tab.shows("This link or token is not valid");
        await tab.press("Stay signed in as <b>editor</b>");
        await tab.shows("Recent changes");
        assert.deepEqual(browser.errors, []);
    });
}
