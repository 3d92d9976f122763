// What people rely on when something goes wrong: nothing entered is lost, nothing is done twice, and no failure is silent.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {launch} from "./support/launch.mjs";

const skip = missing || !Chromium.binary;
const editor = id => `/console/apps/moments/rules/${id}/edit`;

async function opened(context, path, ...flags) {
    const console = await start(context, ...flags);
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(console.token);
    const other = async (path, token) => {
        const one = await Tab.open(browser, console.base);
        await one.go(path);
        if (token) await one.signIn(token);
        return one;
    };
    return {...console, console, browser, tab, other, rule: id => console.api("GET", `/v1/apps/moments/draft/rules/${id}`)};
}

/** Patches `fetch` of the page: `text` is a function `(path, options, next)`; requests of changes are noted in `window.sent`. */
const patch = (tab, text) => tab.run(`
    window.original ??= window.fetch;
    window.sent = [];
    const action = ${text};
    window.fetch = (path, options = {}) => {
        const method = options.method ?? "GET";
        if (method !== "GET" && String(path).startsWith("/v1/") && !/dryRun|check$|resolve/.test(path)) window.sent.push({method, path, key: options.headers["Idempotency-Key"], tag: options.headers["If-Match"]});
        return action(String(path), options, () => window.original(path, options));
    };
`);
const sent = tab => tab.run("return window.sent");

test("a text that is no JSON is kept over the form, a reload, the end of the session and a way through other screens", {skip}, async context => {
    const {tab, console, token, rule, browser} = await opened(context, `${editor("feed")}?view=json`);
    const text = '{"match": ["/feed"], "to": {"screen": "Fe';
    const stays = () => until(() => tab.run(`return control("The rule as JSON")?.value === ${JSON.stringify(text)}`), "the text is there");
    await tab.enter("The rule as JSON", text);
    await tab.shows("This is no JSON yet.");
    await tab.press("Form");
    await stays();
    await tab.page.reload();
    await stays();
    await tab.shows("Your unsaved text is back.");
    await tab.shows("This is no JSON yet.");
    await console.endSessions();
    await tab.page.reload();
    await tab.signIn(token);
    await stays();
    await tab.press("Rules");
    await tab.shows("11 rules");
    await tab.go(editor("feed"));
    await stays();
    if (!noAxe) assert.deepEqual(await accessibility(tab), []);
    await tab.press("Back to the last version that is JSON");
    await until(() => tab.run("return JSON.parse(control('The rule as JSON').value).to.screen === 'Feed'"), "the rule is back");
    await tab.press("Form");
    await until(() => tab.run("return control('Screen')?.value === 'Feed'"), "the form is there");
    assert.equal((await rule("feed")).to.screen, "Feed");
    await tab.page.reload();
    await tab.shows("Nothing to save.");
    assert.deepEqual(browser.errors, []);
});

test("what was merged before a failed Save is not overwritten by the next change", {skip}, async context => {
    const {tab, api, rule, browser} = await opened(context, editor("feed"));
    await tab.enter("Note", "mine");
    await api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "Feed"}, priority: 7});
    await patch(tab, `(path, options, next) => options.method === "PUT" && !path.includes("?") && window.sent.length === 2 ? Promise.reject(new TypeError("cut")) : next()`);
    await tab.press("Save in the draft");
    await tab.shows("The server cannot be reached");
    await tab.enter("Note", "mine, too");
    await tab.press("Save in the draft");
    await tab.shows("Saved");
    await until(async () => (await rule("feed")).note === "mine, too", "the note is stored");
    assert.equal((await rule("feed")).priority, 7, "what the other person stored stays");
    assert.deepEqual(browser.errors, []);
});

