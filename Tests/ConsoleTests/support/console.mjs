// The console of a real server, in a browser, as a person uses it: by the names of buttons, links and fields.
import {existsSync, readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {until} from "../../WebClientTests/support/basics.mjs";
import {Chromium} from "../../WebClientTests/support/chromium.mjs";
import {WaymarkServer} from "../../WebClientTests/support/waymark.mjs";

export {until};

const axeFile = fileURLToPath(new URL("../../../.build/axe/axe_playwright_python/axe.min.js", import.meta.url));

/** A server with the example app, and its console; `flags` are more flags of `serve`. */
export async function start(test, ...flags) {
    const server = await WaymarkServer.start(test, ...flags);
    const request = api(server);
    return {
        server, base: server.base, token: server.token, api: request,
        /** Ends all sessions of the console, as an administrator does. */
        async endSessions() {
            for (const {id} of (await request("GET", "/v1/sessions")).sessions) await request("DELETE", `/v1/sessions/${id}`);
        },
    };
}

/** Requests of the same API that the console uses, with the administrator's token. */
const api = server => async (method, path, body, ifMatch = "*") => {
    const answer = await fetch(`${server.base}${path}`, {
        method, headers: {Authorization: `Bearer ${server.token}`, "Content-Type": "application/json", "If-Match": ifMatch},
        body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
};

/** Notes the errors that the browser's pages report. */
export function noteErrors(browser) {
    browser.errors = [];
    browser.onEvent = ({method, params}) => {
        if (method === "Runtime.exceptionThrown") browser.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(params.type)) browser.errors.push(JSON.stringify(params.args));
        // A refusal of the server is no error of the page.
        if (method === "Log.entryAdded" && params.entry.source !== "network") browser.errors.push(params.entry.text);
    };
}

/** What stands in the page for people: elements by their name, and what they do with them. */
const inPage = `
    const nameOf = element => (element.getAttribute("aria-label") ?? element.textContent).trim();
    const isSeen = element => element.checkVisibility() && !element.closest("[inert]");
    const scope = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const find = (selector, name) => [...scope().querySelectorAll(selector)].find(element => isSeen(element) && nameOf(element) === name)
        ?? [...scope().querySelectorAll(selector)].find(element => isSeen(element) && nameOf(element).includes(name));
    const control = label => {
        const found = [...scope().querySelectorAll("label")].find(element => isSeen(element) && nameOf(element) === label);
        if (found) return document.getElementById(found.htmlFor) ?? found.querySelector("input, select, textarea");
        return [...scope().querySelectorAll("input, select, textarea")].find(element => isSeen(element) && element.getAttribute("aria-label") === label);
    };
`;

/** A tab of the console. */
export class Tab {
    constructor(page, base) { Object.assign(this, {page, base}); }

    static async open(browser, base) {
        const page = await browser.open();
        if (browser instanceof Chromium) {
            await page.send("Runtime.enable");
            await page.send("Log.enable");
        }
        return new Tab(page, base);
    }

    run(text) { return this.page.run(inPage + text); }

    async go(path) {
        await this.page.go(this.base + path);
        await this.page.loaded();
    }

    /** Waits until the page shows a text. */
    async shows(text) {
        await until(() => this.run(`return document.body.innerText.includes(${JSON.stringify(text)})`).catch(() => false), `the page shows "${text}"`)
            .catch(async error => { throw new Error(`${error.message}; it shows: ${await this.text()}`); });
    }

    text() { return this.run("return document.body.innerText"); }

    /** Presses a button, follows a link or opens a fold; looks and presses in one step, because a page may draw it anew. */
    async press(name) {
        await until(() => this.run(`
            const found = find("button, a, summary", ${JSON.stringify(name)});
            if (!found || found.disabled) return false;
            found.click();
            return true;
        `), `there is "${name}"`);
    }

    /**
     * Presses what is there now, after an event that may cover it: a session's end is told by the press, or by what the page asks for in
     * the background, every five seconds, which then shows the sign-in first.
     */
    async pressAfter(event, name) {
        await until(() => this.run(`
            window.pressed = find("button, a, summary", ${JSON.stringify(name)});
            return Boolean(window.pressed && !window.pressed.disabled);
        `), `there is "${name}"`);
        await event();
        await this.run("window.pressed.click()");
    }

    /** Enters a value into the field with this label, in one step for the same reason. */
    async enter(label, value) {
        await until(() => this.run(`
            const field = control(${JSON.stringify(label)});
            if (!field) return false;
            field.focus();
            if (field.type === "checkbox") { if (field.checked !== ${JSON.stringify(value)}) field.click(); return true; }
            const prototype = {INPUT: HTMLInputElement, TEXTAREA: HTMLTextAreaElement, SELECT: HTMLSelectElement}[field.tagName].prototype;
            Object.getOwnPropertyDescriptor(prototype, "value").set.call(field, ${JSON.stringify(value)});
            field.dispatchEvent(new Event("input", {bubbles: true}));
            field.dispatchEvent(new Event("change", {bubbles: true}));
            return true;
        `), `there is the field "${label}"`);
    }

    async signIn(token) {
        await this.enter("Token", token);
        await this.press("Sign in");
        await until(() => this.run("return Boolean(document.querySelector('nav'))"), "the console is there")
            .catch(async error => { throw new Error(`${error.message}; it shows: ${await this.text()}`); });
    }
}

/** What axe-core finds in the page, in both themes. */
export async function accessibility(tab) {
    const found = [];
    for (const value of ["light", "dark"]) {
        await tab.page.send("Emulation.setEmulatedMedia", {features: [{name: "prefers-color-scheme", value}, {name: "prefers-reduced-motion", value: "reduce"}]});
        await tab.page.send("Runtime.evaluate", {expression: readFileSync(axeFile, "utf8")});
        const violations = await tab.page.run("return (await axe.run()).violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(node => node.html + ' ' + (node.any[0]?.message ?? '')).join(' | ')}`)");
        found.push(...violations.map(text => `${value}: ${text}`));
    }
    return found;
}

/** The tasks of the threads that run pages, while `work` is done: their milliseconds of processor time, longest first; and all events. */
async function traced(browser, work) {
    const events = [];
    const {onEvent} = browser;
    const complete = new Promise(resolve => {
        browser.onEvent = event => {
            if (event.method === "Tracing.dataCollected") events.push(...event.params.value);
            else if (event.method === "Tracing.tracingComplete") resolve();
            else onEvent(event);
        };
    });
    await browser.send("Tracing.start", {traceConfig: {includedCategories: ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"]}});
    try {
        await work();
    } finally {
        await browser.send("Tracing.end");
        await complete;
        browser.onEvent = onEvent;
    }
    const isMain = new Set(events.filter(({name, args}) => name === "thread_name" && args.name === "CrRendererMain").map(({pid, tid}) => `${pid}/${tid}`));
    const tasks = events.filter(({name, pid, tid, tdur}) => name === "RunTask" && tdur !== undefined && isMain.has(`${pid}/${tid}`))
        .map(({pid, tdur}) => ({pid, time: tdur / 1000})).sort((a, b) => b.time - a.time);
    return {tasks, events};
}

/** Milliseconds of processor time that `fixedWork` takes on the machine for which limits of tasks are given. */
const fixedWorkMeant = 30;

/** However slow a machine is, a limit of tasks is not more times as high. */
const slowerMax = 4;

/** Makes, styles and lays out 2,500 elements. */
const fixedWork = `
    performance.mark("fixed work");
    const box = document.body.appendChild(document.createElement("div"));
    for (let row = 0; row < 500; row += 1) {
        const line = box.appendChild(document.createElement("div"));
        for (let column = 0; column < 4; column += 1) line.appendChild(document.createElement("span")).textContent = "https://moments.example.com/" + row + "/" + column + " ";
    }
    const {height} = box.getBoundingClientRect();
    box.remove();
    return height;
`;

/**
 * What `fixedWork` takes now in a page of one line: the fastest of five runs, as the first ones find the browser's caches empty. The
 * page is of the same site, because a trace waits for seconds for a process that the browser has just left.
 */
async function fixedWorkTime(browser, tab) {
    await tab.go("/healthz");
    const {tasks, events} = await traced(browser, async () => { for (let run = 0; run < 5; run += 1) await tab.run(fixedWork); });
    const {pid} = events.find(({name}) => name === "fixed work");
    const times = tasks.filter(task => task.pid === pid && task.time > fixedWorkMeant / 6).map(({time}) => time);
    if (times.length === 0) throw new Error("the trace has no fixed work");
    return times.at(-1);
}

/**
 * The longest tasks of a page in milliseconds of processor time of the machine for which limits are given: they are divided by how much
 * slower this one does a fixed piece of work right before them, since a machine with other work needs more processor time for everything.
 * The best of three attempts, of which the first within `limit` is the last one. `work` begins with the address of the page.
 */
export async function longestTasks(browser, tab, limit, work) {
    let best;
    for (let attempt = 0; attempt < 3 && !(best?.times[0] <= limit); attempt += 1) {
        const unit = await fixedWorkTime(browser, tab);
        const {tasks} = await traced(browser, work);
        const slower = Math.min(Math.max(1, unit / fixedWorkMeant), slowerMax);
        const times = tasks.map(({time}) => time / slower);
        if (!best || times[0] < best.times[0]) best = {times, slower, unit};
    }
    const {times, slower, unit} = best;
    return {times, text: `${times.slice(0, 5).map(time => Math.round(time)).join(", ")} ms of processor time, on a machine slower by ${slower.toFixed(2)}: the fixed work took ${unit.toFixed(1)} ms`};
}

export const noAxe = existsSync(axeFile) || process.env.CI === "true" ? false : "no axe-core: Config/scripts/install-libraries console";
