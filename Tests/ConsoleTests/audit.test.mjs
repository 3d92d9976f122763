// Audit: who changed what, before and after; filters; the chain of hashes, and what breaks it.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Chain, hashOf} from "../../Sources/Server/Console/audit-chain.mjs";
import {difference} from "../../Sources/Server/Console/json-difference.mjs";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

/** Texts that the hash and the page must take as they are. */
const hostile = "</pre><script>alert(1)</script>\u2028\"\\ é 中 \u{1f600}";

async function prepared(context) {
    const console = await start(context);
    const {api} = console;
    await api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "Feed", parameters: {tab: "2"}}, note: hostile});
    await api("POST", "/v1/apps/moments/releases", {message: hostile});
    await api("PUT", "/v1/apps/moments/channels/production", {version: 1, public: true});
    return console;
}

for (const Browser of browsers) {
    test(`${Browser.name}: filters, one row rule by rule, and the verified chain`, {skip: missing}, async context => {
        const {base, token, api} = await prepared(context);
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go("/console/audit");
        await tab.signIn(token);
        await tab.shows("Moved a channel");
        await tab.shows("production 2 → 1");
        await tab.enter("What", "rule.replace");
        await tab.enter("Rule", "feed");
        await tab.press("Show");
        await tab.shows("Show all");
        assert.match(await tab.run("return location.search"), /^\?rule=feed&action=rule.replace$/);
        assert.equal(await tab.run("return document.querySelectorAll('main tbody tr').length"), 1);
        await tab.press("Changed a rule");
        await tab.shows("belongs to this content");
        const lines = await tab.run("return [...document.querySelectorAll('.came')].map(line => line.textContent)");
        assert.ok(lines.some(line => line.includes("\"tab\": \"2\"")), lines.join());
        assert.ok(lines.some(line => line.includes("script>alert(1)")), lines.join());

        await tab.go("/console/audit");
        await tab.press("Verify the chain");
        const {audit} = await api("GET", "/v1/audit?limit=1000");
        await tab.shows(`Intact: the hashes of all ${audit.length} rows are right.`);
        await tab.go("/console/apps/moments/audit");
        await tab.shows("Published a release");
        assert.doesNotMatch(await tab.text(), /Verify the chain/);
        assert.deepEqual(browser.errors, []);
    });
}

test("a changed, a removed and an inserted row break the chain", {skip: missing}, async context => {
    const {api} = await prepared(context);
    const {audit} = await api("GET", "/v1/audit?limit=1000");
    const verify = async rows => {
        const chain = new Chain();
        for (const row of rows) {
            const broken = await chain.add(row);
            if (broken) return broken;
        }
        return chain.end();
    };
    assert.equal(await verify(audit), undefined);
    const changed = audit.map(row => row.action === "rule.replace" ? {...row, by: "mallory"} : row);
    assert.equal((await verify(changed)).reason, "content");
    assert.equal((await verify(audit.filter(({action}) => action !== "rule.replace"))).reason, "missing");
    assert.equal((await verify(audit.slice(0, -1))).reason, "missing");
    const forged = {...audit[2], by: "mallory"};
    forged.hash = await hashOf(forged);
    assert.equal((await verify(audit.with(2, forged))).reason, "previous");
});

test("differences of values, line by line", () => {
    const marks = (before, after) => difference(before, after).map(([mark, text]) => mark + text.trim()).join(" ");
    assert.equal(marks({a: 1}, {a: 1}), " {  \"a\": 1  }");
    assert.equal(marks({a: 1, b: 2}, {a: 1, b: 3}), " {  \"a\": 1, -\"b\": 2 +\"b\": 3  }");
    assert.equal(marks(undefined, [1]), "+[ +1 +]");
    assert.equal(marks([1], undefined), "-[ -1 -]");
});

test("axe-core finds nothing in the audit and in a row, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {base, token} = await prepared(context);
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/audit");
    await tab.signIn(token);
    await tab.shows("Moved a channel");
    await tab.press("Verify the chain");
    await tab.shows("Intact");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Changed a rule");
    await tab.shows("belongs to this content");
    assert.deepEqual(await accessibility(tab), []);
});
