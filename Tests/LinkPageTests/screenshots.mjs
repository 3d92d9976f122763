// Pictures of the pages of links for each phone, light and dark, in English and Chinese; people look at them, no test compares
// them. .ci/try-links starts the server and the proxy that they come from.
// usage: .ci/try-links --pictures FOLDER
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {as, base, launch, missing} from "./support/browser.mjs";
import {languages, phones} from "./support/phones.mjs";

const [folder] = process.argv.slice(2);
const ends = [];
if (missing) throw new Error(missing);
mkdirSync(folder, {recursive: true});
const others = [["gone", "/item/13"], ["missing", "/unknown"], ["shop", "/orders"]];
try {
    const browser = await launch({after: end => ends.unshift(end)});
    const pages = [...phones.map(phone => [phone.name, phone, "/item/7"]), ...others.map(([name, path]) => [name, phones[0], path])];
    for (const [name, phone, path] of pages) {
        for (const language of Object.keys(languages)) {
            const page = await as(browser, phone, language);
            for (const theme of ["light", "dark"]) {
                await page.theme(theme);
                await page.go(base + path);
                const {data} = await page.send("Page.captureScreenshot", {format: "png"});
                writeFileSync(join(folder, `${name}-${language}-${theme}.png`), Buffer.from(data, "base64"));
            }
            await page.close();
        }
    }
} finally {
    for (const end of ends) await end();
}
