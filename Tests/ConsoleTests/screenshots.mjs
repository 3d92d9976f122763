// Pictures of each screen at three widths, light and dark; people look at them, no test compares them.
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
                await until(() => tab.run("return document.querySelectorAll('.loading').length === 0"), "nothing loads");
                const {data} = await tab.page.send("Page.captureScreenshot", {format: "png"});
                writeFileSync(join(folder, `${screen.name}-${width}-${theme}.png`), Buffer.from(data, "base64"));
            }
        }
    }
    if (browser.errors.length > 0) throw new Error(browser.errors.join("\n"));
} finally {
    for (const end of ends) await end();
}
