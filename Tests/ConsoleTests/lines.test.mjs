// The lines for curl and for the program that each action shows: run in a shell, they do what the button does.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {dirname} from "node:path";
import {test} from "node:test";
import {binary, missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, start, until} from "./support/console.mjs";
import {launch} from "./support/launch.mjs";

const hostile = "@it's $HOME `x` \"q\" \\n %s ! 中文";
const feed = "https://moments.example.com/feed";

/** What actions change, without what differs between two servers. */
async function snapshot({api}) {
    const app = path => api("GET", `/v1/apps/moments${path}`);
    const [draft, expectations, screens, {channels}, {releases}, {tokens}, {apps}, {hosts}] = await Promise.all([
        app("/draft"), app("/expectations"), app("/screens"), app(""), app("/releases"), api("GET", "/v1/tokens"), api("GET", "/v1/apps"), api("GET", "/v1/hosts")]);
    return {
        settings: draft.settings, rules: draft.rules, expectations: expectations.expectations, screens: screens.screens.map(({platform, version, screens}) => ({platform, version, screens})),
        channels: channels.map(({channel, version, public: isPublic}) => ({channel, version, isPublic})), releases: releases.map(({version, message, notes, rules, restoredFrom}) => ({version, message, notes, rules, restoredFrom})),
        tokens: tokens.map(({name, role, apps, expiresAt}) => ({name, role, apps, expiresAt})).sort((a, b) => a.name < b.name ? -1 : 1), apps: apps.map(({app, title}) => ({app, title})), hosts: hosts.map(({host, app}) => ({host, app})),
    };
}

/** Runs a line as a person does who has set the variables of the HTTP reference, and has logged in with the program. */
function run({base, token, server}, line, allowed) {
    const said = spawnSync("sh", ["-s"], {encoding: "utf8", input: line, cwd: server.folder, env: {
        ...process.env, PATH: `${dirname(binary)}:${process.env.PATH}`, HOME: server.folder, XDG_STATE_HOME: server.folder, WAYMARK_SERVER: base, WAYMARK_TOKEN: token,
        server: base, auth: `Authorization: Bearer ${token}`, json: "Content-Type: application/json",
    }});
    assert.ok(said.status === 0 || said.status === allowed, `${said.status}: ${line}\n${said.stdout.slice(0, 500)}\n${said.stderr.slice(0, 500)}`);
    assert.doesNotMatch(said.stdout, /urn:waymark:problem/, line);
    return said.stdout;
}

/** The lines that the page shows under these labels now. */
async function lines(tab) {
    await until(() => tab.run("const fold = [...scope().querySelectorAll('details.commands')].filter(isSeen).findLast(one => one.textContent.includes('The same with')); if (fold) fold.open = true; return fold?.querySelectorAll('code').length > 0"), "there are lines");
    return tab.run(`const fold = [...scope().querySelectorAll('details.commands')].filter(isSeen).findLast(one => one.open);
        return Object.fromEntries([...fold.querySelectorAll('.command')].map(line => [line.querySelector('span').textContent, line.querySelector('code').textContent]));`);
}

const rule = (id, more = {}) => ({match: [`/${id}`], to: {screen: "Help"}, ...more});

const dialog = tab => until(() => tab.run("return document.querySelector('dialog[open]') !== null"), "the dialog is open");

/** Opens the form of a new expectation, without what an earlier case has entered there: it sends the lines and not the form. */
async function newExpectation(tab) {
    await tab.press("Add an expectation");
    await dialog(tab);
    await tab.run("find('button', 'Give it up')?.click()");
}

