// What a person with bad intentions, or a hurried one, does: double clicks, back in the middle, values of the wrong kind or size, odd names.
import assert from "node:assert/strict";
import {test} from "node:test";
import {readContext} from "../../Sources/Server/Console/contexts.mjs";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, start, until} from "./support/console.mjs";
import {launch} from "./support/launch.mjs";

const skip = missing || !Chromium.binary;
const app = "/console/apps/moments";

async function opened(context, path) {
    const console = await start(context);
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(console.token);
    return {...console, browser, tab};
}

/** Clicks so many times as a mouse does. */
async function click(tab, name, count) {
    await until(() => tab.run(`return Boolean(find("button, a", ${JSON.stringify(name)}))`), `there is "${name}"`);
    const [x, y] = await tab.run(`const found = find("button, a", ${JSON.stringify(name)}); found.scrollIntoView({block: "center"}); const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2];`);
    for (let clickCount = 1; clickCount <= count; clickCount += 1) {
        for (const type of ["mousePressed", "mouseReleased"]) await tab.page.send("Input.dispatchMouseEvent", {type, x, y, button: "left", clickCount});
    }
}

test("quick clicks do a thing once: add, open, store, undo, publish", {skip}, async context => {
    const {tab, api, browser} = await opened(context, `${app}/new-rule`);
    const expectations = async () => (await api("GET", "/v1/apps/moments/expectations")).expectations.length;
    await tab.enter("Name", "double");
    await tab.enter("Address 1", "/double");
    await tab.enter("Screen", "Double");
    await click(tab, "Add to the draft", 3);
    await tab.shows("Added to the draft");
    await tab.go(`${app}/expectations`);
    await tab.shows("No expectations yet");
    await click(tab, "Add an expectation", 2);
    assert.equal(await tab.run("return document.querySelectorAll('dialog').length"), 1);
    await tab.enter("Address", "https://moments.example.com/double");
    await tab.enter("Screen", "Double");
    await click(tab, "Store", 3);
    await tab.shows("It holds.");
    assert.equal(await expectations(), 1);
    await click(tab, "Undo", 3);
    await until(async () => await expectations() === 0, "it is undone");
    await tab.shows("Put back as it was.");
    await tab.go(`${app}/review`);
    await tab.press("Publish 1 change to production");
    await tab.enter("Message", "once");
    await click(tab, "Publish 1 change to production", 3);
    await tab.shows("Release 2 is live on production.");
    const stored = await api("GET", "/v1/apps/moments/draft");
    assert.deepEqual(stored.rules.filter(({id}) => id.startsWith("double")).map(({id}) => id), ["double"]);
    assert.equal((await api("GET", "/v1/apps/moments/releases")).releases.length, 2);
    assert.deepEqual(browser.errors, []);
});

test("back closes a dialog with its screen, keeps what was entered, and ends no request of the other screen", {skip}, async context => {
    const {tab, browser, api} = await opened(context, `${app}/rules`);
    const dialogs = () => tab.run("return document.querySelectorAll('dialog').length");
    await tab.shows("11 rules");
    await tab.press("Expectations");
    await tab.press("Add an expectation");
    await tab.enter("Address", "https://moments.example.com/kept");
    await tab.run("history.back()");
    await tab.shows("11 rules");
    assert.equal(await dialogs(), 0);
    await tab.run("history.forward()");
    await tab.press("Add an expectation");
    await tab.shows("Your unsaved text is back.");
    assert.equal(await tab.run("return control('Address').value"), "https://moments.example.com/kept");
    // A question over the dialog goes with it, and what was to be stored is not.
    await tab.enter("Screen", "Mine");
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "https://moments.example.com/kept", expect: {screen: "Theirs"}}]});
    await tab.press("Store");
    await tab.shows("Two people changed this");
    await tab.run("history.back()");
    await tab.shows("11 rules");
    await until(async () => await dialogs() === 0, "both dialogs are closed");
    assert.equal((await api("GET", "/v1/apps/moments/expectations")).expectations[0].expect.screen, "Theirs");
    await tab.run("history.forward()");
    await tab.press("Add an expectation");
    await tab.shows("Your unsaved text is back.");
    await tab.press("Cancel");
    await tab.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true}))");
    await until(() => tab.run("return document.querySelector('dialog.palette') !== null"), "the palette is open");
    await tab.run("history.back()");
    await tab.shows("11 rules");
    assert.equal(await dialogs(), 0);
    assert.deepEqual(browser.errors, []);
});

test("a session that ends while a dialog is sent loses nothing, and the dialog's action is done once", {skip}, async context => {
    const {tab, browser, api, token, endSessions} = await opened(context, `${app}/expectations`);
    await tab.press("Add an expectation");
    await tab.enter("Address", "https://moments.example.com/nowhere");
    await tab.enter("It must", "unmatched");
    await tab.pressAfter(endSessions, "Store");
    await tab.shows("Your session has ended");
    await tab.signIn(token);
    await tab.shows("It holds.");
    assert.equal((await api("GET", "/v1/apps/moments/expectations")).expectations.length, 1);
    assert.deepEqual(browser.errors, []);
});

