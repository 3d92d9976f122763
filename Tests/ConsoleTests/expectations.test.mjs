// Expectations and screens of builds: stored, run, and what breaks where.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {contextLine, inApps, readContext, systems} from "../../Sources/Server/Console/contexts.mjs";
import {answers, failures, surfaces} from "../../Sources/Server/Console/expectations.mjs";
import {missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

const feed = "https://moments.example.com/feed";

async function signedIn(context, Browser, path, prepare) {
    const console = await start(context);
    await prepare?.(console);
    const browser = await launch(context, Browser);
    const tab = await Tab.open(browser, console.base);
    await tab.go(path);
    await tab.signIn(console.token);
    return {...console, browser, tab};
}

for (const Browser of browsers) {
    test(`${Browser.name}: an expectation is added, fails, is changed and removed; the screens of a build are stored`, {skip: missing}, async context => {
        const {tab, browser, api} = await signedIn(context, Browser, "/console/apps/moments/expectations");
        const stored = async () => (await api("GET", "/v1/apps/moments/expectations")).expectations;
        await tab.press("Add an expectation");
        await tab.enter("Address", feed);
        await tab.enter("For whom", "platform=android");
        await tab.enter("Screen", "<i>Other");
        await tab.press("Store");
        await tab.shows("1 of 1 fails");
        await tab.shows("leads to screen Feed, expected screen <i>Other");
        await tab.press(`Change the expectation for ${feed}`);
        await tab.enter("Screen", "Feed");
        await tab.press("Store");
        await tab.shows("It holds.");
        assert.deepEqual(await stored(), [{url: feed, context: {platform: "android"}, expect: {screen: "Feed"}}]);
        await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: feed, context: {platform: "android"}, expect: {screen: "Timeline"}}]});
        await tab.press(`Remove the expectation for ${feed}`);
        await tab.press("Remove");
        await tab.shows("Two people changed this");
        assert.equal((await stored()).length, 1, "nothing is removed before the person decides");
        await tab.press("Cancel");

        await tab.go("/console/apps/moments/screens");
        await tab.press("Add a build");
        await tab.enter("Platform", "ios");
        await tab.enter("App version", "9.0.0");
        await tab.enter("Screens and their parameters (JSON)", "{");
        await tab.press("Store");
        await tab.shows("This is no JSON yet.");
        await tab.enter("Screens and their parameters (JSON)", `{"Feed": [], "NewFeed": ["tab?"]}`);
        await tab.press("Store");
        await tab.shows("2 screens");
        await tab.shows("MomentDetail");
        await tab.press("2 screens");
        await tab.shows("tab?");
        await tab.press("Remove ios 9.0.0");
        await tab.enter("To go on, type 9.0.0", "9.0.0");
        await tab.press("Remove");
        await until(async () => (await api("GET", "/v1/apps/moments/screens")).screens.length === 0, "the build is removed");
        assert.deepEqual(browser.errors, []);
    });
}

const host = "go.moments.example.com";
const linkTo = path => `https://${host}${path}`;

/** A host whose links open the app on iOS, with a rule, a redirect and a blocked link. */
async function withHost({api}) {
    await api("PUT", `/v1/hosts/${host}`, {app: "moments"});
    const {settings} = await api("GET", "/v1/apps/moments/draft");
    await api("PUT", "/v1/apps/moments/draft/settings", {...settings, origins: [...settings.origins, `https://${host}`], destinations: [...settings.destinations, "https://www.moments.example.com"],
        surfaces: {[host]: {apple: [{appID: "ABCDE12345.example.moments"}], web: "https://www.moments.example.com/"}}});
    for (const [id, to] of [["item", {screen: "MomentDetail", parameters: {id: "7"}}], ["old", {redirect: "https://www.moments.example.com/new"}], ["secret", {block: "over"}]]) {
        await api("PUT", `/v1/apps/moments/draft/rules/${id}`, {match: [`https://${host}/${id}`], to});
    }
}

