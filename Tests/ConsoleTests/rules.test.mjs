// Rules: the list with its filter, the editor, edits of two people, many rules.
import assert from "node:assert/strict";
import {test} from "node:test";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, longestTasks, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

async function signedIn(context, Browser, path = "/console/apps/moments/rules") {
    const console = await start(context);
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(console.token);
    return {...console, console, browser, tab, rule: id => console.api("GET", `/v1/apps/moments/draft/rules/${id}`)};
}

const editor = id => `/console/apps/moments/rules/${id}/edit`;

for (const Browser of browsers) {
    test(`${Browser.name}: filter, add with a mistake, change, duplicate, switch off, put back, remove`, {skip: missing}, async context => {
        const {tab, rule, browser, api} = await signedIn(context, Browser);
        await tab.shows("11 rules");
        await tab.enter("Filter rules", "is:conditional -screen:Timeline");
        await tab.shows("2 of 11 rules");
        assert.match(await tab.run("return location.search"), /^\?q=is%3Aconditional/);
        await tab.go("/console/apps/moments/rules?q=is%3Apurple");
        await tab.shows("Not understood: is:purple");

        await tab.press("Add a rule");
        await tab.enter("Name", "sale-id");
        await tab.enter("Address 1", "/sale/(:id");
        await tab.shows("The parenthesis is never closed. Add ).");
        await tab.enter("Address 1", "/sale/:id(\\d+)");
        await tab.enter("Screen", "Sale");
        await tab.shows("No errors and no warnings.");
        await tab.press("Add to the draft");
        await tab.shows("Added to the draft");
        await tab.shows("https://moments.example.com/sale/");
        assert.deepEqual((await rule("sale-id")).to, {screen: "Sale"});

        await tab.enter("Note", "the summer sale");
        await tab.press("Save in the draft");
        await tab.shows("Saved in the draft");
        assert.equal((await rule("sale-id")).note, "the summer sale");
        await tab.press("Undo");
        await until(async () => (await rule("sale-id")).note === undefined, "the note is gone again");

        await tab.press("Duplicate");
        await tab.shows("New rule");
        await tab.shows("duplicate");
        await tab.enter("Address 1", "/sale");
        await tab.press("Add to the draft");
        await tab.shows("Added to the draft");
        assert.deepEqual((await rule("sale-id-copy")).match, ["/sale"]);

        await tab.press("Rules");
        await tab.shows("13 rules");
        for (const id of ["sale-id", "sale-id-copy"]) await tab.enter(`Select ${id}`, true);
        await tab.press("Switch off");
        await tab.press("Switch off 2 rules");
        await tab.shows("2 rules of the draft changed.");
        assert.equal((await rule("sale-id")).enabled, false);
        await tab.press("Undo");
        await until(async () => (await rule("sale-id")).enabled === undefined, "the rules are on again");

        await tab.go(editor("sale-id"));
        await tab.press("Remove");
        await tab.press("Remove from the draft");
        await tab.shows("sale-id was removed from the draft.");
        assert.ok(!(await api("GET", "/v1/apps/moments/draft")).rules.some(({id}) => id === "sale-id"));
        assert.deepEqual(browser.errors, []);
    });

    test(`${Browser.name}: two people change one rule; a reload and the end of the session lose nothing`, {skip: missing}, async context => {
        const {tab, rule, api, console, token, browser} = await signedIn(context, Browser, editor("feed"));
        const theirs = body => api("PUT", "/v1/apps/moments/draft/rules/feed", body);
        await tab.enter("Note", "mine");
        await api("POST", "/v1/apps/moments/draft/rules", {id: "other", match: ["/other"], to: {screen: "Other"}});
        await theirs({match: ["/feed"], to: {screen: "Feed"}, priority: 3});
        await tab.press("Save in the draft");
        await tab.shows("Saved, together with what others changed");
        assert.deepEqual(await rule("feed"), {id: "feed", match: ["/feed"], to: {screen: "Feed"}, priority: 3, note: "mine"});

        await tab.enter("Note", "mine again");
        await theirs({match: ["/feed"], to: {screen: "Feed"}, priority: 3, note: "theirs"});
        await tab.page.reload();
        await tab.shows("Your unsaved text is back.");
        assert.equal(await tab.run("return control('Note').value"), "mine again");
        await tab.shows("This edit, not saved yet");
        await tab.shows("The draft, as saved, against what is live");
        await tab.pressAfter(console.endSessions, "Save in the draft");
        await tab.shows("Your session has ended");
        await tab.signIn(token);
        await tab.shows("Two people changed this");
        await tab.shows("theirs");
        assert.equal((await rule("feed")).note, "theirs", "nothing is stored before the person decides");
        await tab.press("Cancel");
        await until(() => tab.run("return control('Note').value === 'mine again'"), "the text is still there");
        await tab.press("Save in the draft");
        await tab.press("Save with these");
        await tab.shows("Saved");
        assert.equal((await rule("feed")).note, "mine again");

        await tab.enter("Note", "last");
        await api("DELETE", "/v1/apps/moments/draft/rules/feed");
        await tab.press("Save in the draft");
        await tab.shows("Another person removed this");
        await tab.press("Add it again");
        await until(async () => (await rule("feed").catch(() => ({}))).note === "last", "the rule is there again");
        assert.deepEqual(browser.errors, []);
    });
}

