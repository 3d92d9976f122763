// System: what the server's counters say, as numbers, tables and small plots.
import assert from "node:assert/strict";
import {test} from "node:test";
import {between, buckets, parse, quantile, sum} from "../../Sources/Server/Console/metrics.mjs";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

async function signedIn(context, Browser) {
    const console = await start(context);
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go("/console/system");
    await tab.signIn(console.token);
    await tab.shows("Requests by operation");
    return {...console, browser, tab};
}

for (const Browser of browsers) {
    test(`${Browser.name}: readiness, store, requests`, {skip: missing}, async context => {
        const {tab, browser} = await signedIn(context, Browser);
        await tab.shows("in order");
        await tab.shows("Free on the disk");
        await tab.shows("The server makes no backups.");
        await tab.shows("--listen");
        await tab.press("settings with their defaults");
        await tab.shows("adminWorkers");
        await tab.press("Since the start of the server");
        await tab.shows("publish");
        assert.ok(await tab.run("return document.querySelectorAll('svg.plot[role=img][aria-label]').length") >= 6);
        await tab.go("/console/system");
        await tab.shows("the plot begins now");
        assert.deepEqual(browser.errors, []);
    });
}

const shared = away => JSON.stringify({store: "postgresql", away, nodes: [
    {name: "lyon-1", version: "1.2.3", startedAt: "2026-01-01T00:00:00.000Z", seenAt: "2026-01-02T00:00:00.000Z", position: "1790000000.41", behindSeconds: 75, answers: false},
    {name: "paris-1", version: "1.2.4", startedAt: "2026-01-01T00:00:00.000Z", seenAt: new Date().toISOString(), position: "1790000000.42", behindSeconds: 0, answers: true},
]});

test("servers that share a database are listed with how far each is; a server with a file has no list", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser} = await signedIn(context, Chromium);
    assert.ok(!(await tab.text()).includes("Servers on this database"));
    for (const away of [false, true]) {
        await tab.press("Overview");
        await tab.shows("moments");
        await tab.run(`window.plain ??= window.fetch; window.fetch = (path, options) => String(path).includes("/v1/nodes")
            ? Promise.resolve(new Response(${JSON.stringify(shared(away))}, {headers: {"Content-Type": "application/json"}})) : window.plain(path, options);`);
        await tab.press("System");
        await tab.shows("Servers on this database");
        const rows = await tab.run("return [...document.querySelectorAll('table')].find(table => table.innerText.includes('paris-1')).innerText");
        for (const text of ["lyon-1", "1790000000.41", "1.3 min", "answers you", "1.2.4"]) assert.ok(rows.includes(text), `${text} in ${rows}`);
        assert.equal((await tab.text()).includes("The database cannot be reached."), away);
        assert.equal(await tab.run("return document.querySelectorAll('td .error').length >= 2"), true, "what is late is marked");
        assert.deepEqual(noAxe ? [] : await accessibility(tab), []);
    }
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in the system, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab} = await signedIn(context, Chromium);
    await tab.press("Since the start of the server");
    assert.deepEqual(await accessibility(tab), []);
});

test("counters are read as they are written", () => {
    const older = parse("# HELP a b\na_total{x=\"1\",y=\"q\\\"\"} 2\na_total{x=\"2\"} 3\nopen 7\nage NaN\nt_bucket{le=\"0.1\"} 1\nt_bucket{le=\"1\"} 2\nt_bucket{le=\"+Inf\"} 2\n");
    assert.equal(sum(older, "a_total"), 5);
    assert.equal(sum(older, "a_total", ({x}) => x === "2"), 3);
    assert.equal(sum(older, "open"), 7);
    assert.equal(sum(older, "none"), undefined);
    assert.ok(Number.isNaN(sum(older, "age")));
    const newer = parse("t_bucket{le=\"0.1\"} 1\nt_bucket{le=\"1\"} 12\nt_bucket{le=\"+Inf\"} 13\n");
    assert.deepEqual(between(buckets(older, "t"), buckets(newer, "t")), [[0.1, 0], [1, 10], [Infinity, 11]]);
    assert.equal(quantile(buckets(older, "t"), 0.5), 0.1);
    assert.equal(quantile(buckets(newer, "t"), 0.99), 1);
    assert.equal(quantile([], 0.5), undefined);
});
