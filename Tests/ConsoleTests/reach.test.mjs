// How people reach everything: by the keyboard alone, on narrow screens, at 200 % zoom, without motion, in either language.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {ChineseTab} from "./support/chinese.mjs";
import {Tab, start, until} from "./support/console.mjs";
import {launch} from "./support/launch.mjs";
import {screens} from "./support/screens.mjs";

const skip = missing || !Chromium.binary;

async function opened(context) {
    const console = await start(context);
    const browser = await launch(context, Chromium);
    return {console, browser, tab: await Tab.open(browser, console.base)};
}

/** Sends keys as a keyboard does. */
class Keyboard {
    constructor(tab) { this.tab = tab; }

    async press(key, text) {
        const codes = {Tab: 9, Enter: 13, Escape: 27};
        const event = {key, code: key, windowsVirtualKeyCode: codes[key], ...text ? {text} : {}};
        await this.tab.page.send("Input.dispatchKeyEvent", {type: text ? "keyDown" : "rawKeyDown", ...event});
        await this.tab.page.send("Input.dispatchKeyEvent", {type: "keyUp", ...event});
    }

    async enter() { await this.press("Enter", "\r"); }

    async type(text) { await this.tab.page.send("Input.insertText", {text}); }

    /** What has the focus: its name, and whether people see that it has it. Headings, to which the page moves it, are read aloud. */
    focus() {
        return this.tab.run(`
            const element = document.activeElement;
            const label = element.labels?.[0]?.textContent ?? element.getAttribute("aria-label") ?? element.textContent;
            const style = getComputedStyle(element);
            return {name: label.trim(), isSeen: element.tabIndex < 0 || style.outlineStyle !== "none" && style.outlineWidth !== "0px" || style.boxShadow !== "none"};
        `);
    }

    /** Walks with Tab to the control with this name, as someone who cannot point. */
    async reach(name) {
        const met = [];
        for (let steps = 0; steps < 120; steps += 1) {
            const focus = await this.focus();
            if (focus.name === name) return;
            await this.press("Tab");
            const now = await this.focus();
            met.push(now.name);
            assert.ok(now.isSeen, `the focus on "${now.name}" is not seen`);
        }
        throw new Error(`Tab does not lead to "${name}", but to ${met.join(", ")}`);
    }
}

test("by the keyboard alone: from sign-in to a published rule; the focus is always seen, and goes back where it was", {skip}, async context => {
    const {tab, console: {api, token}, browser} = await opened(context);
    const keys = new Keyboard(tab);
    const type = async (name, text) => {
        await keys.reach(name);
        await keys.type(text);
    };
    const follow = async (name, shown) => {
        await keys.reach(name);
        await keys.enter();
        await tab.shows(shown);
    };
    await tab.go("/console/");
    await type("Token", token);
    await keys.enter();
    await follow("moments", "11 rules");
    await follow("Add a rule", "New rule");
    await type("Name", "by-keys");
    await type("Address 1", "/by-keys");
    await type("Screen", "Keys");
    await follow("Add to the draft", "Added to the draft");
    await follow("Review", "https://moments.example.com/by-keys");
    const publish = "Publish 1 change to production";
    await follow(publish, "Message");
    await keys.press("Escape");
    await until(() => tab.run("return !document.querySelector('dialog')"), "Escape closes the dialog");
    assert.equal((await keys.focus()).name, publish, "the focus is back on the button");
    await follow(publish, "Message");
    await type("Message", "without a mouse");
    await follow(publish, "Release 2 is live on production.");
    assert.equal((await api("GET", "/v1/apps/moments/releases/2")).message, "without a mouse");
    assert.deepEqual(browser.errors, []);
});

