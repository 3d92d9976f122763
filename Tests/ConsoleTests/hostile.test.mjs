// Texts of people and of other programs that look like HTML, templates or controls: each screen shows them as text.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Tab, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

/** An element with a script, the end of an attribute, a placeholder of texts, letters that turn the direction. */
const harm = "<img src=x onerror=\"globalThis.harmed=1\">'{name}${1}\u202e</td><b>b</b>";
const short = "<b>b</b>";
const address = "https://moments.example.com/feed?a=<img%20src=x%20onerror=alert(1)>";

/** Puts the texts wherever the server takes them; returns the addresses of all screens, each with a text that it must show. */
async function fill({api}) {
    const app = "/v1/apps/moments";
    await api("PATCH", app, {title: harm});
    await api("POST", `${app}/draft/rules`, {id: "harm", match: ["/harm/<b>:x"], to: {screen: harm, parameters: {b: harm}}, note: harm});
    await api("POST", `${app}/draft/rules`, {id: "never", match: ["/never"], to: {block: harm}});
    await api("POST", `${app}/releases`, {message: harm, notes: harm});
    await api("PUT", `${app}/draft/rules/never`, {match: ["/never"], to: {block: `${harm} again`}, note: harm});
    await api("PUT", `${app}/expectations`, {expectations: [{url: address, context: {attributes: {a: harm}}, expect: {screen: harm}}]});
    await api("PUT", `${app}/screens/ios/${encodeURIComponent("7.4.0")}`, {screens: {[harm]: []}});
    await api("POST", "/v1/tokens", {name: harm, role: "viewer"});
    const {audit: [{sequence}]} = await api("GET", "/v1/audit?limit=1");
    const path = "/console/apps/moments";
    return [
        ["/console/", harm], ["/console/access", harm], ["/console/audit", harm], [`/console/audit/${sequence}`, harm], ["/console/system", undefined],
        [`${path}/rules`, harm], [`${path}/rules?q=${encodeURIComponent(harm)}`, undefined], [`${path}/rules/never/edit`, harm], [`${path}/rules/never/edit?view=json`, "b</b>"],
        [`${path}/new-rule?from=never`, undefined], [`${path}/import`, undefined], [`${path}/review`, harm], [`${path}/review?channel=${encodeURIComponent(short)}`, undefined],
        [`${path}/settings`, undefined], [`${path}/releases`, harm], [`${path}/releases/2`, harm], [`${path}/compare?from=1&to=2`, harm], [`${path}/expectations`, harm],
        [`${path}/screens`, undefined], [`${path}/audit`, undefined],
        [`${path}/try?${new URLSearchParams({url: `${address}\n${harm}`, for: `attributes.a=${short} ${harm}`, with: "draft"})}`, short],
        [`/console/apps/${encodeURIComponent(harm)}/rules`, undefined], [`/console/${encodeURIComponent(harm)}`, undefined],
    ];
}

for (const Browser of browsers) {
    test(`${Browser.name}: hostile texts are shown as text on every screen, in dialogs and in the palette`, {skip: missing, timeout: 300_000}, async context => {
        const console = await start(context);
        const screens = await fill(console);
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, console.base);
        await tab.go("/console/");
        await tab.signIn(console.token);
        const isText = async name => {
            const found = await tab.run("return [...document.body.querySelectorAll('img, b, script, iframe, object, a[href^=javascript]')].map(element => element.outerHTML)");
            assert.deepEqual(found, [], name);
            assert.equal(await tab.run("return globalThis.harmed ?? null"), null, name);
        };
        for (const [path, text] of screens) {
            await tab.go(path);
            await until(() => tab.run("return Boolean(document.querySelector('h1, [role=alert]')) && document.querySelectorAll('.loading').length === 0"), `${path} is complete`);
            if (text) {
                await until(() => tab.run(`return (document.body.textContent + [...document.querySelectorAll("input, textarea")].map(field => field.value).join()).includes(${JSON.stringify(text)})`), `${path} shows the text`);
            }
            await isText(path);
        }
        await console.api("PUT", "/v1/apps/moments/expectations", {expectations: []});
        await console.api("DELETE", "/v1/apps/moments/screens/ios/7.4.0");
        await tab.go("/console/apps/moments/review");
        await tab.shows("Publish 1 change to production");
        await tab.press("Publish 1 change to production");
        await tab.enter("Message", harm);
        await tab.press("The same with curl");
        await tab.shows("onerror");
        await isText("the dialog of a publish");
        await tab.go("/console/access");
        await tab.press(`Revoke ${harm}`);
        await until(() => tab.run(`return document.querySelector("dialog")?.textContent.includes(${JSON.stringify(`To go on, type ${harm}`)})`), "the name is in the dialog");
        await isText("the dialog of a token");
        assert.deepEqual(browser.errors, []);
    });
}