test("a repeated request after a lost answer keeps its key, also after a reload, and is done once", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/new-rule");
    const lose = () => patch(tab, `(path, options, next) => options.method === "POST" && path.endsWith("/draft/rules") && window.sent.length === 1
        ? next().then(() => { throw new TypeError("the connection was cut"); }) : next()`);
    await tab.enter("Name", "once");
    await tab.enter("Address 1", "/once");
    await tab.enter("Screen", "Once");
    await lose();
    await tab.press("Add to the draft");
    await tab.shows("The server may have done it all the same");
    await tab.press("Add to the draft");
    await tab.shows("Added to the draft");
    const [first, second] = await sent(tab);
    assert.ok(first.key && first.key === second.key, "the key is the same");
    assert.equal((await api("GET", "/v1/apps/moments/draft")).rules.filter(({id}) => id === "once").length, 1);

    await tab.go("/console/apps/moments/review");
    await tab.press("Publish 1 change to production");
    await tab.enter("Message", "the same");
    await patch(tab, `(path, options, next) => options.method === "POST" && path.endsWith("/releases") ? next().then(() => { throw new TypeError("the connection was cut"); }) : next()`);
    await tab.press("Publish 1 change to production");
    await tab.shows("The server cannot be reached");
    const [lost] = await sent(tab);
    const releases = (await api("GET", "/v1/apps/moments/releases")).releases.length;
    await tab.press("Publish 1 change to production");
    await until(async () => (await sent(tab)).length === 2, "it is sent again");
    assert.equal((await sent(tab))[1].key, lost.key);
    assert.equal((await api("GET", "/v1/apps/moments/releases")).releases.length, releases);
    assert.equal(await tab.run("return JSON.parse(sessionStorage.getItem('waymark.unanswered')).length"), 1, "it is known over a reload");
    assert.deepEqual(browser.errors, []);
});

test("Cancel ends the request of a dialog, and tells what may have happened", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/rules");
    await tab.shows("11 rules");
    const hang = () => patch(tab, `(path, options, next) => options.method === "PUT" && !path.includes("?")
        ? next().then(answer => new Promise((done, fail) => options.signal.addEventListener("abort", () => { window.ended = true; fail(options.signal.reason); }))) : next()`);
    await tab.enter("Select feed", true);
    await tab.press("Switch off");
    await hang();
    await tab.press("Switch off 1 rule");
    await until(async () => (await sent(tab)).length === 1, "the request is sent");
    await until(async () => (await api("GET", "/v1/apps/moments/draft/rules/feed")).enabled === false, "the server has done it");
    await tab.press("Cancel");
    await tab.shows("You stopped this while the server worked on it");
    await tab.shows("The server may have done it all the same");
    assert.ok(await tab.run("return window.ended"), "the request has ended");
    await tab.press("Cancel");
    await until(() => tab.run("return !document.querySelector('dialog') && document.querySelector('tr.is-off') !== null"), "the page shows what the server has");

    await patch(tab, `(path, options, next) => options.method === "PUT" && !path.includes("?")
        ? Promise.resolve(new Response(JSON.stringify({type: "urn:waymark:problem:outcome-unknown", status: 503, detail: "the disk did not answer"}), {status: 503, headers: {"Content-Type": "application/problem+json"}})) : next()`);
    await tab.enter("Select feed", true);
    await tab.press("Switch on");
    await tab.press("Switch on 1 rule");
    await tab.shows("It is not known whether this was done");
    await tab.shows("the disk did not answer");
    await tab.run("document.querySelector('dialog').dispatchEvent(new Event('cancel', {cancelable: true}))");
    await until(() => tab.run("return !document.querySelector('dialog')"), "Escape closes the dialog");
    assert.deepEqual(browser.errors, []);
});

test("the end of the session is noticed in all tabs, and a sign-in in one of them ends the question in the others", {skip}, async context => {
    const {tab, console, token, other, browser} = await opened(context, editor("feed"));
    const second = await other("/console/apps/moments/rules");
    await second.shows("11 rules");
    await tab.enter("Note", "unsaved");
    await tab.pressAfter(console.endSessions, "Save in the draft");
    await tab.shows("Your session has ended");
    await second.shows("Your session has ended");
    await second.signIn(token);
    await tab.shows("Saved in the draft");
    assert.equal(await tab.run("return document.querySelectorAll('dialog').length"), 0);

    await second.press("Sign out");
    await second.shows("It is sent once");
    await tab.shows("Your session has ended");
    assert.deepEqual(browser.errors, []);
});

