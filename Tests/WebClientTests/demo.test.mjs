// The page of `make demo` in Chromium and Firefox: answers, another context, the button, a server that is killed, a reload offline.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import test from "node:test";
import {fileURLToPath} from "node:url";
import {temporary, until} from "./support/client.mjs";
import {Chromium} from "./support/chromium.mjs";
import {Firefox} from "./support/firefox.mjs";
import {WaymarkServer, freePort, missing} from "./support/waymark.mjs";

const program = fileURLToPath(new URL("../../Config/demo/serve.py", import.meta.url));

/** Serves the page; `folder` has the modules, by default those of `make wasm`. */
async function servePage(t, server, folder) {
    const listen = `127.0.0.1:${await freePort()}`;
    const process = spawn("python3", [program, listen, server.base, ...folder ? [folder] : []], {stdio: "inherit"});
    const ended = new Promise(resolve => process.once("exit", resolve));
    const stop = async () => { process.kill("SIGKILL"); await ended; };
    t.after(stop);
    await until(() => fetch(`http://${listen}/`).then(answer => answer.ok, () => false), "the page is served");
    return {base: `http://${listen}`, stop};
}

/** What a person does in the page, and sees there. */
const hands = page => ({
    sees: async (...texts) => {
        let shown;
        await until(async () => {
            shown = await page.run("return document.body.innerText.replace(/\\s+/g, ' ')");
            return texts.every(text => shown.includes(text));
        }, texts.join()).catch(error => { throw new Error(`${error.message}, but: ${shown}`); });
    },
    types: (name, value) => page.run(`
        const field = document.querySelector("[name=${name}]");
        field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event("input", {bubbles: true}));`),
    presses: text => page.run(`[...document.querySelectorAll("button")].find(({textContent}) => textContent === "${text}").click()`),
    requests: async () => Number(/server: (\d+)/.exec(await page.run("return document.getElementById('counts').textContent"))[1]),
});

for (const Browser of [Chromium, Firefox]) {
    const isCI = process.env.CI === "true";
    const skip = missing || (Browser.binary || isCI ? false : `no ${Browser.name}: Config/scripts/install-libraries web`);
    test(`the page of make demo in ${Browser.name}`, {skip, timeout: 120_000}, async t => {
        const browser = new Browser();
        t.after(() => browser.stop());
        await browser.start();

        await t.test("answers from the kept release, with its trail, also offline", async t => {
            const server = await WaymarkServer.start(t);
            const site = await servePage(t, server);
            const page = await browser.open(`${site.base}/`);
            t.after(() => page.close());
            const {sees, types, presses, requests} = hands(page);
            await sees("Screen MomentDetail id 42", "Release 1: found in this page", "answers. Release 1 of moments is kept here.");
            await sees("https://moments.example.com/m/42.html old-share matches, and leads on → moments://moments.example.com/moment/42");
            await sees("Requests sent to the server: 3.");  // head, release, stream
            const sent = await requests();
            await presses("/timeline");
            await sees("Screen Login shown with present resume timeline", "timeline The context has no value for signedIn.", "timeline-login matches");
            await types("signedIn", "true");
            await sees("Screen Timeline");
            await types("address", "https://moments.example.com/nowhere");
            await sees("No rule");
            await presses("/account/delete");
            await sees("Blocked links never delete data");
            assert.equal(await requests(), sent, "no answer costs a request");

            await presses("Switch the server off");
            await sees("The server is switched off for this page. Release 1");
            server.publish("second");
            await types("address", "https://moments.example.com/search/tea");
            await sees("Screen Search text tea", "Release 1: found in this page", "while the server is off");
            assert.equal(await requests(), sent);
            await presses("Switch the server on");
            await sees("answers. Release 2", "Release 2: found in this page");

            await server.kill();
            await sees(`The server at ${server.base} does not answer. Release 2`);
            await presses("/m/42.html");
            await sees("Screen MomentDetail id 42", "Release 2: found in this page", "while the server is off");

            await page.run("await navigator.serviceWorker.ready; while (!navigator.serviceWorker.controller) await new Promise(r => setTimeout(r, 10))");
            await site.stop();
            await page.reload();
            await sees("does not answer. Release 2", "Screen MomentDetail id 42", "Release 2: found in this page");

            await server.run();
            await presses("Switch the server off");
            await presses("Switch the server on");
            await sees(`The server at ${server.base} answers.`);
        });

        await t.test("has a label for each field, and fits a telephone", async t => {
            const server = await WaymarkServer.start(t);
            const site = await servePage(t, server);
            const page = await browser.open(`${site.base}/`);
            t.after(() => page.close());
            await hands(page).sees("Screen MomentDetail");
            assert.deepEqual(await page.run("return [...document.querySelectorAll('input, select')].filter(({labels}) => !labels.length).length"), 0);
            if (Browser !== Chromium) return;
            await page.send("Emulation.setDeviceMetricsOverride", {width: 360, height: 640, deviceScaleFactor: 1, mobile: true});
            assert.deepEqual(await page.run("return document.documentElement.scrollWidth"), 360);
        });

        await t.test("without the engine asks the server, and says what is missing", async t => {
            const server = await WaymarkServer.start(t);
            const site = await servePage(t, server, temporary(t));
            const page = await browser.open(`${site.base}/`);
            t.after(() => page.close());
            const {sees, types, presses} = hands(page);
            await sees("make wasm", "Screen MomentDetail id 42", "Release 1: the server said so.");
            await types("signedIn", "true");
            await presses("/timeline");
            await sees("Screen Timeline");
            await presses("Switch the server off");
            await sees("No answer unreachable", "this page has no engine of its own");
        });
    });
}