for (const Browser of browsers) {
    test(`${Browser.name}: a killed and restarted server loses no text and no session`, {skip: missing}, async context => {
        const {tab, rule, server, browser} = await signedIn(context, Browser, editor("feed"));
        await tab.enter("Note", "before the kill");
        await server.kill();
        await tab.press("Save in the draft");
        await tab.shows("The server cannot be reached");
        assert.equal(await tab.run("return control('Note').value"), "before the kill");
        await server.run();
        await tab.press("Save in the draft");
        await tab.shows("Saved in the draft.");
        assert.equal((await rule("feed")).note, "before the kill");
        assert.deepEqual(browser.errors, []);
    });
}

test("a rule as JSON, and from an address", {skip: missing || !Chromium.binary}, async context => {
    const {tab, rule, browser} = await signedIn(context, Chromium);
    await tab.press("From an address");
    await tab.enter("An address that you have", "https://moments.example.com/gift/42/card?from=mail");
    await tab.shows("In the draft it leads to: no rule");
    await tab.enter("Name, address or reason", "Gift");
    await tab.press("Continue in the editor");
    await until(() => tab.run("return control('Address 1')?.value === '/gift/:id(\\\\d+)/card'"), "the pattern is made from the address");
    await tab.press("JSON");
    await tab.enter("The rule as JSON", "{");
    await tab.shows("This is no JSON yet.");
    assert.ok(await tab.run("return find('button', 'Add to the draft').disabled"));
    await tab.enter("The rule as JSON", JSON.stringify({id: "gift", match: ["/gift/:id"], to: {screen: "Gift"}, when: {attributes: {abGroup: ["B"]}}}));
    await tab.press("Form");
    await tab.shows("Also, only as JSON: attributes");
    await tab.press("Add to the draft");
    await tab.shows("Added to the draft");
    assert.deepEqual((await rule("gift")).when, {attributes: {abGroup: ["B"]}});
    assert.deepEqual(browser.errors, []);
});

test("the editor tells which addresses an edit moves before it is saved", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, rule, browser} = await signedIn(context, Chromium, editor("feed"));
    await tab.shows("No address leads elsewhere through this rule.");
    await tab.enter("Screen", "Feed2");
    await tab.shows("This edit, not saved yet");
    await until(async () => (await tab.text()).includes("https://moments.example.com/feed"), "the address that moves is there");
    assert.equal((await rule("feed")).to.screen, "Feed");
    await tab.enter("Address 1", "/feed/(x");
    await tab.shows("They are computed when the errors are corrected.");
    const draft = await api("GET", "/v1/apps/moments/draft");
    const many = Array.from({length: 2000}, (_, index) => ({id: `many${index}`, match: [`/many/${index}`], to: {screen: "Many"}}));
    await api("PUT", "/v1/apps/moments/draft", {settings: draft.settings, rules: [...draft.rules, ...many]});
    await tab.go(editor("many7"));
    await tab.enter("Screen", "Few");
    await tab.press("Compare the whole draft");
    await until(async () => /This edit, not saved yet[^]*https:\/\/moments.example.com\/many\/7/.test(await tab.text()), "the address of the large draft is there");
    assert.deepEqual(browser.errors, []);
});

