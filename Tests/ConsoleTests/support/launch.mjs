// The browsers of a run: each starts once, and each test has it as if it were new.
import {after} from "node:test";
import {Chromium} from "../../WebClientTests/support/chromium.mjs";
import {Firefox} from "../../WebClientTests/support/firefox.mjs";
import {noteErrors} from "./console.mjs";

/** Both browsers, or those that this machine has; CI must have both. */
export const browsers = [Chromium, Firefox].filter(({binary}) => binary || process.env.CI === "true");

const started = new Map();

async function stop(browser) {
    started.delete(browser.constructor);
    await browser.stop();
}

after(() => Promise.all([...started.values()].map(stop)));

/** A browser for one test, without tabs, cookies and storage of another one; after a failure the next test has a new process. */
export async function launch(test, Browser) {
    const browser = started.get(Browser) ?? new Browser();
    if (!started.has(Browser)) {
        started.set(Browser, browser);
        await browser.start();
    }
    test.after(async () => {
        if (!test.passed) return stop(browser);
        const reported = await browser.reported?.("http://127.0.0.1") ?? [];
        await browser.end();
        if (reported.length > 0) throw new Error(`${browser.name} reports ${reported.join("\n")}`);
        return undefined;
    });
    noteErrors(browser);
    await browser.begin();
    return browser;
}
