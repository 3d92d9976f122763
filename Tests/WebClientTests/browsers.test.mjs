// The client in Chromium and Firefox: the guide's page, offline, tabs, workers, policies, links, damaged storage, faults, vectors.
import assert from "node:assert/strict";
import {readdirSync} from "node:fs";
import test from "node:test";
import {serve, until} from "./support/client.mjs";
import {Chromium} from "./support/chromium.mjs";
import {table} from "./support/faults.mjs";
import {Firefox} from "./support/firefox.mjs";
import {Publication, indexFormat} from "./support/publication.mjs";
import {stream} from "./support/server.mjs";
import {Site} from "./support/site.mjs";
import {WaymarkServer, missing} from "./support/waymark.mjs";

const isCI = process.env.CI === "true";

/** Makes `client` in the page, with options as text. */
const client = (server, options = "") => `
    const {createClient} = await import("/waymark/client.mjs");
    window.client = createClient({server: "${server.base}", app: "moments", updates: "none", ${options}});
    window.screen = () => client.resolve("https://moments.example.com/m/42").screen;`;

for (const Browser of [Chromium, Firefox]) {
    const skip = Browser.binary || isCI ? false : `no ${Browser.name}: Config/scripts/install-libraries web`;
    test(Browser.name, {skip, timeout: 240_000}, async t => {
        const browser = new Browser();
        t.after(() => browser.stop());
        await browser.start();

        /** A subtest with a tab on an empty page of the site, and a scripted server. */
        const within = (name, run) => t.test(name, async t => {
            const server = await serve(t, new Publication(1));
            const site = await Site.start(t, server);
            const page = await browser.open(`${site.base}/empty`);
            t.after(() => page.close().catch(() => {}));
            await run({t, server, site, page});
        });

        await t.test("the guide's page resolves, also with the server killed, and after it was loaded again offline", {skip: missing}, async t => {
            const server = await WaymarkServer.start(t);
            const site = await Site.start(t, server);
            const page = await browser.open(`${site.base}/`);
            t.after(() => page.close());
            const version = () => page.run("return document.documentElement.dataset.version");
            const click = id => page.run(`document.getElementById("${id}").click(); return document.getElementById("screen").textContent`);
            await until(async () => await version() === "1", "the first release");
            assert.equal(await click("tea"), 'Search: {"text":"tea"}');
            assert.equal(await click("wipe"), "links never delete data");
            await server.kill();
            assert.equal(await click("tea"), 'Search: {"text":"tea"}');
            await page.run("await navigator.serviceWorker.ready; while (!navigator.serviceWorker.controller) await new Promise(r => setTimeout(r, 10))");
            await site.stop();
            await page.reload();
            await until(async () => await version() === "1", "the kept release");
            assert.equal(await click("tea"), 'Search: {"text":"tea"}');
            await server.run();
        });

        await within("a page keeps its release in IndexedDB, and a second tab does not fetch it again (C1.1)", async ({t, server, site, page}) => {
            await page.run(`${client(server)} await client.refresh();`);
            const other = await browser.open(`${site.base}/empty`);
            t.after(() => other.close());
            await server.stop();
            assert.equal(await other.run(`${client(server)} await client.ready; return screen()`), "Detail1");
        });

        await within("every row of the fault table leaves the last good release, in memory and in the storage (C4.5)", async ({server, page}) => {
            await page.run(`${client(server)} await client.refresh();`);
            server.publish(new Publication(2));
            for (const [name, code, fault] of table) {
                server.fault = fault;
                const found = await page.run(`
                    const error = await client.refresh().catch(error => error);
                    return [error.code ?? error, screen()]`);
                // A browser may also say that a compressed answer that is cut off could not be read.
                const codes = name === "truncated gzip" ? [code, "unreachable"] : [code];
                assert.ok(codes.includes(found[0]), `${name}: ${found[0]}`);
                assert.equal(found[1], "Detail1");
                assert.equal(await page.run(`${client(server)} await client.ready; return screen()`), "Detail1", name);
            }
            server.fault = undefined;
            assert.deepEqual(await page.run("return [await client.refresh(), screen()]"), ["updated", "Detail2"]);
        });

        await within("damaged, foreign and refused storage: the page works, and says what happened (C1.2, C4.3)", async ({server, page}) => {
            const record = `new Promise((resolve, reject) => {
                const opening = indexedDB.open("waymark");
                opening.onerror = reject;
                opening.onsuccess = () => {
                    const transaction = opening.result.transaction("releases", "readwrite");
                    const store = transaction.objectStore("releases");
                    const key = "${server.base} moments production ${indexFormat}";
                    store.get(key).onsuccess = event => { const value = event.target.result; change(value); store.put(value, key); };
                    transaction.oncomplete = () => { opening.result.close(); resolve(); };
                };
            })`;
            for (const change of ["value.file[300] ^= 1", "value.file = value.file.slice(9)", "value.head = '{'", "value.sequence = 9", "value.file = 7"]) {
                await page.run(`${client(server)} await client.refresh(); const change = value => { ${change} }; await ${record};`);
                const found = await page.run(`${client(server)}
                    await client.refresh();
                    return [client.counters.failures, client.counters.updates, screen()]`);
                assert.deepEqual(found, [{cacheUnreadable: 1}, 1, "Detail1"], change);
            }
            // A later version of this client has another version of the database.
            const later = await page.run(`
                await new Promise(resolve => { const opening = indexedDB.open("waymark", 2); opening.onsuccess = () => { opening.result.close(); resolve(); }; });
                ${client(server)} await client.refresh();
                return [client.counters.failures, screen()]`);
            assert.equal(later[1], "Detail1");
            assert.ok(later[0].cacheUnwritable === 1 && later[0].cacheUnreadable >= 1, JSON.stringify(later));
            await page.run(`await new Promise(resolve => { indexedDB.deleteDatabase("waymark").onsuccess = resolve; })`);
            const refused = await page.run(`
                IDBFactory.prototype.open = () => { throw new DOMException("A private window.", "SecurityError"); };
                ${client(server)} await client.refresh(); return screen()`);
            assert.equal(refused, "Detail1");
        });

        await within("a slow tab does not replace the later release of another one (C4.4)", async ({t, server, site, page}) => {
            await page.run(`${client(server)} await client.refresh();`);
            server.publish(new Publication(2));
            let go;
            const gate = new Promise(resolve => { go = resolve; });
            const held = server.current.index.digest;
            server.fault = async (isHead, good, path) => { if (path.endsWith(held)) await gate; };
            await page.run("window.refreshing = client.refresh();");
            await until(() => server.count(held) === 1);
            const other = await browser.open(`${site.base}/empty`);
            t.after(() => other.close());
            server.publish(new Publication(3));
            assert.equal(await other.run(`${client(server)} await client.refresh(); return screen()`), "Detail3");
            go();
            assert.equal(await page.run("await refreshing; return screen()"), "Detail3");
        });

        await within("tabs share one stream; when its tab is gone, another one opens it", async ({t, server, site, page}) => {
            server.onStream = current => stream(current.event);
            const tabs = [page, await browser.open(`${site.base}/empty`), await browser.open(`${site.base}/empty`)];
            t.after(() => Promise.all(tabs.slice(1).map(tab => tab.close().catch(() => {}))));
            for (const tab of tabs) await tab.run(`${client(server, 'updates: "events"')} await client.ready;`);
            await until(() => server.streams.size === 1, "a stream");
            server.publish(new Publication(2));
            for (const tab of tabs) await until(async () => await tab.run("return screen()") === "Detail2", "the release in each tab");
            assert.deepEqual([server.count("/events"), server.count(server.current.index.digest)], [1, 1]);
            await tabs[0].go(`${site.base}/empty`);
            await until(() => server.count("/events") === 2 && server.streams.size === 1, "another tab's stream");
            server.publish(new Publication(3));
            for (const tab of tabs.slice(1)) await until(async () => await tab.run("return screen()") === "Detail3", "the release in the other tabs");
        });

        await within("a page that is left ends its stream, and one that is shown again goes on", async ({server, page}) => {
            server.onStream = current => stream(current.event);
            await page.run(`${client(server, 'updates: "events"')} await client.ready;`);
            await until(() => server.streams.size === 1);
            await page.run("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))");
            await until(() => server.streams.size === 0);
            await page.run("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))");
            await until(() => server.streams.size === 1);
        });

        await within("a worker answers like a page", async ({server, page}) => {
            const found = await page.run(`
                const worker = new Worker("/worker.mjs?server=${encodeURIComponent(server.base)}", {type: "module"});
                worker.postMessage("https://moments.example.com/m/7");
                return new Promise(resolve => { worker.onmessage = ({data}) => resolve(data); });`);
            assert.deepEqual(found, {version: 1, screen: "Detail1"});
        });

        await within("a service worker answers like a page, and polls where a stream was wished", async ({server, page}) => {
            const found = await page.run(`
                const registration = await navigator.serviceWorker.register("/worker.mjs?updates=events&server=${encodeURIComponent(server.base)}", {type: "module"});
                const worker = registration.installing ?? registration.active;
                const answer = new Promise(resolve => { navigator.serviceWorker.onmessage = ({data}) => resolve(data); });
                worker.postMessage("https://moments.example.com/m/7");
                const result = await answer;
                await registration.unregister();
                return result;`);
            assert.deepEqual(found, {version: 1, screen: "Detail1"});
            assert.equal(server.count("/events"), 0);
        });

        // A Firefox that is driven by Marionette keeps no page in that cache.
        if (Browser === Chromium) await within("a page in the back/forward cache comes back with its release, and goes on", async ({server, site, page}) => {
            server.onStream = current => stream(current.event);
            await page.run(`${client(server, 'updates: "events"')} await client.ready; window.addEventListener("pageshow", event => { window.isBack = event.persisted; });`);
            await until(() => server.streams.size === 1, "a stream");
            await page.go(`${site.base}/empty?2`);
            await until(() => server.streams.size === 0, "the end of the stream");
            await page.run("setTimeout(() => history.back())");
            await until(() => page.run("return window.isBack === true").catch(() => false), "the same page, from the cache");
            server.publish(new Publication(2));
            await until(async () => await page.run("return screen()") === "Detail2", "the next release");
            // The first poll may have found it before the stream was open.
            await until(() => server.streams.size === 1, "a stream again");
        });

        await t.test("where the policy forbids WebAssembly the client says so, and the server answers if it may", {skip: missing}, async t => {
            const server = await WaymarkServer.start(t);
            const site = await Site.start(t, server);
            const page = await browser.open(`${site.base}/forbidden`);
            t.after(() => page.close());
            await until(() => page.run("return Boolean(window.found)"), "the page's answers");
            const {hint, ...found} = await page.run("return window.found");
            assert.deepEqual(found, {code: "wasmForbidden", without: "not-ready", screen: "Search"});
            assert.match(hint, /wasm-unsafe-eval/);
        });

        await within("the interceptor takes plain clicks on links, and nothing else", async ({server, page}) => {
            const found = await page.run(`${client(server)} await client.refresh();
                const {linkInterceptor} = await import("/waymark/links.mjs");
                document.body.innerHTML = '<a href="https://moments.example.com/m/7"><b>x</b></a><a href="#part">y</a>'
                    + '<a href="https://moments.example.com/m/8" target="_blank">z</a><a href="https://moments.example.com/m/9" download>d</a>'
                    + '<a href="https://moments.example.com/none">n</a><a>no address</a><svg><a href="https://moments.example.com/m/1"><text>s</text></a></svg>';
                const screens = [];
                const end = linkInterceptor(document, {client, onScreen: ({screen, parameters}) => screens.push(screen + parameters.id)});
                const taken = [];
                // Keeps the page where it is, after the interceptor.
                addEventListener("click", event => { taken.push(event.defaultPrevented); event.preventDefault(); });
                const click = (element, more) => element.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, composed: true, ...more}));
                const [link, ...others] = document.querySelectorAll("a");
                click(link.firstChild);
                for (const key of ["ctrlKey", "metaKey", "shiftKey", "altKey"]) click(link, {[key]: true});
                click(link, {button: 1});
                others.forEach(other => click(other));
                link.addEventListener("click", event => event.preventDefault(), {once: true});
                click(link);
                end();
                click(link);
                return {screens, taken: taken.map(Number).join("")};`);
            assert.deepEqual(found, {screens: ["Detail17"], taken: "10000000000010"});
        });

        await within("all vectors (C7.1)", async ({page}) => {
            const names = readdirSync(new URL("../../Config/vectors/", import.meta.url))
                .filter(name => name.endsWith(".json") && !["heads.json", "schema.json"].includes(name));
            const {count, wrong} = await page.run(`
                const [{Waymark}, {answerVectors}] = await Promise.all([import("/waymark/waymark.mjs"), import("/vectors.mjs")]);
                const load = name => Waymark.load(fetch("/waymark/waymark-" + name + ".wasm"));
                const files = {};
                for (const name of ${JSON.stringify(names)}) files[name.slice(0, -5)] = await (await fetch("/vectors/" + name)).json();
                const {count, wrong} = answerVectors({engine: await load("engine"), resolver: await load("resolver")}, files);
                return {count, wrong: wrong.slice(0, 5)};`);
            assert.deepEqual(wrong, []);
            assert.ok(count > 3000, `${count}`);
        });
    });
}