test("an import is shown rule by rule before it changes anything, and can be undone", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await signedIn(context, Chromium, "/console/apps/moments/import?format=netlify");
    await tab.enter("Text", "/gifts /gift 301\n/feed https://moments.example.com/timeline 302\n");
    await tab.press("Try it");
    await tab.shows("1 added, 1 changed, 0 removed");
    await until(async () => /Addresses that move[^]*https:\/\/moments.example.com\/gifts/.test(await tab.text()), "the addresses of the import are there");
    assert.equal((await api("GET", "/v1/apps/moments/draft")).rules.length, 11);
    await tab.press("Put 2 changes into the draft");
    await tab.shows("The import is in the draft.");
    assert.equal((await api("GET", "/v1/apps/moments/draft")).rules.length, 12);
    await tab.press("Undo");
    await until(async () => (await api("GET", "/v1/apps/moments/draft")).rules.length === 11, "the draft is as before");

    await tab.go("/console/apps/moments/import?format=netlify");
    await tab.enter("Text", "/gifts /gift 301\n");
    await tab.press("Try it");
    await tab.press("Put 1 change into the draft");
    await tab.shows("The import is in the draft.");
    await api("POST", "/v1/apps/moments/draft/rules", {id: "theirs", match: ["/theirs"], to: {screen: "Theirs"}});
    await tab.press("Undo");
    await tab.shows("an undo would overwrite newer edits");
    await tab.shows("The import is in the draft.");
    assert.ok((await api("GET", "/v1/apps/moments/draft")).rules.some(({id}) => id === "theirs"), "the undo overwrites no edit of another person");
    assert.deepEqual(browser.errors, []);
});

test("what is entered while Save waits for its answer stays, and is not sent twice", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, rule, browser} = await signedIn(context, Chromium, editor("feed"));
    const delay = () => tab.run(`
        window.sent = 0;
        const {fetch} = window;
        window.fetch = async (path, options) => {
            const answer = await fetch(path, options);
            if (options?.method === "PUT" && !path.includes("?") && ++window.sent === 1) await new Promise(done => { window.answerNow = done; });
            return answer;
        };
    `);
    const waits = () => until(() => tab.run("return Boolean(window.answerNow)"), "the answer is there");
    const enteredTwice = async (field, first, second) => {
        await delay();
        await tab.enter(field, first);
        await tab.press("Save in the draft");
        await waits();
        await tab.enter(field, second);
        assert.ok(await tab.run('return find("button", "Save in the draft").disabled'), "Save is off until the answer is there");
        await tab.run("answerNow(); window.answerNow = undefined;");
        await until(() => tab.run('return !find("button", "Save in the draft").disabled'), "Save is on again");
        assert.equal(await tab.run(`return control(${JSON.stringify(field)}).value`), second);
        assert.equal(await tab.run("return window.sent"), 1);
    };
    await enteredTwice("Note", "first", "first and second");
    await tab.shows("Saved in the draft");
    assert.equal((await rule("feed")).note, "first");
    await tab.press("Save in the draft");
    await until(async () => (await rule("feed")).note === "first and second", "the rest is saved, too");

    await tab.go("/console/apps/moments/settings");
    const settings = () => api("GET", "/v1/apps/moments/draft/settings");
    await enteredTwice("The app's own schemes", "moments\none", "moments\none\ntwo");
    assert.deepEqual((await settings()).schemes, ["moments", "one"]);
    await tab.press("Save in the draft");
    await until(async () => (await settings()).schemes.length === 3, "the rest is saved, too");
    assert.deepEqual(browser.errors, []);
});

test("an undo of several rules leaves those that others changed since", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await signedIn(context, Chromium);
    const rule = id => api("GET", `/v1/apps/moments/draft/rules/${id}`);
    const theirs = {match: ["/feed"], to: {screen: "Theirs"}};
    const switchOff = async () => {
        for (const id of ["feed", "help"]) await tab.enter(`Select ${id}`, true);
        await tab.press("Switch off");
        await tab.press("Switch off 2 rules");
        await tab.shows("2 rules of the draft changed.");
    };
    await api("POST", "/v1/apps/moments/draft/rules", {id: "help", match: ["/help"], to: {screen: "Help"}});
    await tab.page.reload();
    await switchOff();
    await api("PUT", "/v1/apps/moments/draft/rules/feed", theirs);
    await tab.press("Undo");
    await tab.shows("except rules that others changed since: feed");
    assert.deepEqual((await rule("feed")).to, theirs.to);
    assert.equal((await rule("help")).enabled, undefined);
    assert.deepEqual(browser.errors, []);
});

test("hostile ids, patterns, targets and notes are shown as text", {skip: missing || !Chromium.binary}, async context => {
    const {tab, api, browser} = await signedIn(context, Chromium);
    const harm = "<img src=x onerror=alert(1)>";
    await api("POST", "/v1/apps/moments/draft/rules", {id: "harm", match: ["/<b>x</b>", "javascript://moments.example.com/x"].slice(0, 1), to: {screen: harm}, note: harm});
    await tab.page.reload();
    await tab.shows(harm);
    await tab.go(editor("harm"));
    await until(() => tab.run(`return control("Screen")?.value === ${JSON.stringify(harm)}`), "the field has the text");
    assert.equal(await tab.run("return document.querySelectorAll('main img, main b, main script').length"), 0);
    assert.deepEqual(browser.errors, []);
});