test("a session that ends again is noticed again, and a late answer from before the sign-in asks for no other one", {skip}, async context => {
    const {tab, base, console, token, browser} = await opened(context, "/console/apps/moments/rules");
    await tab.run(`
        const {get} = await import(new URL("api.mjs", document.querySelector("script").src));
        window.ask = () => { get("/v1/apps?limit=7").then(() => { window.isAnswered = true; }, () => {}); };
    `);
    await patch(tab, `(path, options, next) => path === "/v1/apps?limit=7" && !window.answer ? next().then(answer => new Promise(resolve => { window.answer = () => resolve(answer); })) : next()`);
    for (let time = 0; time < 2; time += 1) {
        await console.endSessions();
        if (time === 0) await tab.run("window.ask()");
        await until(() => time > 0 || tab.run("return Boolean(window.answer)"), "the refusal is there, and held");
        await tab.run("new BroadcastChannel('waymark.session').postMessage('changed')");
        await tab.shows("Your session has ended");
        // What asked for the session may be answered late, too: it must not take the cookie of the next one.
        assert.equal((await tab.page.send("Network.getCookies", {urls: [base]})).cookies.length, 1);
        await tab.signIn(token);
        await until(() => tab.run("return !document.querySelector('dialog')"), "the question is gone");
    }
    await tab.run("window.answer()");
    await until(() => tab.run("return window.isAnswered && !document.querySelector('dialog')"), "the request is repeated in the new session");
    assert.deepEqual(browser.errors, []);
});

test("another person in another tab is noticed, and nothing of the first one is done or stored as theirs", {skip}, async context => {
    const {tab, api, other, rule, token, browser} = await opened(context, editor("feed"));
    const {token: theirs} = await api("POST", "/v1/tokens", {name: "Berta", role: "editor"});
    const second = await other("/console/apps/moments/rules");
    await second.shows("11 rules");
    await tab.enter("Note", "of the administrator");
    await second.press("Sign out");
    await second.shows("It is sent once");
    await tab.shows("Your session has ended");
    await second.signIn(theirs);
    await tab.shows("Another person has signed in");
    await tab.press("Go on as this person");
    await tab.shows("Berta");
    await until(() => tab.run("return control('Note')?.value === ''"), "the text of the administrator is not shown");
    assert.equal((await rule("feed")).note, undefined);
    await second.press("Sign out");
    await second.shows("It is sent once");
    await second.signIn(token);
    await tab.press("Go on as this person");
    await tab.shows("Your unsaved text is back.");
    assert.equal(await tab.run("return control('Note').value"), "of the administrator");
    assert.deepEqual(browser.errors, []);
});

test("who could not be signed out is told so", {skip}, async context => {
    const {tab, browser} = await opened(context, "/console/apps/moments/rules");
    await tab.shows("11 rules");
    await patch(tab, `(path, options, next) => options.method === "DELETE" ? Promise.reject(new TypeError("cut")) : next()`);
    await tab.press("Sign out");
    await tab.shows("The server cannot be reached");
    await tab.shows("11 rules");
    await patch(tab, "(path, options, next) => next()");
    await tab.press("Try again");
    await tab.shows("It is sent once");
    assert.deepEqual(browser.errors, []);
});

test("who signs out while the page looks for the session is not asked to sign in again", {skip}, async context => {
    const {tab, browser} = await opened(context, "/console/apps/moments/rules");
    await tab.shows("11 rules");
    // The look waits before the server, and so does the page that follows the sign-out: the old page goes on meanwhile. It runs no
    // scripts of a test then, but tells by a request how many dialogs it has after the look.
    const held = new Map();
    const {onEvent} = browser;
    browser.onEvent = event => {
        if (event.method !== "Fetch.requestPaused") return onEvent(event);
        const {requestId, request: {url}} = event.params;
        const name = new URL(url).pathname;
        return held.has(name) ? undefined : held.set(name, requestId);
    };
    await tab.page.send("Fetch.enable", {patterns: [{urlPattern: "*/v1/whoami"}, {urlPattern: "*/console/", resourceType: "Document"}, {urlPattern: "*/dialogs/*"}]});
    await patch(tab, `async (path, options, next) => {
        const answer = await next();
        if (path !== "/v1/whoami") return answer;
        const text = await answer.text();
        return Object.defineProperty(answer, "text", {value: async () => {
            setTimeout(() => window.original("/dialogs/" + document.querySelectorAll("dialog").length));
            return text;
        }});
    }`);
    await tab.run("document.dispatchEvent(new Event('visibilitychange'))");
    await until(() => held.has("/v1/whoami"), "the page looks for the session");
    await tab.press("Sign out");
    await until(() => held.has("/console/"), "the person has signed out");
    await tab.page.send("Fetch.continueRequest", {requestId: held.get("/v1/whoami")});
    await until(() => [...held.keys()].some(name => name.startsWith("/dialogs/")), "the page has the answer");
    assert.ok(held.has("/dialogs/0"), [...held.keys()].join());
    await tab.page.send("Fetch.disable");
    await tab.shows("It is sent once");
    assert.deepEqual(browser.errors, []);
});

