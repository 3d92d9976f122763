// The sign-in through a proxy that knows the person, in each browser.
import assert from "node:assert/strict";
import {createServer, request} from "node:http";
import {test} from "node:test";
import {freePort, missing} from "../WebClientTests/support/waymark.mjs";
import {Chromium} from "../WebClientTests/support/chromium.mjs";
import {Tab, accessibility, noAxe, start, until} from "./support/console.mjs";
import {browsers, launch} from "./support/launch.mjs";

/** A proxy before a control plane that says who the person is, as one with a sign-in of its own does. */
async function proxy(context, port, person) {
    const server = createServer((incoming, response) => {
        const headers = {...incoming.headers, "remote-user": person.name, "remote-groups": person.groups};
        const onward = request({host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers}, answer => {
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
        });
        onward.on("error", () => response.destroy());
        response.on("close", () => onward.destroy());
        incoming.pipe(onward);
    });
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    context.after(() => {
        server.closeAllConnections();
        return new Promise(resolve => server.close(resolve));
    });
    return `http://127.0.0.1:${server.address().port}`;
}

/** A server with the example app whose control plane believes the proxy; the proxy's address. */
async function behindProxy(context, person) {
    const {server} = await start(context);
    await server.kill();
    const port = await freePort();
    server.flags = ["--admin-listen", `127.0.0.1:${port}`, "--sign-in-proxies", "127.0.0.1", "--sign-in-groups", "crew=editor:moments"];
    await server.run();
    return proxy(context, port, person);
}

for (const Browser of browsers) {
    test(`${Browser.name}: a person whom the proxy names continues under that name, or reads why not`, {skip: missing}, async context => {
        const person = {name: "Ada <b>Lovelace", groups: "guests,crew"};
        const base = await behindProxy(context, person);
        const browser = await launch(context, Browser);
        const tab = await Tab.open(browser, base);
        await tab.go("/console/access");
        await tab.press("Continue as Ada <b>Lovelace");
        await tab.shows("Browsers that are signed in to the console.");
        await tab.shows("Ada <b>Lovelace");
        assert.equal((await tab.run("return (await (await fetch('/v1/whoami')).json()).id")), "person:Ada <b>Lovelace");
        // The session ends while the page is open: the dialog offers the same, and the page goes on.
        const end = () => tab.run("const {sessions} = await (await fetch('/v1/sessions')).json(); await fetch(`/v1/sessions/${sessions[0].id}`, {method: 'DELETE'});");
        await tab.pressAfter(end, "Overview");
        await tab.shows("Your session has ended");
        await tab.press("Continue as Ada <b>Lovelace");
        await until(() => tab.run("return !document.querySelector('dialog[open]')"), "the dialog is closed");
        person.groups = "guests";
        await tab.press("Sign out");
        await tab.shows("signInGroups");
        await tab.shows("It is sent once and not kept");
        assert.deepEqual(browser.errors, []);
    });
}

test("axe-core finds nothing in the sign-in that offers a name, in both themes", {skip: missing || noAxe || !Chromium.binary}, async context => {
    const base = await behindProxy(context, {name: "Ada", groups: "crew"});
    const browser = await launch(context, Chromium);
    const tab = await Tab.open(browser, base);
    await tab.go("/console/");
    await tab.shows("Continue as Ada");
    assert.deepEqual(await accessibility(tab), []);
});