test("a viewer reads rules and may change nothing", {skip: missing || !Chromium.binary}, async context => {
    const {base, api} = await start(context);
    const {token} = await api("POST", "/v1/tokens", {name: "reader", role: "viewer", apps: ["moments"]});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go(editor("feed"));
    await tab.signIn(token);
    await tab.shows("You may read these rules.");
    assert.equal(await tab.run("return [...document.querySelectorAll('main input, main textarea, main select')].filter(field => !field.disabled && !field.readOnly).length"), 0);
    await tab.press("Rules");
    await tab.shows("11 rules");
    assert.equal(await tab.run("return document.querySelectorAll('main input[type=checkbox]').length"), 0);
    assert.deepEqual(browser.errors, []);
});

test("10,000 rules: few rows exist, and neither scrolling nor filtering holds the page for 50 ms", {skip: missing || !Chromium.binary}, async context => {
    const {api, base, token} = await start(context);
    const rules = Array.from({length: 10_000}, (_, index) => ({id: `rule-${index}`, match: [`/section-${index % 100}/page-${index}/:id`], to: {screen: `Screen${index}`}, note: `page ${index}`}));
    const {settings} = await api("GET", "/v1/apps/moments/draft");
    await api("PUT", "/v1/apps/moments/draft", {settings, rules});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/");
    await tab.signIn(token);
    await tab.shows("Draft:");
    const {times, text} = await longestTasks(browser, tab, 50, async () => {
        await tab.go("/console/");
        await tab.shows("Draft:");
        await tab.press("moments");
        await until(() => tab.run("return document.querySelectorAll('.states .draft').length > 0"), "the changes are marked");
        await tab.run(`for (let step = 0; step < 40; step += 1) { scrollTo(0, step * document.body.scrollHeight / 40); await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame); }`);
        await tab.enter("Filter rules", "page-4711");
        await until(() => tab.run("return document.querySelector('[aria-live].facts')?.textContent.includes('1 of 10,000 rules')"), "the filter has found the rule");
        await tab.enter("Filter rules", "");
        await until(() => tab.run("return document.querySelector('[aria-live].facts')?.textContent.includes('10,000 rules')"), "all rules are back");
    });
    assert.ok(await tab.run("return document.querySelectorAll('table.rules tr').length < 120"));
    assert.equal(await tab.run("return document.querySelector('table.rules').getAttribute('aria-rowcount')"), "10001");
    assert.ok(times.length > 100, "the tasks were seen");
    assert.ok(times[0] <= 50, `the longest tasks took ${text}`);
    context.diagnostic(`the longest tasks: ${text}`);
    assert.deepEqual(browser.errors, []);
});

test("keys: j and k walk, e edits, / filters, ? helps", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser} = await signedIn(context, Chromium);
    await tab.shows("11 rules");
    const press = key => tab.run(`(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", {key: ${JSON.stringify(key)}, bubbles: true, cancelable: true}))`);
    const focused = () => tab.run("return document.activeElement.textContent || document.activeElement.getAttribute('aria-label')");
    await press("j");
    assert.ok(await tab.run("return Boolean(document.activeElement.closest('tr'))"));
    const first = await focused();
    await press("j");
    assert.notEqual(await focused(), first);
    await press("k");
    assert.equal(await focused(), first);
    await press("/");
    assert.equal(await focused(), "Filter rules");
    await tab.run("document.activeElement.blur()");
    await press("?");
    await tab.shows("Single keys are on");
    await tab.press("Close");
    await press("j");
    await press("e");
    await tab.shows("Check");
    assert.equal(await tab.run("return location.pathname"), editor(first));
    assert.deepEqual(browser.errors, []);
});

test("axe-core finds nothing in rules, editor and import, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab} = await signedIn(context, Chromium);
    await tab.shows("11 rules");
    await tab.enter("Select feed", true);
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("From an address");
    assert.deepEqual(await accessibility(tab), []);
    await tab.go(editor("new-feed"));
    await tab.enter("Address 1", "/(");
    await tab.shows("never closed");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("JSON");
    assert.deepEqual(await accessibility(tab), []);
    await tab.go("/console/apps/moments/import?format=netlify");
    await tab.enter("Text", "/a /b\n");
    await tab.press("Try it");
    await tab.shows("1 added");
    assert.deepEqual(await accessibility(tab), []);
});
