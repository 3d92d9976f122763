// What a server's pages hand over, by the vectors that all clients share (client.md, section 9).
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {test} from "node:test";
import {temporary} from "./support/basics.mjs";
import {arriving, handedOver} from "../../Sources/Clients/Web/handover.mjs";

const {hosts, secondHosts, campaign, made, cases} = JSON.parse(readFileSync(new URL("../../Config/handover-vectors.json", import.meta.url), "utf8"));
const options = {hosts, secondHosts, campaign};

test("forms and arrivals are read as the vectors say (C9.1, C9.2, C9.5, C9.6)", () => {
    const counts = {};
    for (const {way, text, link, campaign = {}} of cases) {
        const read = {form: handedOver, arrival: arriving}[way];
        if (!read) continue;
        counts[way] = (counts[way] ?? 0) + 1;
        assert.deepEqual({...read(text, options)}, {link, campaign}, text);
    }
    assert.deepEqual(counts, {form: 25, arrival: 6});
    for (const {link, handover} of made) assert.equal(handedOver(`?${handover}`, options).link, link);
});

test("a link has at most 8,192 bytes, a campaign value 256, and no name is taken from the prototype", () => {
    const start = "https://go.shop.example/";
    const longest = start + "x".repeat(8192 - start.length);
    assert.equal(handedOver(`link=${longest}`, options).link, longest);
    assert.equal(handedOver(`link=${longest}x`, options).link, undefined);
    const value = "v".repeat(256);
    assert.deepEqual(handedOver(`ct=${value}`, options).campaign, {ct: value});
    assert.deepEqual(handedOver(`ct=${value}v`, options).campaign, {});
    assert.equal(handedOver("link=https://constructor/x", options).link, undefined);
    assert.deepEqual(handedOver("link=https://go.shop.example/", {hosts}), {link: start, campaign: {}});
});

test("the lines of the guide show the screen of a link that was handed over, and nothing for others", async context => {
    const guide = readFileSync(new URL("../../Config/guides/web.md", import.meta.url), "utf8");
    const block = [...guide.matchAll(/^```js\n(.*?)^```$/gms)].map(match => match[1]).find(text => text.includes("handedOver"));
    const file = join(temporary(context), "page.mjs");
    writeFileSync(file, block.replace("/waymark/handover.mjs", new URL("../../Sources/Clients/Web/handover.mjs", import.meta.url)));
    globalThis.client = {resolve: address => ({screen: `screen of ${address}`})};
    for (const [index, [search, shown]] of [
        ["?link=https%3A%2F%2Fopen.shop.example%2Fitem%2F7", "screen of https://go.shop.example/item/7"], ["?link=https%3A%2F%2Fevil.example%2F", "Home"],
    ].entries()) {
        Object.assign(globalThis, {location: {search}, screen: {textContent: "Home"}});
        await import(`${pathToFileURL(file)}?${index}`);
        assert.equal(globalThis.screen.textContent, shown);
    }
});