test("motion stops where people ask for it, and the progress still says what it does", {skip}, async context => {
    const {tab, console: {token}} = await opened(context);
    await tab.go("/console/apps/moments/rules");
    await tab.signIn(token);
    await tab.shows("11 rules");
    await tab.run("window.fetch = (path, {signal}) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))");
    await tab.press("Releases");
    await tab.shows("Working…");
    const turning = (value, names) => until(async () => {
        await tab.page.send("Emulation.setEmulatedMedia", {features: [{name: "prefers-reduced-motion", value}]});
        return tab.run(`return document.getAnimations().filter(one => one.playState === 'running').map(one => one.animationName ?? one.transitionProperty).join() === "${names}"`);
    }, `with ${value} what moves is "${names}"`);
    await turning("no-preference", "turn");
    await turning("reduce", "");
    await tab.shows("Working…");
    await tab.press("Cancel");
    await tab.shows("Try again");
});

test("every screen and state fits 320 pixels and 200 % zoom, and Chinese shows no text of the other language", {skip, timeout: 600_000}, async context => {
    const {tab, console, browser} = await opened(context);
    const foreign = [];
    // Words of people, of the server and of the trade.
    const latin = /\b(?!Waymark|JSON|Ctrl|English|curl|waymark|CNRouter|MGJRouter|JLRoutes|Netlify|RouterX|Vercel|admin|production|moments|books|gzip|SHA|HTTP|backupFolder|iOS|Android|HarmonyOS|beta|SVG|https|shop|example|cart|platform|locale|attributes|inApp)[A-Za-z]{3,}\b/;
    const size = (width, height, deviceScaleFactor) => tab.page.send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor, mobile: false});
    const open = async ({path, shows, act, isWaiting}, reader) => {
        await tab.run("sessionStorage.clear()");
        await tab.go(path);
        await reader.shows(shows);
        await act?.(reader, console);
        if (!isWaiting) await until(() => tab.run("return document.querySelector('h1, h2') && document.querySelectorAll('.loading').length === 0"), "the screen is complete");
    };
    await tab.go("/console/");
    for (const screen of screens) {
        const {name} = screen;
        await size(320, 640, 1);
        await screen.prepare?.(console, tab);
        const begun = await screen.before?.(tab);
        await open(screen, tab);
        const wide = () => tab.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert.ok(await wide() <= 0, `${name} is ${await wide()} pixels too wide for 320`);
        await size(640, 400, 2);
        assert.ok(await wide() <= 0, `${name} is ${await wide()} pixels too wide at 200 %`);
        // What stays in its place over the page must leave room for the page.
        const covered = await tab.run(`
            const rows = new Set();
            for (const element of document.querySelectorAll("main *, .side, .frame-news, .progress")) {
                if (!["fixed", "sticky"].includes(getComputedStyle(element).position) || element.closest("dialog")) continue;
                const {top, bottom, width} = element.getBoundingClientRect();
                if (width > innerWidth / 2) for (let row = Math.max(0, Math.ceil(top)); row < Math.min(innerHeight, bottom); row += 1) rows.add(row);
            }
            return rows.size / innerHeight;
        `);
        assert.ok(covered <= 0.4, `${name}: ${Math.round(covered * 100)} % of the page are covered at 200 %`);
        await screen.end?.(console, tab);

        await tab.run("localStorage.setItem('waymark.language', 'zh')");
        await open(screen, new ChineseTab(tab));
        const texts = await tab.run(`
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const found = [];
            while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("[translate=no], .note, option, .hint, time, kbd, [lang=en]")) found.push(walker.currentNode.textContent);
            return found;
        `);
        if (!["sign-in", "missing"].includes(name)) foreign.push(...texts.filter(text => latin.test(text.replace("the-longest-name-of-an-app-is-32", ""))).map(text => `${name}: ${text}`));
        await screen.end?.(console, tab);
        await tab.run("localStorage.removeItem('waymark.language')");
        await tab.go("/console/");
        await screen.after?.(tab, begun);
    }
    assert.deepEqual(foreign, []);
    assert.deepEqual(browser.errors, []);
});
