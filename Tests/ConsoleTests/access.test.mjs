// Access: tokens are made, shown once, rotated and revoked; a person who may not see them is told so.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

const hostile = "<b onclick=alert(1)>\u202eshop</b>";

async function signedIn(context, Browser, token) {
    const console = await start(context);
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go("/console/access");
    await tab.signIn(token ? await token(console) : console.token);
    return {...console, browser, tab};
}

const whoIs = (base, secret) => fetch(`${base}/v1/whoami`, {headers: {Authorization: `Bearer ${secret}`}});
const secretIn = tab => tab.run("return document.querySelector('dialog input[readonly]').value");

for (const Browser of browsers) {
    test(`${Browser.name}: a token is made, rotated and revoked; its secret is shown once`, {skip: missing}, async context => {
        const {tab, browser, server, api} = await signedIn(context, Browser);
        await tab.shows("Tokens");
        await tab.press("Create a token");
        await tab.enter("Name", hostile);
        await tab.enter("Role", "editor");
        await tab.enter("Apps", "moments");
        await tab.press("The same with curl");
        await tab.shows("--role editor --app moments");
        await tab.press("Create a token");
        await tab.shows("It is shown this once");
        const first = await secretIn(tab);
        assert.deepEqual((await (await whoIs(server.base, first)).json()).apps, ["moments"]);
        await tab.press("Close");
        await tab.shows("shop</b>");
        assert.equal(await tab.run(`return document.documentElement.innerHTML.includes(${JSON.stringify(first)})`), false);
        assert.equal(await tab.run("return document.querySelectorAll('main b').length"), 0);

        await tab.press(`Rotate ${hostile}`);
        await tab.enter("Seconds for which the old secret stays valid", "0");
        await tab.press("Rotate");
        await tab.shows("It is shown this once");
        const second = await secretIn(tab);
        assert.equal((await whoIs(server.base, first)).status, 401);
        assert.equal((await whoIs(server.base, second)).status, 200);
        await tab.press("Close");

        await tab.press(`Revoke ${hostile}`);
        await tab.enter(`To go on, type ${hostile}`, "shop");
        assert.equal(await tab.run("return find('button', 'Revoke').disabled"), true);
        await tab.enter(`To go on, type ${hostile}`, hostile);
        await tab.press("Revoke");
        await until(async () => (await whoIs(server.base, second)).status === 401, "the token is revoked");
        assert.equal((await api("GET", "/v1/tokens")).tokens.length, 1);
        assert.deepEqual(browser.errors, []);
    });
}

test("an editor sees no tokens, and is told why", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser} = await signedIn(context, Chromium, async ({api}) => (await api("POST", "/v1/tokens", {name: "team", role: "editor"})).token);
    await tab.shows("Only administrators may see tokens.");
    assert.doesNotMatch(await tab.text(), /Create a token/);
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in the tokens and their dialogs, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab, api} = await signedIn(context, Chromium);
    await api("POST", "/v1/tokens", {name: "build server", role: "editor", apps: ["moments"], expiresAt: "2100-01-01T00:00:00Z"});
    await tab.go("/console/access");
    await tab.shows("build server");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Revoke build server");
    assert.deepEqual(await accessibility(tab), []);
});