test("who signs out is not asked to sign in again while the answer to that is on its way", {skip}, async context => {
    const {tab, browser} = await opened(context, "/console/apps/moments/rules");
    await tab.shows("11 rules");
    await patch(tab, `async (path, options, next) => {
        const answer = await next();
        if (options.method === "DELETE") await new Promise(resolve => { window.release = resolve; });
        if (path === "/v1/whoami") setTimeout(() => { window.looked = answer.status; }, 200);
        return answer;
    }`);
    await tab.press("Sign out");
    await until(() => tab.run("return Boolean(window.release)"), "the server has ended the session");
    await tab.run("document.dispatchEvent(new Event('visibilitychange'))");
    await until(() => tab.run("return window.looked === 401"), "the page has looked for the session");
    assert.equal(await tab.run("return document.querySelectorAll('dialog').length"), 0);
    await tab.run("window.release()");
    await tab.shows("It is sent once");
    assert.deepEqual(browser.errors, []);
});

test("a new version of the console is noticed, and loading it keeps what was entered", {skip}, async context => {
    const {tab, browser} = await opened(context, editor("feed"));
    await tab.enter("Note", "before the update");
    await patch(tab, `async (path, options, next) => path === "/console/" ? new Response((await (await next()).text()).replaceAll(/assets\\/\\w+\\//g, "assets/0123456789abcdef/")) : next()`);
    await tab.run("document.dispatchEvent(new Event('visibilitychange'))");
    await tab.shows("The server has a new version of this console.");
    if (!noAxe) assert.deepEqual(await accessibility(tab), []);
    await tab.press("Load it");
    await tab.shows("Your unsaved text is back.");
    assert.equal(await tab.run("return control('Note').value"), "before the update");
    await tab.run("document.dispatchEvent(new Event('visibilitychange'))");
    assert.ok(!(await tab.text()).includes("new version"));
    assert.deepEqual(browser.errors, []);
});

test("what cannot be read is told beside what can, with the server's words", {skip}, async context => {
    const {tab, browser} = await opened(context, "/console/apps/moments/settings");
    await tab.shows("Sites of the app");
    const refuse = part => patch(tab, `(path, options, next) => path.includes(${JSON.stringify(part)})
        ? Promise.resolve(new Response(JSON.stringify({type: "urn:waymark:problem:unavailable", status: 503, detail: "the words of the server"}), {status: 503, headers: {"Content-Type": "application/problem+json"}})) : next()`);
    for (const [part, place] of [["/draft/check", "Rules"], ["/draft/summary", "Settings"], ["/draft/summary", "Overview"]]) {
        await refuse(part);
        await tab.press(place);
        await tab.shows("the words of the server");
        await patch(tab, "(path, options, next) => next()");
    }
    assert.deepEqual(browser.errors, []);
});

test("who hears that a rule is saved finds the way back of this save there, not that of the one before", {skip}, async context => {
    const {tab, rule, browser} = await opened(context, editor("search"));
    const save = async note => {
        await tab.enter("Note", note);
        await tab.press("Save in the draft");
        await until(async () => (await rule("search")).note === note, `the note is ${note}`);
    };
    await save("first");
    await tab.shows("Saved in the draft");
    await tab.shows("Undo");
    // What the page reads after the next save waits, so that nothing follows the words.
    await patch(tab, `async (path, options, next) => {
        if ((options?.method ?? "GET") === "GET") await new Promise(resolve => { (window.held ??= []).push(resolve); });
        return next();
    }`);
    await save("second");
    await until(() => tab.run(`return document.getElementById("said").textContent.endsWith("\\u00a0")`), "the same words are said again");
    await tab.press("Undo");
    await patch(tab, "(path, options, next) => next()");
    await tab.run("window.held.forEach(resolve => resolve())");
    await until(async () => (await rule("search")).note === "first", "the note is that of before");
    assert.deepEqual(browser.errors, []);
});

