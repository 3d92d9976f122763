// Chromium as a phone, on the nginx that .ci/try-links started.
import {Chromium} from "../../WebClientTests/support/chromium.mjs";
import {languages} from "./phones.mjs";

const port = process.env.WAYMARK_LINKS_PORT;
export const host = "go.shop.example";
export const base = `https://${host}`;

/** Why tests of pages are skipped: they need the proxy of .ci/try-links. */
export const missing = port ? false : "no proxy: .ci/try-links starts it";

/** A browser that finds the hosts of the test and no other, and takes the certificate of the test. */
export async function launch(test) {
    const browser = new Chromium();
    browser.flags = [
        `--host-resolver-rules=MAP ${host} 127.0.0.1:${port},MAP open.shop.example 127.0.0.1:${port},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`,
        `--ignore-certificate-errors-spki-list=${process.env.WAYMARK_LINKS_KEY}`,
    ];
    await browser.start();
    test.after(() => browser.stop());
    return browser;
}

/** Notes each violation of the policy before any script of the page runs. */
const watch = `
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", event => violations.push(event.effectiveDirective + " " + event.blockedURI));
`;

/** A tab that sends what a phone sends. */
export async function as(browser, phone, language = "en") {
    const page = await browser.open();
    await page.send("Network.enable");
    await page.send("Page.addScriptToEvaluateOnNewDocument", {source: watch});
    const [width, height] = phone.size;
    await page.send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 2, mobile: !phone.scan});
    const brands = [{brand: "Chromium", version: "131"}];
    await page.send("Network.setUserAgentOverride", {
        userAgent: phone.userAgent, acceptLanguage: languages[language][0],
        ...phone.hint && {userAgentMetadata: {brands, platform: phone.hint, platformVersion: "14.0.0", architecture: "", model: "", mobile: !phone.scan}},
    });
    page.theme = value => page.send("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value}]});
    return page;
}