for (const Browser of browsers) {
    test(`${Browser.name}: what a system and a browser must do is expected: each surface has its own fields, and a wrong value is refused beside its field`, {skip: missing}, async context => {
        const {tab, browser, api} = await signedIn(context, Browser, "/console/apps/moments/expectations", withHost);
        const stored = async () => (await api("GET", "/v1/apps/moments/expectations")).expectations;
        const has = label => tab.run(`return Boolean(control(${JSON.stringify(label)}))`);
        const shown = async () => {
            const labels = ["Screen", "Parameters", "Address it leads to", "Status of the redirect", "Answer of the host", "iOS", "Reason", "What goes wrong"];
            const all = await Promise.all(labels.map(has));
            return labels.filter((_, index) => all[index]);
        };
        /** The refusal beside a field, which screen readers read with the field. */
        const refusal = label => tab.run(`const field = control(${JSON.stringify(label)});
            return field.getAttribute("aria-invalid") === "true" ? document.getElementById(field.getAttribute("aria-describedby").split(" ").at(-1)).textContent : "";`);
        const refuses = async (label, words) => {
            await tab.press("Store");
            await until(async () => (await refusal(label)).includes(words), `"${words}" stands beside "${label}"`);
            assert.equal(await tab.run(`return document.activeElement === control(${JSON.stringify(label)})`), true, "the field has the focus");
        };
        await tab.run("window.writes = 0; const asked = window.fetch; window.fetch = (path, options) => { if (options?.method === 'PUT') window.writes += 1; return asked(path, options); };");
        await tab.press("Add an expectation");
        assert.deepEqual(await shown(), ["Screen", "Parameters"]);
        await refuses("Address", "This is no address");
        await tab.enter("Address", "/old");
        await refuses("Address", "This is no address");
        await tab.enter("Address", linkTo("/old"));
        await until(async () => await refusal("Address") === "", "the refusal goes when the value is right");
        await refuses("Screen", "Write the name of the screen");
        await tab.enter("Screen", "Item");
        await tab.enter("Parameters", "id");
        await refuses("Parameters", "name=value on each line");
        await tab.enter("Parameters", "");
        await tab.enter("For whom", "ios");
        await refuses("For whom", "“ios” is no fact");
        await tab.enter("For whom", "platform=ios");
        await tab.enter("At this moment", "tomorrow");
        await refuses("At this moment", "This is no instant");
        await tab.enter("At this moment", "2027-02-30T00:00:00");
        await refuses("At this moment", "This is no instant");
        await tab.enter("At this moment", "");

        await tab.enter("Who gets it first", "web");
        assert.deepEqual(await shown(), ["Answer of the host"]);
        await refuses("For whom", "A browser does not say platform");
        await tab.enter("For whom", "attributes.os=ios attributes.inApp=wehcat");
        await refuses("For whom", "“wehcat” is not known");
        await tab.enter("For whom", "attributes.os=ios");
        await tab.enter("It must", "address");
        assert.deepEqual(await shown(), ["Address it leads to", "Status of the redirect"]);
        await refuses("Address it leads to", "Write the address");
        assert.equal(await tab.run("return window.writes"), 0, "nothing wrong was sent");
        await tab.enter("Address it leads to", "https://www.moments.example.com/new");
        await tab.enter("Status of the redirect", "301");
        await tab.press("Store");
        await tab.shows("1 of 1 fails");
        const redirect = {url: linkTo("/old"), context: {attributes: {os: "ios"}}, expect: {address: "https://www.moments.example.com/new", status: 301}, surface: "web"};
        assert.deepEqual(await stored(), [redirect]);
        await tab.shows("in a browser");
        await tab.shows("is answered with 302 (redirect) to https://www.moments.example.com/new, expected 301 to https://www.moments.example.com/new");
        await tab.press(`Change the expectation for ${linkTo("/old")}`);
        await tab.enter("Status of the redirect", "");
        await tab.press("Store");
        await tab.shows("It holds.");

        await tab.press("Add an expectation");
        await tab.enter("Address", linkTo("/item"));
        await tab.enter("Who gets it first", "os");
        assert.deepEqual(await shown(), ["iOS"]);
        await tab.enter("Android", true);
        await tab.press("Store");
        await tab.shows("opens the app on ios, expected the app on android");
        await tab.shows("by the system");
        await tab.press(`Change the expectation for ${linkTo("/item")}`);
        await tab.enter("Android", false);
        await tab.enter("iOS", true);
        await tab.press("Store");
        await tab.shows("All 2 hold.");
        await tab.shows("the app on iOS");
        await tab.press("Add an expectation");
        await tab.enter("Address", linkTo("/item"));
        await tab.enter("Who gets it first", "web");
        await tab.enter("For whom", "attributes.os=ios");
        // A browser of iOS cannot open the app from the page of a host without a second one.
        await tab.enter("Answer of the host", "open");
        await tab.press("Store");
        await tab.shows("expected the answer open");
        await tab.press("Explain this link");
        await tab.shows("What it does");
        assert.deepEqual((await stored()).slice(1), [{url: linkTo("/item"), expect: {systems: ["ios"]}, surface: "os"},
            {url: linkTo("/item"), context: {attributes: {os: "ios"}}, expect: {answer: "open"}, surface: "web"}]);
        assert.deepEqual(browser.errors, []);
    });
}

