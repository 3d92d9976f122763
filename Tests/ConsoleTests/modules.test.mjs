// Modules without a page: the language of filters, and what two people changed in the same rule.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {test} from "node:test";
import {filter, searchable} from "../../Sources/Server/Console/filter.mjs";
import {differences, equal, threeWay} from "../../Sources/Server/Console/merge.mjs";

const rules = [
    {id: "feed", match: ["/feed"], to: {screen: "Feed"}},
    {id: "new-feed", match: ["/feed"], when: {platform: ["ios"], appVersion: ">=7.2"}, to: {screen: "NewFeed"}, priority: 5, note: "Summer sale"},
    {id: "old", match: ["https://a.example/m/:id"], to: {redirect: "https://b.example/{id}"}, enabled: false},
    {id: "wipe", match: [{hostname: "c.example", pathname: "/wipe"}], to: {block: "never"}},
];
const facts = {findings: rule => rule.id === "old" ? [{code: "dead-end", severity: "warning"}] : [], isChanged: rule => rule.id === "feed", text: searchable()};
const found = text => {
    const {test: isFound} = filter(text);
    return rules.filter(rule => isFound(rule, facts)).map(({id}) => id).join(" ");
};

const table = [
    ["", "feed new-feed old wipe"], ["feed", "feed new-feed"], ["FEED ios", "new-feed"], ["-feed", "old wipe"], ["is:disabled", "old"],
    ["-is:enabled", "old"], ["is:conditional", "new-feed"], ["is:changed", "feed"], ["is:warning", "old"], ["is:error", ""], ["finding:dead", "old"],
    ["platform:ios", "new-feed"], ["screen:feed", "feed new-feed"], ["redirect:b.example", "old"], ["to:never", "wipe"], ["note:\"summer sale\"", "new-feed"],
    ["\"summer sale\"", "new-feed"], ["priority:>0", "new-feed"], ["priority:0", "feed old wipe"], ["priority:<=4", "feed old wipe"],
    ["https://a.example", "old"], ["c.example", "wipe"], ["id:feed -is:conditional", "feed"], ["when:7.2", "new-feed"], ["match:/m/", "old"],
];
for (const [text, ids] of table) {
    test(`filter ${text || "without words"}`, () => assert.equal(found(text), ids));
}

test("a filter names the terms that mean nothing, and ignores them", () => {
    const {unknown, test: isFound} = filter("is:purple priority:high feed");
    assert.deepEqual(unknown, ["is:purple", "priority:high"]);
    assert.ok(isFound(rules[0], facts));
    assert.ok(!isFound(rules[3], facts));
});

test("values are equal in any order of members, and different otherwise", () => {
    assert.ok(equal({a: 1, b: [{c: null}]}, {b: [{c: null}], a: 1}));
    for (const [a, b] of [[{a: 1}, {b: 1}], [[1, 2], [2, 1]], [{}, []], [null, {}], [{a: undefined}, {}], ["1", 1]]) assert.ok(!equal(a, b), JSON.stringify([a, b]));
    assert.deepEqual(differences({a: 1, b: 2}, {b: 3, c: 4}), ["a", "b", "c"]);
});

const base = {id: "feed", match: ["/feed"], to: {screen: "Feed"}, note: "old"};
const merges = [
    ["only they changed", base, {...base, priority: 3}, {...base, priority: 3}, []],
    ["different members", {...base, note: "mine"}, {...base, priority: 3}, {...base, note: "mine", priority: 3}, []],
    ["the same change", {...base, note: "new"}, {...base, note: "new"}, {...base, note: "new"}, []],
    ["the same member", {...base, note: "mine"}, {...base, note: "theirs"}, {...base, note: "mine"}, ["note"]],
    ["they removed a member", base, {id: "feed", match: ["/feed"], to: {screen: "Feed"}}, {id: "feed", match: ["/feed"], to: {screen: "Feed"}}, []],
    ["they removed what I changed", {...base, note: "mine"}, {id: "feed", match: ["/feed"], to: {screen: "Feed"}}, {...base, note: "mine"}, ["note"]],
];
for (const [name, mine, theirs, merged, conflicts] of merges) {
    test(`three versions: ${name}`, () => assert.deepEqual(threeWay(base, mine, theirs), {merged, conflicts}));
}

test("a line for curl has its whole body, also one that is too long for a word", async () => {
    const {curl} = await import("../../Sources/Server/Console/commands.mjs");
    for (const [body, type] of [
        [{note: "it's $HOME `x`"}], [{note: "it's $HOME `x` ".repeat(20_000)}], ["/a /b\n# it's $HOME\n", "text/plain"], ["/a /b\nEND\n$HOME\n".repeat(20_000), "text/plain"],
    ]) {
        const line = curl("PUT", "/v1/apps/a/draft", {body, type, ifMatch: '"r1"'});
        // The last words give the body; this curl prints what it is given.
        const fake = `curl() { while [ $# -gt 1 ]; do shift; done; if [ "$1" = "@-" ]; then cat; else printf %s "$1"; fi; }`;
        const said = spawnSync("sh", ["-s"], {encoding: "utf8", input: `${fake}\n${line}\n`, maxBuffer: 1 << 24});
        assert.equal(said.stderr, "");
        const given = type ? body : JSON.stringify(body);
        assert.ok(said.stdout === given || said.stdout === `${given}\n`, `${line.slice(0, 300)}: ${said.stdout.length} of ${given.length}`);
    }
});

test("a line to copy passes a value through a shell as it is, whatever its texts are", async () => {
    const {piped} = await import("../../Sources/Server/Console/commands.mjs");
    const value = {id: "a", note: "$(echo ran) `echo ran` 'quoted' \"twice\" \\n %s\n!$HOME", match: ["/it's/:id(\\d+)"]};
    const said = spawnSync("sh", ["-c", piped(value, "cat")], {encoding: "utf8"});
    assert.deepEqual(JSON.parse(said.stdout), value);
    assert.equal(said.stderr, "");
});
