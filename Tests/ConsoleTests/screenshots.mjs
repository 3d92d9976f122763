// Pictures of each screen at three widths, light and dark, and of the screens that need no step also in Chinese; people
// look at them, no test compares them.
// usage: node Tests/ConsoleTests/screenshots.mjs FOLDER [NAME …]   (names of screens; all when left out)
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, launch, start, until} from "./support/console.mjs";
import {screens} from "./support/screens.mjs";

const [folder, ...names] = process.argv.slice(2);
const ends = [];
const context = {after: end => ends.unshift(end)};
const widths = [[360, 800], [1280, 860], [2560, 1440]];

/** Writes a picture of what the tab shows once nothing loads. */
async function take(tab, name) {
    await until(() => tab.run("return document.querySelectorAll('.loading').length === 0"), "nothing loads");
    const {data} = await tab.page.send("Page.captureScreenshot", {format: "png"});
    writeFileSync(join(folder, `${name}.png`), Buffer.from(data, "base64"));
}

mkdirSync(folder, {recursive: true});
try {
    const console = await start(context);
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, console.base);
    await tab.go("/console/");
    for (const screen of screens) {
        await screen.prepare?.(console, tab);
        if (names.length > 0 && !names.includes(screen.name)) continue;
        for (const [width, height] of widths) {
            for (const theme of ["light", "dark"]) {
                await tab.page.send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 1, mobile: false});
                await tab.page.send("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value: theme}, {name: "prefers-reduced-motion", value: "reduce"}]});
                await tab.go(screen.path);
                await tab.shows(screen.shows);
                await screen.act?.(tab);
                await take(tab, `${screen.name}-${width}-${theme}`);
            }
        }
        if (screen.act) continue;
        await tab.page.send("Emulation.setDeviceMetricsOverride", {width: 1280, height: 860, deviceScaleFactor: 1, mobile: false});
        for (const language of ["zh", "en"]) {
            await tab.run(`localStorage.setItem("waymark.language", "${language}")`);
            await tab.go(screen.path);
            await until(() => tab.run(`return document.documentElement.lang.startsWith("${language}")`), "the language is chosen");
            await until(() => tab.run("return Boolean(document.querySelector('h1'))"), "the screen has a title");
            if (language === "zh") await take(tab, `${screen.name}-1280-zh`);
        }
    }
    if (browser.errors.length > 0) throw new Error(browser.errors.join("\n"));
} finally {
    for (const end of ends) await end();
}