test("an undo touches what its action wrote, in its place, and leaves what others changed since", {skip}, async context => {
    const {tab, api, rule, browser} = await opened(context, editor("search"));
    const draft = () => api("GET", "/v1/apps/moments/draft");
    const theirs = id => api("PUT", `/v1/apps/moments/draft/rules/${id}`, {match: [`/${id}`], to: {screen: "Theirs"}});
    const order = async () => (await draft()).rules.map(({id}) => id).filter(id => !id.startsWith("theirs")).join(" ");
    const before = await order();
    const undo = async () => {
        await tab.press("Undo");
        await tab.shows("Put back as it was.");
    };
    await tab.enter("Note", "mine");
    await tab.press("Save in the draft");
    await tab.shows("Saved in the draft");
    await theirs("theirs-1");
    await undo();
    assert.equal((await rule("search")).note, undefined);
    assert.equal((await rule("theirs-1")).to.screen, "Theirs");

    await tab.enter("Note", "mine");
    await tab.press("Save in the draft");
    await tab.shows("Saved in the draft");
    await theirs("search");
    await tab.press("Undo");
    await tab.shows("Nothing was undone");
    assert.equal((await rule("search")).to.screen, "Theirs");

    await tab.go(editor("search"));
    await tab.press("Remove");
    await tab.press("Remove from the draft");
    await tab.shows("search was removed from the draft.");
    await theirs("theirs-2");
    await tab.press("Undo");
    await until(async () => await order() === before, "the rule is in its place again");
    assert.equal((await rule("theirs-2")).to.screen, "Theirs");

    await tab.go("/console/apps/moments/review");
    await tab.press("Give up the edits of theirs-1");
    await tab.press("Give these edits up");
    await tab.shows("The draft is back.");
    await theirs("theirs-3");
    await undo();
    assert.deepEqual((await draft()).rules.map(({id}) => id).filter(id => id.startsWith("theirs")), ["theirs-1", "theirs-2", "theirs-3"]);

    await tab.go("/console/apps/moments/settings");
    const settings = () => api("GET", "/v1/apps/moments/draft/settings");
    await tab.enter("The app's own schemes", "moments\nrouter\nmine");
    await tab.press("Save in the draft");
    await tab.shows("The settings are saved in the draft.");
    await api("PUT", "/v1/apps/moments/draft/settings", {...await settings(), destinations: ["https://moments.example.com", "moments://moments.example.com", "https://theirs.example"]});
    await undo();
    assert.ok(!(await settings()).schemes.includes("mine"));
    assert.ok((await settings()).destinations.includes("https://theirs.example"));
    assert.deepEqual(browser.errors, []);
});

test("expectations of two people merge by address, context and instant; an undo takes back mine alone", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/expectations");
    const path = "/v1/apps/moments/expectations";
    const stored = async () => (await api("GET", path)).expectations.map(({url, context = {}, expect}) => `${url.split("/").at(-1)} ${Object.values(context)} ${expect.screen ?? "unmatched"}`).sort();
    const one = (name, expect, context) => ({url: `https://moments.example.com/${name}`, ...context ? {context} : {}, expect});
    await tab.press("Add an expectation");
    await tab.enter("Address", "https://moments.example.com/feed");
    await tab.enter("Screen", "Feed");
    await api("PUT", path, {expectations: [one("feed", {screen: "Feed"}, {platform: "ios"}), one("nowhere", {unmatched: true})]});
    await tab.press("Store");
    await tab.shows("The expectation is stored.");
    assert.deepEqual(await stored(), ["feed  Feed", "feed ios Feed", "nowhere  unmatched"]);
    await api("PUT", path, {expectations: [...(await api("GET", path)).expectations.filter(({url}) => !url.endsWith("nowhere")), one("timeline", {screen: "Login"})]});
    await tab.press("Undo");
    await tab.shows("Put back as it was.");
    assert.deepEqual(await stored(), ["feed ios Feed", "timeline  Login"]);

    await tab.go("/console/apps/moments/expectations");
    await tab.press("Change the expectation for https://moments.example.com/timeline");
    await tab.enter("Screen", "Mine");
    await api("PUT", path, {expectations: [one("timeline", {screen: "Theirs"})]});
    await tab.press("Store");
    await tab.shows("Two people changed this");
    await tab.shows("Theirs");
    await tab.press("Save with these");
    await tab.shows("The expectation is stored.");
    assert.deepEqual(await stored(), ["timeline  Mine"]);
    assert.deepEqual(browser.errors, []);
});