test("addresses that no server would take are not made: the page can always be loaded again", {skip}, async context => {
    const {tab, browser} = await opened(context, `${app}/try`);
    const long = Array.from({length: 20}, (_, index) => `https://moments.example.com/feed?${"x".repeat(7000)}${index}`).join("\n");
    await tab.enter("Addresses", long);
    await tab.press("Show where they lead");
    await tab.shows("These lines are too long for the address of a page.");
    await tab.enter("Addresses", "https://moments.example.com/feed");
    await tab.press("Show where they lead");
    await tab.shows("Why?");
    await tab.go(`${app}/rules`);
    await tab.shows("11 rules");
    await tab.enter("Filter rules", "x".repeat(50_000));
    await tab.shows("0 of 11 rules");
    await tab.page.reload();
    await tab.shows("11 rules");
    assert.deepEqual(browser.errors, []);
});

test("a rule as JSON whose values are of the wrong kind has no form, and is told so; the text stays", {skip}, async context => {
    const {tab, browser} = await opened(context, `${app}/rules/feed/edit?view=json`);
    for (const text of ['{"match": 5, "to": null, "when": []}', '{"match": [null], "to": {"screen": {}}}', '{"match": ["/x"], "to": {"screen": "S", "parameters": []}, "when": {"platform": "ios", "rollout": 5}}', '{"id": 5, "note": {}, "priority": "high"}']) {
        await tab.enter("The rule as JSON", text);
        await tab.press("Form");
        await tab.shows("A part of this rule has another kind of value than a form can show.");
        await tab.press("JSON");
        assert.deepEqual(JSON.parse(await tab.run("return control('The rule as JSON').value")), JSON.parse(text));
    }
    for (const text of ["null", "1", "[]", "[".repeat(100_000)]) {
        await tab.enter("The rule as JSON", text);
        await tab.shows("This is no JSON yet.");
    }
    await tab.enter("The rule as JSON", JSON.stringify({match: ["/feed"], to: {screen: "Feed"}, note: "n".repeat(1_000_000)}));
    await tab.shows("4096 are allowed");
    assert.deepEqual(browser.errors, []);
});

test("addresses of the console with odd names and numbers say what is missing", {skip, timeout: 300_000}, async context => {
    const {tab, api, browser} = await opened(context, "/console/");
    await api("POST", "/v1/apps", {app: "constructor"});
    for (const id of ["constructor", "valueof"]) await api("POST", "/v1/apps/moments/draft/rules", {id, match: [`/${id}`], to: {screen: "S", parameters: {constructor: "1"}}});
    await api("PUT", "/v1/apps/moments/channels/constructor", {version: 1, public: true});
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "__proto__", expect: {failed: true}}, {url: "constructor", expect: {failed: "invalid-address"}}]});
    for (const [path, shown] of [
        ["/console/", "constructor"], [`${app}/rules`, "constructor"], [`${app}/rules/constructor/edit`, "Addresses that move"], [`${app}/rules/__proto__/edit`, "There is nothing here"],
        [`${app}/review?channel=constructor`, "Publish 2 changes to constructor"], [`${app}/review?channel=__proto__`, "__proto__ is not the name of a channel"], [`${app}/releases?channel=__proto__&moved=x&days=x&at=x`, "What clients have"],
        [`${app}/compare?from=x&to=-1`, "There is nothing here"], [`${app}/releases/99999999999999999999`, "There is nothing here"], [`${app}/releases/1e3`, "There is nothing here"], [`${app}/expectations?q=__proto__`, "1 of 2 are shown."],
        [`${app}/try?with=draft,draft,999999&url=%00&for=__proto__%3D1&at=x`, "Show where they lead"], [`${app}/link?address=x&os=constructor&inApp=__proto__`, "x is not an address of a host"], [`${app}/audit?from=x`, "The server refused this"],
        ["/console/audit/-5", "There is nothing here"], ["/console/audit?action=constructor", "The server refused this"], ["/console/apps/constructor/rules", "No rules yet"], ["/console/apps/__proto__/rules", "There is no app __proto__"],
        ["/console/apps/%00/rules", "There is nothing here"], ["/console/apps/..%2f..%2fx/rules", "There is no app ../../x"], ["/console/apps/%E0%A4%A/rules", "There is nothing here"], ["/console/apps//rules", "There is no such page"],
        [`${app}/import?format=constructor`, "Try it"], [`${app}/new-rule?from=__proto__`, "New rule"],
    ]) {
        await tab.go(path);
        await tab.shows(shown);
        assert.doesNotMatch(await tab.text(), /This page has an error|undefined|NaN|\[object/i, path);
    }
    assert.deepEqual(browser.errors, []);
});

test("names of members of every object are names in a context, too", () => {
    const {context, unknown} = readContext("__proto__=1 constructor=2 attributes.__proto__=3");
    assert.equal(unknown, "");
    assert.equal(JSON.stringify(context), '{"__proto__":"1","constructor":"2","attributes":{"__proto__":"3"}}');
});
