// What screens cost with 10,000 rules: requests, bytes over the wire, and how long a task holds the page.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, longestTasks, start, until} from "./support/console.mjs";
import {launch} from "./support/launch.mjs";

/** Milliseconds of processor time that a task may take, on the machine that `longestTasks` means. */
const taskMax = 50;

/**
 * Screens with what they must show, the most different requests to the API and the most kilobytes of their answers; where rows are drawn
 * some in each frame, their selector and their number.
 */
const screens = [
    ["Try", `try?${new URLSearchParams({url: "https://moments.example.com/section-7/page-4707/1\nhttps://moments.example.com/nowhere", with: "1"})}`, "Screen4707", 8, 10],
    ["Audit", "audit", "Published", 6, 20],
    ["Releases", "releases", "What clients have", 16, 110],
    ["Screens", "screens", "What breaks where", 8, 300],
    ["Settings", "settings", "Sites of the app", 10, 10],
    ["Links", "link?address=https%3A%2F%2Fmoments.example.com%2Fsection-7%2Fpage-4707%2F1&os=ios&appVersion=9.0", "What it does", 12, 10],
    ["Rule", "rules/rule-4707/edit", "The draft, as saved, against what is live", 16, 20],
    ["Expectations", "expectations", "100 of 400 fail", 16, 500],
    ["Overview", "/console/", "Recent changes", 16, 60],
    // From here on each rule leads elsewhere than in the release.
    ["Review", "review", "What changes for people", 16, 2100, ".changes tbody tr", 100],
    ["Compare", "compare?from=2&to=3", "rules differ", 12, 2000, ".change-list > li", 100],
];

test("screens of an app with 10,000 rules keep to their budget", {skip: missing || !Chromium.binary, timeout: 600_000}, async context => {
    const {api, base, token} = await start(context);
    const rules = Array.from({length: 10_000}, (_, index) => ({id: `rule-${index}`, match: [`/section-${index % 100}/page-${index}/:id`], to: {screen: `Screen${index}`}, note: `page ${index}`}));
    const {settings} = await api("GET", "/v1/apps/moments/draft");
    await api("PUT", "/v1/apps/moments/draft", {settings, rules});
    await api("PUT", "/v1/apps/moments/screens/ios/9.0.0", {screens: Object.fromEntries(rules.map(({to}) => [to.screen, ["id"]]))});
    await api("POST", "/v1/apps/moments/releases", {message: "many", allowShrink: true});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/");
    await tab.signIn(token);
    await tab.shows("Draft:");
    for (const [name, path, shown, requestsMax, kilobytesMax, rows, count] of screens) {
        if (name === "Review") {
            await api("PUT", "/v1/apps/moments/expectations", {expectations: []});
            await api("PUT", "/v1/apps/moments/draft", {settings, rules: rules.map((rule, index) => ({...rule, to: {screen: `Screen${(index + 1) % 10_000}`}}))});
            await api("POST", "/v1/apps/moments/releases", {message: "elsewhere", channel: "beta", createChannel: true, public: true});
        }
        if (name === "Expectations") await api("PUT", "/v1/apps/moments/expectations", {expectations: Array.from({length: 400}, (_, index) => ({url: `https://moments.example.com/section-${index % 100}/page-${index}/1`, expect: {screen: `Screen${index + (index % 4 === 0 ? 1 : 0)}`}}))});
        await context.test(name, async part => {
            const address = path.startsWith("/") ? path : `/console/apps/moments/${path.replace("with=1", "with=2")}`;
            const {times, text} = await longestTasks(browser, tab, taskMax, async () => {
                await tab.go(address);
                await tab.shows(shown);
                await until(() => tab.run("return document.querySelectorAll('.loading').length === 0"), "the screen is complete");
                if (rows) await until(() => tab.run(`return document.querySelectorAll("${rows}").length === ${count}`), `there are ${count} rows`);
            });
            // Counters and news are asked for again and again while the page stands: each address counts once.
            const asked = await tab.run("return [...new Map(performance.getEntriesByType('resource').filter(({name}) => /\\/(v1|metrics)/.test(name)).map(({name, transferSize}) => [name, transferSize]))]");
            const kilobytes = asked.reduce((sum, [, size]) => sum + size, 0) / 1000;
            part.diagnostic(`${name}: ${asked.length} requests, ${Math.round(kilobytes)} kB, longest tasks ${text}`);
            assert.ok(asked.length <= requestsMax, `${asked.length} requests: ${asked.map(([text]) => text).join(" ")}`);
            assert.ok(kilobytes <= kilobytesMax, `${kilobytes} kB: ${JSON.stringify(asked)}`);
            assert.ok(times[0] <= taskMax, `the longest tasks took ${text}`);
        });
    }
    assert.deepEqual(browser.errors, []);
});