test("expectations of one address for the app, a system and a browser are three, and merge with what others change", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/expectations";
    const one = (expect, surface) => ({url: linkTo("/item"), expect, ...surface ? {surface} : {}});
    const [app, os, web] = [one({screen: "MomentDetail"}), one({systems: ["ios"]}, "os"), one({answer: "web"}, "web")];
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/expectations", async server => {
        await withHost(server);
        await server.api("PUT", path, {expectations: [app, os, web]});
    });
    const stored = async () => (await api("GET", path)).expectations;
    const open = async row => {
        await until(() => tab.run("return document.querySelectorAll('table.expected tbody tr').length === 3"), "three rows are there");
        await tab.run(`document.querySelectorAll("table.expected tbody tr")[${row}].querySelector("button").click()`);
    };
    await open(1);
    await tab.enter("Android", true);
    await api("PUT", path, {expectations: [one({screen: "Other"}), os, one({answer: "open"}, "web")]});
    await tab.press("Store");
    await tab.shows("The expectation is stored.");
    assert.deepEqual(await stored(), [one({screen: "Other"}), one({systems: ["android", "ios"]}, "os"), one({answer: "open"}, "web")]);

    await open(2);
    await tab.enter("Answer of the host", "store");
    await api("PUT", path, {expectations: [app, os, one({answer: "scan"}, "web")]});
    await tab.press("Store");
    await tab.shows("Two people changed this");
    await tab.shows("scan");
    await tab.press("Save with these");
    await until(async () => (await stored())[2]?.expect.answer === "store", "my answer is stored");
    assert.deepEqual(await stored(), [app, os, one({answer: "store"}, "web")]);
    await until(() => tab.run("return !document.querySelector('dialog')"), "the dialog is closed");

    // What was entered for a browser stays over a reload, and so do the surface and its kind.
    await tab.press("Add an expectation");
    await tab.enter("Address", linkTo("/old"));
    await tab.enter("Who gets it first", "web");
    await tab.enter("It must", "address");
    await tab.enter("Status of the redirect", "302");
    await tab.page.reload();
    await tab.press("Add an expectation");
    await tab.shows("Your unsaved text is back.");
    assert.deepEqual(await tab.run("return ['Who gets it first', 'It must', 'Status of the redirect'].map(label => control(label).value)"), ["web", "address", "302"]);
    assert.deepEqual(browser.errors, []);
});

test("of many expectations the failed ones are shown first, and others are found by their address", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/expectations", ({api}) => api("PUT", "/v1/apps/moments/expectations", {
        expectations: Array.from({length: 300}, (_, index) => ({url: `${feed}?${index}`, expect: {screen: index === 250 ? "Other" : "Feed"}})),
    }));
    const rows = () => tab.run("return [...document.querySelectorAll('table.expected tbody th')].map(head => head.textContent)");
    await tab.shows("1 of 300 fails");
    await tab.shows("100 of 300 are shown.");
    await until(async () => (await rows()).length === 100, "the rows are drawn, some in each frame");
    assert.equal((await rows())[0], `${feed}?250`);
    await tab.enter("Find by address", "?277");
    await tab.press("Show");
    await tab.shows("1 of 300 are shown.");
    assert.deepEqual(await rows(), [`${feed}?277`]);
    assert.equal(await tab.run("return new URLSearchParams(location.search).get('q')"), "?277");
    await tab.press(`Remove the expectation for ${feed}?277`);
    await tab.press("Remove");
    await until(async () => (await api("GET", "/v1/apps/moments/expectations")).expectations.length === 299, "it is removed");
    assert.ok(!(await api("GET", "/v1/apps/moments/expectations")).expectations.some(({url}) => url.endsWith("?277")), "the one that was found");
    assert.deepEqual(browser.errors, []);
});

test("the words of the form are those of the server: systems, in-app browsers, answers and failures", () => {
    const source = name => readFileSync(new URL(`../../Sources/${name}.swift`, import.meta.url), "utf8");
    const cases = (name, head) => {
        const [, body] = new RegExp(`enum ${head}[^{]*\\{([\\s\\S]*?)\\n    ?(?:init|static|package|\\})`).exec(source(name));
        return [...body.matchAll(/^ *case (.+)$/gm)].flatMap(([, list]) => list.split(", ").map(one => /"(.+)"/.exec(one)?.[1] ?? one.replace(/^(\w+).*/, "$1"))).toSorted();
    };
    assert.deepEqual(inApps.toSorted(), cases("Links/LinkAnswers/ClientAgents/InAppBrowser", "InAppBrowser"));
    assert.deepEqual(systems.toSorted(), cases("Links/LinkAnswers/ClientAgents/OperatingSystem", "OperatingSystem"));
    assert.deepEqual(surfaces.toSorted(), cases("Engine/RouteDocuments/Expectation", "Surface"));
    assert.deepEqual(failures.toSorted(), cases("Engine/RouteModel/Resolution", "Code"));
    const [, list] = /static let answers = \[([^\]]+)\]/.exec(source("Engine/RouteDocuments/Expectation"));
    assert.deepEqual(answers, [...list.matchAll(/"([^"]+)"/g)].map(([, word]) => word));
});

