// The pages of links in Chromium with the fields of real phones, behind nginx with TLS: what they show and where their buttons
// lead, their policy, their size, without script, with a screen reader's eyes (axe-core), and their codes.
import assert from "node:assert/strict";
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import {noReader, readCode} from "../ConsoleTests/support/codes.mjs";
import {temporary, until} from "../WebClientTests/support/basics.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {as, base, host, launch, missing} from "./support/browser.mjs";
import {languages, phones} from "./support/phones.mjs";

const axe = fileURLToPath(new URL("../../.build/axe/axe_playwright_python/axe.min.js", import.meta.url));
const noAxe = existsSync(axe) || process.env.CI === "true" ? false : "no axe-core: Config/scripts/install-libraries console";
const skip = missing || (Chromium.binary || process.env.CI === "true" ? false : "no Chromium");
const link = `${base}/item/7?from=letter&x=a%20b`;
const intent = "intent://go.shop.example/item/7?from=letter&x=a%20b#Intent;scheme=https;package=example.shop;";

/** What a page shows: its buttons by their text, and what must not be there. */
const read = page => page.run(`
    const buttons = [...document.querySelectorAll("a")];
    const boxes = [...document.querySelectorAll("a, button")].map(element => element.getBoundingClientRect().height);
    return {
        lang: document.documentElement.lang, title: document.title, text: document.body.innerText,
        links: buttons.map(({textContent, attributes}) => [textContent, attributes.href.value]),
        field: document.querySelector("#link")?.textContent, least: Math.min(...boxes), hasCode: Boolean(document.querySelector("svg")),
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth, violations: globalThis.violations,
    };
`);

test("each phone gets its page, in its language, on its screen, within the policy", {skip}, async context => {
    const browser = await launch(context);
    for (const phone of phones) {
        for (const language of ["en", "zh"]) {
            const page = await as(browser, phone, language);
            const requests = [];
            browser.onEvent = ({method, params}) => { if (method === "Network.requestWillBeSent") requests.push(params.request.url); };
            await page.go(link);
            const shown = await read(page);
            const name = `${phone.name}, ${language}`;
            assert.equal(shown.lang, languages[language][1], name);
            assert.equal(shown.title, "Red kettle", name);
            assert.equal(shown.field, link, name);
            assert.equal(shown.hasCode, Boolean(phone.scan), name);
            assert.ok(shown.overflow <= 0, `${name}: the page is ${shown.overflow} pixels wider than the screen`);
            assert.ok(shown.least >= 44, `${name}: a control is ${shown.least} pixels high, and fingers need 44`);
            assert.deepEqual(shown.violations, [], name);
            assert.deepEqual(requests.filter(url => !url.endsWith("/favicon.ico")), [link], `${name}: nothing else is loaded`);
            const item = phone.inApp?.[language === "en" ? 0 : 1];
            if (item) assert.ok(shown.text.includes(item), `${name}: ${shown.text}`);
            const opens = shown.links.filter(([, address]) => address.startsWith("intent:") || address.startsWith("https://open."));
            const expected = {second: [`https://open.shop.example/item/7?from=letter&x=a%20b`], intent: [intent]}[phone.open] ?? [];
            assert.equal(opens.length, expected.length, `${name}: ${JSON.stringify(shown.links)}`);
            if (expected.length > 0) {
                assert.ok(opens[0][1].startsWith(expected[0]), `${name}: ${opens[0][1]}`);
                assert.equal(shown.links[0], opens[0] ?? shown.links[0], `${name}: the app comes first`);
                // Firefox would follow the fallback although the app is there.
                const hasFallback = opens[0][1].includes("S.browser_fallback_url=");
                assert.equal(hasFallback, phone.open === "intent" && phone.name !== "android-firefox", name);
            }
            await page.close();
        }
    }
});