test("a dialog compares with what it showed when it was opened", {skip}, async context => {
    const {tab, api, browser} = await opened(context, "/console/apps/moments/releases/1");
    await api("POST", "/v1/apps/moments/draft/rules", {id: "seen", match: ["/seen"], to: {screen: "Seen"}});
    for (const [open, run] of [["Put it into the draft…", "Put it into the draft"], ["Publish it again…", "Publish it again"]]) {
        await tab.press(open);
        await tab.shows("by admin");
        await patch(tab, "(path, options, next) => next()");
        await api("PUT", "/v1/apps/moments/draft/rules/unseen", {match: ["/unseen"], to: {screen: "Unseen"}});
        await tab.run("for (const field of scope().querySelectorAll('input.unkept')) { field.value = field.closest('.field') ? 'production' : 'moments'; field.dispatchEvent(new Event('input', {bubbles: true})); }");
        await tab.press(run);
        await tab.shows("Another person changed this in the meantime");
        assert.ok((await api("GET", "/v1/apps/moments/draft")).rules.some(({id}) => id === "unseen"));
        await tab.press("Cancel");
    }
    assert.deepEqual(browser.errors, []);
});

test("Try asks once for each column, and expectations once for each place and instant", {skip}, async context => {
    const {tab, api, browser} = await opened(context, `/console/apps/moments/try?${new URLSearchParams({
        url: ["feed", "timeline", "nowhere"].map(name => `https://moments.example.com/${name}`).join("\n"), for: "platform=ios\nplatform=android\nsignedIn=true", with: "draft,1",
    })}`);
    const asked = async () => (await tab.run("return performance.getEntriesByType('resource').map(({name}) => name)")).filter(name => /resolve|resolutions/.test(name)).length;
    await until(() => tab.run("return document.querySelectorAll('table.matrix tbody tr').length === 9"), "all cells are there");
    await tab.shows("Timeline");
    assert.equal(await asked(), 2);
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [
        ...["ios", "android"].map(platform => ({url: "https://moments.example.com/feed", context: {platform}, expect: {screen: "Feed"}})),
        {url: "https://moments.example.com/nowhere", expect: {unmatched: true}}, {url: "https://moments.example.com/timeline", at: "2030-01-01T00:00:00Z", expect: {screen: "Login"}},
    ]});
    await tab.go("/console/apps/moments/expectations");
    await until(() => tab.run("return document.querySelectorAll('table.expected tbody tr').length === 4"), "the expectations are there");
    assert.equal(await asked(), 4);
    assert.ok(!(await tab.run("return document.querySelector('table.expected').innerText")).includes("–"));
    // A request has at most 1,024 pairs of an address and a context.
    await api("PUT", "/v1/apps/moments/expectations", {expectations: Array.from({length: 100}, (_, index) => ({url: `https://moments.example.com/feed?${index}`, context: {attributes: {a: String(index)}}, expect: {screen: "Feed"}}))});
    await tab.go("/console/apps/moments/expectations");
    await until(() => tab.run("return document.querySelectorAll('table.expected tbody tr').length === 100"), "all expectations are there");
    assert.equal(await asked(), 8);
    assert.ok(!/–|refused/.test(await tab.run("return document.querySelector('table.expected').innerText")));
    assert.deepEqual(browser.errors, []);
});