test("what is entered in a dialog stays over a reload, and what is stored can be undone", {skip: missing || !Chromium.binary}, async context => {
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/expectations");
    const stored = async () => (await api("GET", "/v1/apps/moments/expectations")).expectations;
    await tab.press("Add an expectation");
    await tab.enter("Address", feed);
    await tab.enter("Screen", "Feed");
    await tab.page.reload();
    await tab.press("Add an expectation");
    await tab.shows("Your unsaved text is back.");
    await tab.press("Store");
    await tab.shows("It holds.");
    assert.deepEqual(await stored(), [{url: feed, expect: {screen: "Feed"}}]);
    await tab.press("Undo");
    await until(async () => (await stored()).length === 0, "the expectation is gone again");
    await tab.press("Add an expectation");
    assert.doesNotMatch(await tab.text(), /unsaved text is back/);
    await tab.enter("Address", feed);
    await tab.press("Cancel");
    await tab.press("Add an expectation");
    await tab.press("Give it up");
    await tab.press("Cancel");
    await tab.press("Add an expectation");
    assert.doesNotMatch(await tab.text(), /unsaved text is back/);

    await tab.go("/console/apps/moments/screens");
    await tab.press("Add a build");
    await tab.enter("Platform", "ios");
    await tab.enter("App version", "9.0.0");
    await tab.enter("Screens and their parameters (JSON)", `{"Feed": []}`);
    await tab.press("Store");
    await tab.shows("1 screen");
    await tab.press("Undo");
    await until(async () => (await api("GET", "/v1/apps/moments/screens")).screens.length === 0, "the build is gone again");
    assert.deepEqual(browser.errors, []);
});

test("two people change the screens of a build: their changes merge, or one decides, and nothing is lost", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/screens/ios/9.0.0";
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/screens", ({api}) => api("PUT", path, {screens: {Feed: []}}));
    const stored = async () => (await api("GET", "/v1/apps/moments/screens")).screens[0]?.screens;
    const enter = screens => tab.enter("Screens and their parameters (JSON)", JSON.stringify(screens));
    await tab.press("Change the screens of ios 9.0.0");
    await enter({Feed: [], Mine: []});
    await api("PUT", path, {screens: {Feed: [], Theirs: []}});
    await tab.press("Store");
    await tab.shows("3 screens");
    assert.deepEqual(await stored(), {Feed: [], Mine: [], Theirs: []});

    await tab.press("Change the screens of ios 9.0.0");
    await enter({Feed: ["mine"]});
    await api("PUT", path, {screens: {Feed: ["theirs"], Mine: [], Theirs: []}});
    await tab.press("Store");
    await tab.shows("Two people changed this");
    assert.deepEqual((await stored()).Feed, ["theirs"], "nothing is stored before the person decides");
    await tab.press("Save with these");
    await tab.shows("1 screen");
    assert.deepEqual(await stored(), {Feed: ["mine"]});

    await tab.press("Remove ios 9.0.0");
    await tab.enter("To go on, type 9.0.0", "9.0.0");
    await api("PUT", path, {screens: {Feed: ["theirs"]}});
    await tab.press("Remove");
    await tab.shows("Another person has changed these screens.");
    assert.deepEqual(await stored(), {Feed: ["theirs"]});
    assert.deepEqual(browser.errors, []);
});

