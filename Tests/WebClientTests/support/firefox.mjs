// Drives Firefox by Marionette: packets of `LENGTH:JSON` over TCP, as Debian has no geckodriver.
import {spawn} from "node:child_process";
import {existsSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {connect} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {freePort} from "./waymark.mjs";
import {until} from "./basics.mjs";

export class Firefox {
    static binary = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);
    name = "Firefox";
    #calls = new Map();
    #last = 0;
    #received = Buffer.alloc(0);
    /** Commands go to one tab, so that each of a page is sent together with the switch to it. */
    #queue = Promise.resolve();

    async start() {
        this.home = mkdtempSync(join(tmpdir(), "waymark-firefox-"));
        const port = await freePort();
        const settings = {
            "marionette.port": port, "datareporting.policy.dataSubmissionEnabled": false, "app.update.enabled": false,
            "browser.shell.checkDefaultBrowser": false, "toolkit.telemetry.enabled": false, "network.captive-portal-service.enabled": false,
            "network.connectivity-service.enabled": false, "browser.startup.page": 0, "services.settings.server": "",
        };
        writeFileSync(join(this.home, "user.js"), Object.entries(settings)
            .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
        this.process = spawn(Firefox.binary, ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", this.home], {
            stdio: "ignore", env: {...process.env, HOME: this.home},
        });
        for (let tries = 0; !this.socket; tries += 1) {
            this.socket = await new Promise(resolve => {
                const socket = connect(port, "127.0.0.1", () => resolve(socket));
                socket.on("error", () => resolve(undefined));
            });
            if (!this.socket && tries === 600) throw new Error("Firefox does not start");
            if (!this.socket) await new Promise(resolve => setTimeout(resolve, 100));
        }
        this.socket.on("data", chunk => this.#read(chunk));
        await this.send("WebDriver:NewSession", {capabilities: {alwaysMatch: {acceptInsecureCerts: true}}});
        this.first = (await this.send("WebDriver:GetWindowHandle")).value;
        await this.send("WebDriver:SetTimeouts", {script: 60_000, pageLoad: 60_000});
    }

    #read(chunk) {
        this.#received = Buffer.concat([this.#received, chunk]);
        for (;;) {
            const colon = this.#received.indexOf(58);
            const length = Number(this.#received.toString("latin1", 0, Math.max(colon, 0)));
            if (colon < 0 || this.#received.length < colon + 1 + length) return;
            const packet = JSON.parse(this.#received.toString("utf8", colon + 1, colon + 1 + length));
            this.#received = this.#received.subarray(colon + 1 + length);
            if (!Array.isArray(packet)) continue;
            const [, id, error, result] = packet;
            const call = this.#calls.get(id);
            this.#calls.delete(id);
            if (error) call?.reject(new Error(`${error.error}: ${error.message}`));
            else call?.resolve(result);
        }
    }

    send(name, params = {}) {
        this.#last += 1;
        const id = this.#last;
        const packet = JSON.stringify([0, id, name, params]);
        this.socket.write(`${Buffer.byteLength(packet)}:${packet}`);
        return new Promise((resolve, reject) => this.#calls.set(id, {resolve, reject}));
    }

    /** Sends a command to a tab. */
    sendTo(handle, name, params) {
        const result = this.#queue.then(async () => {
            await this.send("WebDriver:SwitchToWindow", {handle});
            return this.send(name, params);
        });
        this.#queue = result.catch(() => {});
        return result;
    }

    /** Runs a script with the rights of the browser itself. */
    async privileged(script, ...args) {
        await this.#queue;
        await this.send("Marionette:SetContext", {value: "chrome"});
        const {value} = await this.send("WebDriver:ExecuteScript", {script, args});
        await this.send("Marionette:SetContext", {value: "content"});
        return value;
    }

    /** The errors and violations of policies that pages of this origin have reported; a stream that the server ended is none. */
    async reported(origin) {
        return this.privileged(`return Services.console.getMessageArray().filter(message => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag)
            && (message.sourceName ?? "").startsWith(arguments[0]) && message.category !== "Event Source").map(message => message.category + ": " + message.errorMessage);`, origin);
    }

    /** Forgets the errors that pages have reported. */
    begin() { return this.privileged("Services.console.reset()"); }

    /** Closes all tabs except the first, and removes what they stored. */
    async end() {
        for (const handle of await this.send("WebDriver:GetWindowHandles")) if (handle !== this.first) await this.sendTo(handle, "WebDriver:CloseWindow");
        await this.sendTo(this.first, "WebDriver:SwitchToWindow", {handle: this.first});
        await this.send("Marionette:SetContext", {value: "chrome"});
        await this.send("WebDriver:ExecuteAsyncScript", {script: "const [done] = arguments; Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, () => done())", args: []});
        await this.send("Marionette:SetContext", {value: "content"});
    }

    async open(url) {
        const {handle} = await this.sendTo(this.first, "WebDriver:NewWindow", {type: "tab"});
        const page = new FirefoxPage(this, handle);
        if (url) await page.go(url);
        return page;
    }

    async stop() {
        const ended = new Promise(resolve => this.process.once("exit", resolve));
        this.socket?.destroy();
        this.process.kill("SIGKILL");
        await ended;
        rmSync(this.home, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
    }
}

class FirefoxPage {
    constructor(browser, handle) { Object.assign(this, {browser, handle}); }

    go(url) { return this.browser.sendTo(this.handle, "WebDriver:Navigate", {url}); }

    /** As the button does it: a reload by Marionette passes the service worker by. */
    async reload() {
        await this.run("window.isOld = true; setTimeout(() => location.reload())");
        await until(() => this.run("return !window.isOld").catch(() => false), "the page is loaded again");
        await this.loaded();
    }

    async loaded() {
        await until(() => this.run("return document.readyState === 'complete'").catch(() => false), "the page is loaded");
    }

    /** Runs the text of an async function in the page; the result is JSON. */
    async run(text) {
        const script = `const [done] = arguments; (async () => { ${text} })()
            .then(value => done(JSON.stringify({value})), error => done(JSON.stringify({error: error + " " + error.stack})));`;
        // In the page's own world, not in a sandbox.
        const {value} = await this.browser.sendTo(this.handle, "WebDriver:ExecuteAsyncScript", {script, args: [], sandbox: null, newSandbox: false});
        const {value: result, error} = JSON.parse(value);
        if (error !== undefined) throw new Error(error);
        return result;
    }

    /** Takes the network from the browser, or gives it back; requests to this machine go to a proxy that is not there meanwhile. */
    setOffline(offline) {
        return this.browser.privileged(`
            const prefs = {"network.proxy.type": arguments[0] ? 1 : 0, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 1, "network.proxy.allow_hijacking_localhost": true};
            for (const [name, value] of Object.entries(prefs)) Services.prefs[typeof value === "number" ? "setIntPref" : typeof value === "string" ? "setCharPref" : "setBoolPref"](name, value);
            Services.io.offline = arguments[0];`, offline);
    }

    close() { return this.browser.sendTo(this.handle, "WebDriver:CloseWindow"); }
}