/** Screens and what is entered there; `isSame` where nothing is to change, `negative` is an exit code for a negative answer; `end` runs behind the case. */
const cases = [
    {name: "add a rule", path: "new-rule", async act(tab) {
        await tab.enter("Name", "added");
        await tab.enter("Address 1", "/added/:id(\\d+)");
        await tab.enter("Screen", hostile);
        await tab.enter("Note", hostile);
    }},
    {name: "change a rule", path: "rules/added/edit", async act(tab) {
        await tab.enter("Note", `${hostile}\nsecond line`);
        await tab.enter("Screen", "Help");
    }},
    {name: "remove a rule", path: "rules/added/edit", act: tab => tab.press("Remove")},
    {name: "change the settings", path: "settings", act: tab => tab.enter("The app's own schemes", "moments\nrouter\nqing\nlines")},
    {name: "the priority of two rules", path: "rules", async act(tab) {
        for (const id of ["feed", "search"]) await tab.enter(`Select ${id}`, true);
        await tab.press("Priority…");
        await tab.enter("Priority", "4");
    }},
    {name: "switch two rules off", path: "rules", async act(tab) {
        for (const id of ["feed", "search"]) await tab.enter(`Select ${id}`, true);
        await tab.press("Switch off");
    }},
    {name: "remove two rules", path: "rules", async act(tab) {
        for (const id of ["design-kit", "search-qing"]) await tab.enter(`Select ${id}`, true);
        await tab.press("Remove");
    }},
    {name: "put one rule back", path: "review", act: tab => tab.press("Give up the edits of search-qing")},
    {name: "try an import of a text that begins with @", path: "import?format=netlify", isSame: true, negative: 1, async act(tab) {
        await tab.enter("Text", "@nothing\n/gifts /timeline 301\n");
    }},
    {name: "store an import", path: "import?format=netlify", async act(tab) {
        await tab.enter("Text", "/gifts /timeline 301\n");
        await tab.press("Try it");
        await tab.shows("What would happen");
    }},
    {name: "add an expectation", path: "expectations", async act(tab) {
        await tab.press("Add an expectation");
        await tab.enter("Address", "https://moments.example.com/timeline?it's=$HOME");
        await tab.enter("For whom", "platform=ios signedIn=true attributes.group=\"it's B\"");
        await tab.enter("Screen", "Timeline");
    }},
    {name: "change an expectation", path: "expectations", async act(tab) {
        await tab.press("Change the expectation for https://moments.example.com/timeline");
        await tab.enter("At this moment", "2027-06-01T00:00:00Z");
        await tab.enter("Parameters", `tab=${hostile}`);
    }},
    {name: "expect a redirect of a browser", path: "expectations", async act(tab) {
        await newExpectation(tab);
        await tab.enter("Address", "https://moments.example.com/n?it's=$HOME");
        await tab.enter("Who gets it first", "web");
        await tab.enter("For whom", "locale=zh-CN attributes.os=ios attributes.inApp=wechat");
        await tab.enter("It must", "address");
        await tab.enter("Address it leads to", "https://moments.example.com/it's");
        await tab.enter("Status of the redirect", "302");
    }},
    {name: "expect an answer to a browser", path: "expectations", async act(tab) {
        await newExpectation(tab);
        await tab.enter("Address", feed);
        await tab.enter("Who gets it first", "web");
        await tab.enter("Answer of the host", "in-app");
    }, async end({api}) {
        // They do not hold, and would refuse each publish below.
        const {expectations} = await api("GET", "/v1/apps/moments/expectations");
        await api("PUT", "/v1/apps/moments/expectations", {expectations: expectations.filter(({surface}) => surface !== "web")});
    }},
    {name: "expect that no system opens the app", path: "expectations", async act(tab) {
        await newExpectation(tab);
        await tab.enter("Address", feed);
        await tab.enter("Who gets it first", "os");
    }},
    {name: "keep a result as an expectation", path: `try?${new URLSearchParams({url: "https://moments.example.com/nowhere", with: "draft", for: "platform=ios"})}`, async act(tab) {
        await tab.press("Why does https://moments.example.com/nowhere");
        await tab.press("Keep as expectation");
        await dialog(tab);
    }},
    {name: "remove an expectation", path: "expectations", act: tab => tab.press("Remove the expectation for https://moments.example.com/timeline")},
    {name: "store the screens of a build", path: "screens", async act(tab) {
        await tab.press("Add a build");
        await tab.enter("Platform", "ios");
        await tab.enter("App version", "9.0.0");
        await tab.enter("Screens and their parameters (JSON)", JSON.stringify({Feed: ["tab?"], [hostile]: []}));
    }},
    {name: "remove the screens of a build", path: "screens", async act(tab) {
        await tab.press("Remove ios 9.0.0");
        await dialog(tab);
    }},
    {name: "explain an address", path: `try?${new URLSearchParams({url: `${feed}?it's=$HOME`, with: "draft", for: "platform=ios"})}`, isSame: true, negative: 1, act: tab => tab.press("Why does https://moments.example.com/feed")},
    {name: "publish", path: "review", async act(tab) {
        await tab.press("Publish ");
        await tab.enter("Message", hostile);
        await tab.enter("Notes", `${hostile}\nsecond line`);
    }},
    {name: "publish on a new channel", path: "review?channel=beta", async act(tab) {
        await tab.press("Publish ");
        await tab.enter("Message", "beta");
        await tab.run("const box = control('Clients read this new channel without a token'); if (box?.checked) box.click();");
    }},
    {name: "move a channel", path: "releases/1", act: tab => tab.press("Serve it on a channel")},
    {name: "take a release into the draft", path: "releases/1", async act(tab) {
        await tab.press("Put it into the draft…");
        await dialog(tab);
    }},
    {name: "publish a release again", path: "releases/2", async act(tab) {
        await tab.press("Publish it again");
        await tab.enter("Message", hostile);
        await tab.run("const box = [...scope().querySelectorAll('input[type=checkbox]')].find(isSeen); if (!box.checked) box.click();");
    }},
    {name: "add a host", path: "/console/hosts", async act(tab) {
        await tab.press("Add a host");
        await tab.enter("Host", "go.moments.example");
        await tab.enter("App", "moments");
    }},
    {name: "remove a host", path: "/console/hosts", async act(tab) {
        await tab.press("Remove go.moments.example");
        await dialog(tab);
    }},
    {name: "create a token", path: "/console/access", async act(tab) {
        await tab.press("Create a token");
        await tab.enter("Name", hostile);
        await tab.enter("Apps", "moments");
        await tab.enter("Expires", "2100-01-01");
    }},
    {name: "create an app", path: "/console/", async act(tab) {
        await tab.press("Create an app");
        await tab.enter("Name", "lines");
        await tab.enter("Title", hostile);
    }},
];

test("each line that an action shows does the same in a shell", {skip: missing || !Chromium.binary, timeout: 300_000}, async context => {
    const browser = await launch(context, Chromium);
    const sides = {};
    for (const label of ["curl", "waymark"]) {
        const console = await start(context);
        const tab = await Tab.open(browser, console.base);
        await tab.go("/console/");
        await tab.signIn(console.token);
        await console.api("POST", "/v1/apps/moments/draft/rules", {id: "theirs", ...rule("theirs")});
        sides[label] = {...console, tab};
    }
    let before = await snapshot(sides.curl);
    for (const {name, path, act, end, isSame = false, negative} of cases) {
        await context.test(name, async () => {
            for (const [label, side] of Object.entries(sides)) {
                await side.tab.go(path.startsWith("/") ? path : `/console/apps/moments/${path}`);
                await act(side.tab);
                run(side, (await lines(side.tab))[label], negative);
            }
            const [curl, waymark] = [await snapshot(sides.curl), await snapshot(sides.waymark)];
            assert.deepEqual(waymark, curl);
            if (isSame) assert.deepEqual(curl, before);
            else assert.notDeepEqual(curl, before);
            before = curl;
            if (!end) return;
            for (const side of Object.values(sides)) await end(side);
            before = await snapshot(sides.curl);
        });
    }
    assert.deepEqual(browser.errors, []);
});
