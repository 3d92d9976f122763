// Drives Chromium by the DevTools protocol over a WebSocket.
import {spawn} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {until} from "./basics.mjs";

export class Chromium {
    static binary = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
    name = "Chromium";
    /** More flags of its command line. */
    flags = [];
    /** Called with each event of the domains that a test has enabled. */
    onEvent = undefined;
    #calls = new Map();
    #last = 0;

    async start() {
        this.home = mkdtempSync(join(tmpdir(), "waymark-chromium-"));
        // Without its sandbox, which needs user namespaces that a container seldom has; it loads pages of the tests only.
        this.process = spawn(Chromium.binary, [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            "--no-first-run", "--remote-debugging-port=0", `--user-data-dir=${this.home}`, ...this.flags, "about:blank",
        ], {stdio: "ignore"});
        const port = join(this.home, "DevToolsActivePort");
        await until(() => existsSync(port) && readFileSync(port, "utf8").includes("\n/"), "Chromium starts");
        const [number, path] = readFileSync(port, "utf8").split("\n");
        this.socket = new WebSocket(`ws://127.0.0.1:${number}${path}`);
        await new Promise((resolve, reject) => { this.socket.onopen = resolve; this.socket.onerror = reject; });
        this.socket.onmessage = ({data}) => {
            const {id, result, error, ...event} = JSON.parse(data);
            if (id === undefined) this.onEvent?.(event);
            const call = this.#calls.get(id);
            this.#calls.delete(id);
            if (error) call?.reject(new Error(error.message));
            else call?.resolve(result);
        };
    }

    send(method, params = {}, sessionId = undefined) {
        this.#last += 1;
        const id = this.#last;
        this.socket.send(JSON.stringify({id, method, params, sessionId}));
        return new Promise((resolve, reject) => this.#calls.set(id, {resolve, reject}));
    }

    /** From here on tabs are those of a profile of their own, until `end`. */
    async begin() { this.context = (await this.send("Target.createBrowserContext")).browserContextId; }

    /** Closes the tabs since `begin`, and removes what they stored. */
    async end() { await this.send("Target.disposeBrowserContext", {browserContextId: this.context}); }

    /** A new tab, which is visible. */
    async open(url) {
        const {targetId} = await this.send("Target.createTarget", {url: "about:blank", browserContextId: this.context});
        const {sessionId} = await this.send("Target.attachToTarget", {targetId, flatten: true});
        const page = new ChromiumPage(this, targetId, sessionId);
        await page.send("Page.enable");
        if (url) await page.go(url);
        return page;
    }

    async stop() {
        const ended = new Promise(resolve => this.process.once("exit", resolve));
        this.socket?.close();
        this.process.kill("SIGKILL");
        await ended;
        rmSync(this.home, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
    }
}

class ChromiumPage {
    constructor(browser, target, session) { Object.assign(this, {browser, target, session}); }

    send(method, params) { return this.browser.send(method, params, this.session); }

    /** Loads an address, and waits until the document is complete. */
    async go(url) {
        const {errorText} = await this.send("Page.navigate", {url});
        if (errorText) throw new Error(errorText);
        await this.loaded();
    }

    async loaded() {
        await until(() => this.run("return document.readyState === 'complete' && location.href !== 'about:blank'").catch(() => false), "the page is loaded");
    }

    async reload() {
        await this.run("window.isOld = true");
        await this.send("Page.reload");
        await until(() => this.run("return !window.isOld").catch(() => false), "the page is loaded again");
        await this.loaded();
    }

    /** Runs the text of an async function in the page; the result is JSON. */
    async run(text) {
        const expression = `(async () => { ${text} })()`;
        const {result, exceptionDetails} = await this.send("Runtime.evaluate", {expression, awaitPromise: true, returnByValue: true});
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Takes the network from the page, or gives it back. */
    async setOffline(offline) {
        await this.send("Network.enable");
        await this.send("Network.emulateNetworkConditions", {offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1});
    }

    close() { return this.browser.send("Target.closeTarget", {targetId: this.target}); }
}
