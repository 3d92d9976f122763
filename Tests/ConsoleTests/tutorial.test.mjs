// Plays the tutorial of the guide in each browser.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Tab, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

const guide = readFileSync(new URL("../../Config/guides/console-tutorial.md", import.meta.url), "utf8");
const steps = [...guide.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block]) => block.trim().split("\n"));

async function play(tab, step, token) {
    const [, verb, rest] = /^(open|press|see|enter) (.+)$/.exec(step);
    const [first, second] = [...rest.matchAll(/"(?:[^"\\]|\\.)*"|TOKEN/g)].map(([word]) => word === "TOKEN" ? token : JSON.parse(word));
    if (verb === "open") await tab.go(first);
    if (verb === "press") await tab.press(first);
    if (verb === "enter") await tab.enter(first, second);
    if (verb === "see") await tab.shows(first);
}

for (const Browser of browsers) {
    test(`${Browser.name}: plays the tutorial`, {skip: missing}, async context => {
        assert.ok(steps.length > 50);
        const {base, token, api} = await start(context);
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        for (const step of steps) await play(tab, step, token).catch(error => { throw new Error(`${step}: ${error.message}`); });
        await until(async () => (await api("GET", "/v1/apps/books/draft")).rules.length === 3, "the draft is what is live");
        assert.equal((await api("GET", "/v1/apps/books/channels/production")).version, 1);
        assert.deepEqual(browser.errors, []);
    });
}