test("pages fit narrow screens, large text, and links that are gone or unknown", {skip}, async context => {
    const browser = await launch(context);
    for (const path of ["/item/7", "/item/13", "/unknown"]) {
        for (const [width, size] of [[320, 16], [320, 32], [844, 16]]) {
            const page = await as(browser, {...phones[0], size: [width, 568]});
            await page.go(base + path);
            await page.run(`document.documentElement.style.fontSize = "${size}px"`);
            const {overflow} = await read(page);
            assert.ok(overflow <= 0, `${path} at ${width} pixels with text of ${size}: ${overflow} pixels too wide`);
            await page.close();
        }
    }
});

test("axe-core finds nothing on any page, in both themes and languages", {skip: skip || noAxe}, async context => {
    const browser = await launch(context);
    const cases = [...phones.map(phone => [phone, "/item/7"]), [phones[0], "/item/13"], [phones[0], "/unknown"]];
    for (const [phone, path] of cases) {
        for (const language of ["en", "zh"]) {
            const page = await as(browser, phone, language);
            await page.go(base + path);
            for (const theme of ["light", "dark"]) {
                await page.theme(theme);
                await page.send("Runtime.evaluate", {expression: readFileSync(axe, "utf8")});
                const found = await page.run("return (await axe.run()).violations.map(({id, nodes}) => `${id}: ${nodes[0].html} ${nodes[0].any[0]?.message ?? ''}`)");
                assert.deepEqual(found, [], `${phone.name} ${path} ${language} ${theme}`);
            }
            await page.close();
        }
    }
});

test("without a script the page has the same buttons and the link to copy by hand", {skip}, async context => {
    const browser = await launch(context);
    for (const phone of phones) {
        const page = await as(browser, phone);
        await page.go(link);
        const {links, hasCode} = await read(page);
        await page.send("Emulation.setScriptExecutionDisabled", {value: true});
        await page.go(link);
        const {root} = await page.send("DOM.getDocument", {depth: -1});
        const {outerHTML} = await page.send("DOM.getOuterHTML", {nodeId: root.nodeId});
        for (const [text] of links) assert.ok(outerHTML.includes(`>${text}</a>`), `${phone.name}: ${text}`);
        assert.equal(outerHTML.includes("<svg"), hasCode, phone.name);
        assert.doesNotMatch(outerHTML, /<button/, "a button that would do nothing is not there");
        assert.ok(outerHTML.includes(`>${link.replaceAll("&", "&amp;")}</dd>`), phone.name);
        await page.close();
    }
});

test("the button copies the link, and says so to a screen reader", {skip}, async context => {
    const browser = await launch(context);
    await browser.send("Browser.grantPermissions", {origin: base, permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    const page = await as(browser, phones[0]);
    for (const old of ["", "globalThis.kept = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', {value: undefined});"]) {
        await page.go(link);
        await page.send("Page.bringToFront");
        await page.run(`await navigator.clipboard.writeText("other"); ${old}`);
        await page.send("Runtime.evaluate", {expression: "document.getElementById('copy').click()", userGesture: true});
        await until(() => page.run("return document.querySelector('[role=status]').textContent === 'Copied'"), "the page says that the link is copied");
        assert.equal(await page.run("return (globalThis.kept ?? navigator.clipboard).readText()"), link, old);
        assert.equal(await page.run("return getComputedStyle(document.querySelector('#link')).userSelect"), "all", "one tap selects the link");
    }
});

test("another program reads the code on the screen, in both themes", {skip: skip || noReader}, async context => {
    const browser = await launch(context);
    const folder = temporary(context);
    const pc = phones.find(({scan}) => scan);
    for (const theme of ["light", "dark"]) {
        for (const size of [[1280, 800], [1920, 1080]]) {
            const page = await as(browser, {...pc, size});
            await page.theme(theme);
            await page.go(link);
            const {data} = await page.send("Page.captureScreenshot", {format: "png"});
            const file = join(folder, `${theme}-${size[0]}.png`);
            writeFileSync(file, Buffer.from(data, "base64"));
            assert.equal(readCode(file), link, `${theme}, ${host}`);
            await page.close();
        }
    }
});
