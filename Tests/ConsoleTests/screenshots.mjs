// Pictures of each screen at three widths, light and dark, and in Chinese; people look at them, no test compares them.
// usage: node Tests/ConsoleTests/screenshots.mjs FOLDER [NAME …]   (names of screens; all when left out)
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, noteErrors, start, until} from "./support/console.mjs";
import {ChineseTab} from "./support/chinese.mjs";
import {screens} from "./support/screens.mjs";

const [folder, ...names] = process.argv.slice(2);
const ends = [];
const context = {after: end => ends.unshift(end)};
const widths = [[360, 800], [1280, 860], [2560, 1440]];

/** Writes a picture of what the tab shows once nothing loads. */
async function take(tab, name, isWaiting = false) {
    if (!isWaiting) await until(() => tab.run("return document.querySelectorAll('.loading').length === 0"), "nothing loads");
    const {data} = await tab.page.send("Page.captureScreenshot", {format: "png"});
    writeFileSync(join(folder, `${name}.png`), Buffer.from(data, "base64"));
}

/** Shows a screen as a new tab does: without what was entered for the picture before. */
async function open(tab, {path, shows, act}, reader, console) {
    await tab.run("sessionStorage.clear()");
    await tab.go(path);
    await reader.shows(shows);
    await act?.(reader, console);
}

mkdirSync(folder, {recursive: true});
try {
    const console = await start(context);
    const browser = new Chromium();
    context.after(() => browser.stop());
    noteErrors(browser);
    await browser.start();
    const tab = await Tab.open(browser, console.base);
    await tab.go("/console/");
    for (const screen of screens) {
        await screen.prepare?.(console, tab);
        if (names.length > 0 && !names.includes(screen.name)) continue;
        const begun = await screen.before?.(tab);
        for (const [width, height] of widths) {
            for (const theme of ["light", "dark"]) {
                await tab.page.send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 1, mobile: false});
                await tab.page.send("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value: theme}, {name: "prefers-reduced-motion", value: "reduce"}]});
                await open(tab, screen, tab, console);
                await take(tab, `${screen.name}-${width}-${theme}`, screen.isWaiting);
                await screen.end?.(console, tab);
            }
        }
        await tab.page.send("Emulation.setDeviceMetricsOverride", {width: 1280, height: 860, deviceScaleFactor: 1, mobile: false});
        await tab.page.send("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value: "light"}, {name: "prefers-reduced-motion", value: "reduce"}]});
        await tab.run("localStorage.setItem('waymark.language', 'zh')");
        await open(tab, screen, new ChineseTab(tab), console);
        await take(tab, `${screen.name}-1280-zh`, screen.isWaiting);
        await screen.end?.(console, tab);
        await tab.run("localStorage.removeItem('waymark.language')");
        await tab.go("/console/");
        await screen.after?.(tab, begun);
    }
    if (browser.errors.length > 0) throw new Error(browser.errors.join("\n"));
} finally {
    for (const end of ends) await end();
}