test("a write between the console's look and its own is not lost: the server compares the tag that was read", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/screens/ios/9.0.0";
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/screens", ({api}) => api("PUT", path, {screens: {Feed: []}}));
    const stored = async () => (await api("GET", path)).screens;
    await tab.press("Change the screens of ios 9.0.0");
    await tab.enter("Screens and their parameters (JSON)", JSON.stringify({Feed: [], Mine: []}));
    // The write of the other person comes when the console's request is already under way.
    await tab.run(`
        const fetched = window.fetch;
        window.fetch = async (target, options) => {
            if (options?.method === "PUT") {
                window.fetch = fetched;
                await fetched(target, {...options, headers: {"Content-Type": "application/json"}, body: JSON.stringify({screens: {Feed: [], Theirs: []}})});
            }
            return fetched(target, options);
        };`);
    await tab.press("Store");
    await tab.shows("3 screens");
    assert.deepEqual(await stored(), {Feed: [], Mine: [], Theirs: []});
    await tab.press("Undo");
    await until(async () => Object.keys(await stored()).length === 2, "only the person's own change goes back");
    assert.deepEqual(await stored(), {Feed: [], Theirs: []});
    assert.deepEqual(browser.errors, []);
});

test("a text that is put back merges with what another person stored since, or both texts are shown", {skip: missing || !Chromium.binary}, async context => {
    const path = "/v1/apps/moments/screens/ios/9.0.0";
    const {tab, browser, api} = await signedIn(context, Chromium, "/console/apps/moments/screens", ({api}) => api("PUT", path, {screens: {Feed: []}}));
    const label = "Screens and their parameters (JSON)";
    const text = () => tab.run(`return control(${JSON.stringify(label)}).value`);
    const edit = async (mine, theirs) => {
        await tab.press("Change the screens of ios 9.0.0");
        await tab.enter(label, JSON.stringify(mine));
        await api("PUT", path, {screens: theirs});
        await tab.page.reload();
        await tab.press("Change the screens of ios 9.0.0");
        await tab.shows("Your unsaved text is back");
    };
    await edit({Feed: [], Mine: []}, {Feed: [], Theirs: []});
    assert.deepEqual(JSON.parse(await text()), {Feed: [], Mine: [], Theirs: []});
    await tab.press("Give it up");
    await tab.press("Cancel");

    await edit({Feed: ["mine"], Theirs: []}, {Feed: ["theirs"], Theirs: []});
    await tab.shows("Another person has changed this since");
    assert.deepEqual(JSON.parse(await text()), {Feed: ["mine"], Theirs: []});
    await tab.press("Take what is stored");
    assert.deepEqual(JSON.parse(await text()), {Feed: ["theirs"], Theirs: []});
    await tab.press("Store");
    await tab.shows("2 screens");
    assert.deepEqual((await api("GET", path)).screens, {Feed: ["theirs"], Theirs: []});
    assert.deepEqual(browser.errors, []);
});

test("a text that is put back keeps what another person has changed since, and is shown to no other person", {skip: missing || !Chromium.binary}, async context => {
    const one = value => ({url: feed, context: {platform: "android"}, expect: {screen: value}});
    const {tab, api} = await signedIn(context, Chromium, "/console/apps/moments/expectations",
        ({api}) => api("PUT", "/v1/apps/moments/expectations", {expectations: [one("Feed")]}));
    const open = () => tab.press(`Change the expectation for ${feed}`);
    const field = label => tab.run(`return control(${JSON.stringify(label)}).value`);
    await open();
    await tab.enter("For whom", "platform=ios");
    await tab.press("Cancel");
    await api("PUT", "/v1/apps/moments/expectations", {expectations: [one("Timeline")]});
    await tab.go("/console/apps/moments/expectations");
    await open();
    await tab.shows("Your unsaved text is back");
    assert.equal(await field("For whom"), "platform=ios");
    assert.equal(await field("Screen"), "Timeline");
    await tab.press("Cancel");

    const {token} = await api("POST", "/v1/tokens", {name: "Eva", role: "editor"});
    await tab.press("Sign out");
    await tab.shows("It is sent once");
    await tab.signIn(token);
    await tab.go("/console/apps/moments/expectations");
    await open();
    assert.equal(await field("For whom"), "platform=android");
});

test("axe-core finds nothing in expectations and screens, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const {tab} = await signedIn(context, Chromium, "/console/apps/moments/expectations", async ({api}) => {
        await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: feed, expect: {unmatched: true}}]});
        await api("PUT", "/v1/apps/moments/screens/ios/9.0.0", {screens: {Feed: []}});
    });
    await tab.shows("Why it fails");
    assert.deepEqual(await accessibility(tab), []);
    await tab.press("Add an expectation");
    assert.deepEqual(await accessibility(tab), []);
    await tab.go("/console/apps/moments/screens");
    await tab.shows("What breaks where");
    assert.deepEqual(await accessibility(tab), []);
});

test("a context becomes its line, and the line the same context", () => {
    for (const context of [{}, {platform: "ios", signedIn: true}, {attributes: {group: "a \"b\" c"}, region: "CN"}]) {
        assert.deepEqual(readContext(contextLine(context)).context, context);
    }
});
