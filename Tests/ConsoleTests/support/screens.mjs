// The screens for pictures: an address, a text that tells that it is complete, what is prepared or done before, and what ends it. Texts are
// whole ones of the English text module, so that the same steps find them in Chinese, or texts of people.
const rule = (id, match, target, more = {}) => ({id, match: [match], to: target, ...more});
const long = (text, length) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** From now on the page's own requests of paths with this part get what the function `answer` gives; its third argument asks the server. */
export const answering = (tab, part, answer) => tab.run(`
    const asked = window.fetch;
    window.fetch = (path, options) => String(path).includes(${JSON.stringify(part)}) ? (${answer})(path, options, asked) : asked(path, options);
`);
const refusing = `() => Promise.resolve(new Response(JSON.stringify({type: "urn:waymark:problem:unavailable", status: 503, detail: "The database does not answer."}), {status: 503, headers: {"Content-Type": "application/problem+json"}}))`;

/** The server's own difference, as if a limit had been reached. */
export const notProving = `async (path, options, ask) => {
    const answer = await ask(path, options);
    const difference = {...await answer.json(), incomplete: true, notProved: ["feed", "help"]};
    return new Response(JSON.stringify(difference), {status: answer.status, headers: answer.headers});
}`;

/** Signs the browser in with another token. */
const signInAs = (tab, token) => tab.run(`return fetch("/console/session", {method: "POST", headers: {"Content-Type": "application/json"}, body: ${JSON.stringify(JSON.stringify({token, replace: true}))}}).then(answer => answer.status)`);

/** Two weeks of an app with four releases, as the server counts them. */
const fortnight = () => {
    const [hour, day] = [3_600_000, 86_400_000];
    const now = Math.floor(Date.now() / hour) * hour;
    const starts = [[1, 14], [2, 10.3], [3, 6.4], [4, 2.2]].map(([version, days]) => [version, now - days * day]);
    const hours = [];
    for (let at = now - 14 * day; at <= now; at += hour) {
        const wave = 1 + 0.7 * Math.sin((new Date(at).getUTCHours() - 9) / 24 * 2 * Math.PI);
        const current = starts.findLast(([, start]) => start <= at);
        for (const [version, start] of starts.filter(([, start]) => start <= at)) {
            const age = (at - start) / day;
            const received = version === current[0] ? Math.round(900 * wave * Math.exp(-age * 0.9) + 40 * wave) : 0;
            const unchanged = version === current[0] ? Math.round(1400 * wave * (1 - Math.exp(-age))) : 0;
            if (received + unchanged > 0) hours.push({hour: new Date(at).toISOString(), channel: "production", version, received, unchanged, heads: 0, streams: 0, replaced: Math.round(received * 0.8)});
        }
    }
    return {from: new Date(now - 14 * day).toISOString(), hours, watchers: [{channel: "production", count: 318}]};
};

export const screens = [
    {name: "sign-in", path: "/console/", shows: "Sign in"},
    {
        name: "overview", path: "/console/", shows: "Recent changes",
        async prepare({api, token}, tab) {
            await tab.signIn(token);
            await api("PATCH", "/v1/apps/moments", {title: "Moments: conditions, parameters, sign-in, rollout"});
            await api("POST", "/v1/apps", {app: "books", title: "Books"});
            for (const one of [
                rule("news", "/news", {screen: "News"}), rule("old-news", "/n", {redirect: "https://moments.example.com/gone"}),
                rule("help", "/help", {screen: "Help"}, {note: "asked for by support"}),
            ]) await api("POST", "/v1/apps/moments/draft/rules", one);
        },
    },
    {name: "create-app", path: "/console/", shows: "Recent changes", act: tab => tab.press("Create an app")},
    {name: "rules", path: "/console/apps/moments/rules", shows: "14 rules"},
    {
        name: "rules-selected", path: "/console/apps/moments/rules?q=feed", shows: "2 of 14 rules",
        async act(tab) {
            await tab.enter("Select feed", true);
            await tab.enter("Select new-feed", true);
        },
    },
    {name: "review-empty", path: "/console/apps/books/review", shows: "Nothing to publish: the draft has no rules yet."},
    {name: "releases-empty", path: "/console/apps/books/releases", shows: "No releases yet"},
    {name: "expectations-empty", path: "/console/apps/books/expectations", shows: "No expectations yet"},
    {name: "screens-empty", path: "/console/apps/books/screens", shows: "No builds yet"},
    {name: "hosts-empty", path: "/console/hosts", shows: "No hosts yet"},
    {
        name: "loading", path: "/console/apps/moments/rules", shows: "14 rules", isWaiting: true,
        async act(tab) {
            await answering(tab, "/draft", "(path, {signal}) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))");
            await tab.press("Review");
            await tab.shows("Working…");
        },
    },
    {
        name: "refused", path: "/console/apps/moments/rules", shows: "14 rules",
        async act(tab) {
            await answering(tab, "/releases", refusing);
            await tab.press("Releases");
            await tab.shows("The database does not answer.");
        },
    },
    {
        name: "offline", path: "/console/apps/moments/rules", shows: "14 rules",
        async act(tab) {
            await answering(tab, "/v1/", "() => Promise.reject(new TypeError('cut'))");
            await tab.press("Releases");
            await tab.shows("The server cannot be reached");
        },
    },
    {
        name: "session-ended", path: "/console/apps/moments/rules/help/edit", shows: "The draft, as saved, against what is live",
        async act(tab, console) {
            await tab.enter("Note", "unsaved");
            await tab.pressAfter(console.endSessions, "Save in the draft");
            await tab.shows("Your session has ended");
        },
        end: ({token}, tab) => signInAs(tab, token),
    },
    {
        name: "conflict", path: "/console/apps/moments/rules/help/edit", shows: "The draft, as saved, against what is live",
        async act(tab, {api}) {
            await tab.enter("Note", "asked for by support, ticket 812");
            await tab.enter("Screen", "HelpCentre");
            await api("PUT", "/v1/apps/moments/draft/rules/help", {match: ["/help"], to: {screen: "Help"}, note: "asked for by support and sales", priority: 5});
            await tab.press("Save in the draft");
            await tab.shows("Two people changed this");
        },
        end: ({api}) => api("PUT", "/v1/apps/moments/draft/rules/help", {match: ["/help"], to: {screen: "Help"}, note: "asked for by support"}),
    },
    {name: "rules-empty", path: "/console/apps/books/rules", shows: "No rules yet"},
    {name: "rule", path: "/console/apps/moments/rules/old-news/edit", shows: "The draft, as saved, against what is live"},
    {
        name: "rule-error", path: "/console/apps/moments/rules/new-feed/edit", shows: "The draft, as saved, against what is live",
        async act(tab) {
            await tab.enter("Address 1", "/feed/(x");
            await tab.shows("never closed");
        },
    },
    {name: "rule-json", path: "/console/apps/moments/rules/help/edit?view=json", shows: "The draft, as saved, against what is live"},
    {name: "from-address", path: "/console/apps/moments/rules", shows: "14 rules", act: tab => tab.press("From an address")},
    {
        name: "import", path: "/console/apps/moments/import?format=netlify", shows: "Try it",
        async act(tab) {
            await tab.enter("Text", "/gifts /gift 301\n/feed https://moments.example.com/timeline 302\n");
            await tab.press("Try it");
            await tab.shows("What would happen");
        },
    },
    {
        name: "review", path: "/console/apps/moments/review", shows: "What changes for people",
        async prepare({api}) {
            await api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "Feed"}, note: "the old feed"});
            await api("PUT", "/v1/apps/moments/draft/rules/moment", {match: ["moments://moments.example.com/moment/:id(\\d+)"], to: {screen: "Moment"}});
            await api("PUT", "/v1/apps/moments/expectations", {expectations: [{url: "https://moments.example.com/feed", expect: {screen: "Feed"}}]});
        },
    },
    {
        name: "not-proved", path: "/console/apps/moments/rules", shows: "14 rules",
        async act(tab) {
            await answering(tab, "draft/diff", notProving);
            await tab.press("Review");
            await tab.shows("Not proved for 2 rules: feed, help. Further addresses of them may lead elsewhere; look some up under Try.");
        },
    },
    {name: "publish", path: "/console/apps/moments/review", shows: "What changes for people", act: tab => tab.press("Publish 5 changes to production")},
    {
        name: "rolled-back", path: "/console/apps/moments/review", shows: "is newer",
        async prepare({api}) {
            await api("POST", "/v1/apps/moments/releases", {message: "news"});
            await api("PUT", "/v1/apps/moments/channels/production", {version: 1});
        },
    },
    {name: "settings", path: "/console/apps/moments/settings", shows: "Sites of the app"},
    {name: "palette", path: "/console/apps/moments/rules", shows: "14 rules", act: tab => tab.press("Find")},
    {name: "missing", path: "/console/no/such/screen", shows: "There is no such page"},
    {
        name: "releases", path: "/console/apps/moments/releases", shows: "What clients have",
        async prepare({api, base}) {
            await api("POST", "/v1/apps/moments/releases", {message: "news and help", notes: "Asked for by support.\nTicket 812: old letters still have /n links."});
            await api("PUT", "/v1/apps/moments/draft/rules/help", {match: ["/help", "/hilfe"], to: {screen: "Help"}});
            await api("POST", "/v1/apps/moments/releases", {message: "help in German"});
            await api("PUT", "/v1/apps/moments/channels/beta", {version: 3, public: false});
            for (let count = 0; count < 3; count += 1) await fetch(`${base}/v1/apps/moments/rules`);
            await api("PUT", "/v1/apps/moments/channels/production", {version: 2});
            for (let count = 0; count < 9; count += 1) await fetch(`${base}/v1/apps/moments/rules`);
        },
    },
    {
        name: "adoption", path: "/console/apps/moments/releases", shows: "What clients have",
        before: tab => tab.page.send("Page.addScriptToEvaluateOnNewDocument", {source: `
            const asked = window.fetch;
            window.fetch = (path, options) => String(path).includes("/adoption") ? Promise.resolve(new Response(${JSON.stringify(JSON.stringify(fortnight()))}, {headers: {"Content-Type": "application/json"}})) : asked(path, options);
        `}),
        after: (tab, {identifier}) => tab.page.send("Page.removeScriptToEvaluateOnNewDocument", {identifier}),
        act: tab => tab.run("[...document.querySelectorAll('h2')].findLast(one => one.nextElementSibling).closest('section').scrollIntoView()"),
    },
    {name: "releases-back", path: "/console/apps/moments/releases?channel=production&moved=2", shows: "draft unchanged"},
    {name: "release", path: "/console/apps/moments/releases/2", shows: "Publish it again"},
    {name: "release-move", path: "/console/apps/moments/releases/1", shows: "Publish it again", async act(tab) {
        await tab.press("Serve it on a channel");
        await tab.shows("addresses lead elsewhere");
    }},
    {name: "compare", path: "/console/apps/moments/compare?from=1&to=3", shows: "rules differ"},
    {
        name: "try", shows: "The engine of clients, run in this page, gives the same 12 answers.",
        path: `/console/apps/moments/try?${new URLSearchParams({
            url: "https://moments.example.com/feed\nhttps://moments.example.com/timeline\nhttps://moments.example.com/nowhere",
            for: "platform=ios appVersion=7.4 deviceID=8\nplatform=android signedIn=true", with: "draft,1",
        })}`,
        act: tab => tab.press("Why does https://moments.example.com/feed lead there?"),
    },
    {
        name: "qr-code", path: `/console/apps/moments/try?${new URLSearchParams({url: "https://moments.example.com/feed", with: "draft"})}`, shows: "The engine of clients, run in this page, gives the same answer.",
        async act(tab) {
            await tab.press("QR code of https://moments.example.com/feed");
            await tab.shows("Save as SVG");
        },
    },
    {
        name: "expectations", path: "/console/apps/moments/expectations", shows: "Why it fails",
        async prepare({api}) {
            await api("PUT", "/v1/apps/moments/expectations", {expectations: [
                {url: "https://moments.example.com/feed", context: {platform: "android"}, expect: {screen: "Feed"}},
                {url: "https://moments.example.com/m/42.html", expect: {screen: "MomentDetail", parameters: {id: "42"}}},
                {url: "https://moments.example.com/account/delete", expect: {screen: "Account"}},
                {url: "https://moments.example.com/nowhere", expect: {unmatched: true}},
            ]});
            await api("PUT", "/v1/apps/moments/screens/ios/7.4.0", {screens: {Feed: ["tab?"], NewFeed: [], MomentDetail: ["id"], Search: ["text"], Timeline: [], Login: ["resume?"], InternalMenu: []}});
            await api("PUT", "/v1/apps/moments/screens/android/7.3.1", {screens: {Feed: ["tab?"], MomentDetail: ["id"]}});
        },
    },
    {name: "link", path: "/console/apps/moments/link?address=https%3A%2F%2Fmoments.example.com%2Ffeed&os=ios&appVersion=9.0", shows: "What it does"},
    {name: "expectation", path: "/console/apps/moments/expectations", shows: "Why it fails", act: tab => tab.press("Add an expectation")},
    {
        name: "expectation-refused", path: "/console/apps/moments/expectations", shows: "Expectations",
        async act(tab) {
            await tab.press("Add an expectation");
            await tab.enter("Who gets it first", "web");
            await tab.enter("For whom", "platform=ios");
            await tab.enter("It must", "address");
            await tab.press("Store");
        },
    },
    {name: "screens", path: "/console/apps/moments/screens", shows: "What breaks where"},
    {
        name: "access", path: "/console/access", shows: "build server",
        async prepare({api}) {
            await api("POST", "/v1/tokens", {name: "build server", role: "editor", apps: ["moments"], channels: ["moments/beta"]});
            await api("POST", "/v1/tokens", {name: "marketing, until the end of the summer campaign", role: "publisher", apps: ["books", "moments"], expiresAt: "2100-01-01T00:00:00Z"});
        },
    },
    {
        name: "hosts", path: "/console/hosts", shows: "File for iOS",
        async prepare({api}) {
            await api("PUT", "/v1/hosts/go.moments.example.com", {app: "moments"});
            await api("PUT", "/v1/hosts/links.books.example.com", {app: "books"});
            const {settings} = await api("GET", "/v1/apps/moments/draft");
            await api("PUT", "/v1/apps/moments/draft/settings", {...settings, origins: [...settings.origins, "https://go.moments.example.com"], surfaces: {"go.moments.example.com": {
                apple: [{appID: "ABCDE12345.example.moments"}], harmony: ["6917568912345"], web: "https://www.moments.example.com/",
            }}});
            await api("PUT", "/v1/apps/moments/expectations", {expectations: []});
            for (const build of ["ios/7.4.0", "android/7.3.1"]) await api("DELETE", `/v1/apps/moments/screens/${build}`);
            await api("POST", "/v1/apps/moments/releases", {message: "links", allowShrink: true});
        },
    },
    {
        name: "expectations-links", path: "/console/apps/moments/expectations", shows: "Expectations",
        async prepare({api}) {
            const url = "https://go.moments.example.com/feed";
            await api("PUT", "/v1/apps/moments/expectations", {expectations: [
                {url, context: {platform: "ios", appVersion: "7.4.0"}, expect: {screen: "Feed"}}, {url, surface: "os", expect: {systems: ["harmony", "ios"]}},
                {url, surface: "web", context: {attributes: {os: "ios"}}, expect: {answer: "open"}},
                {url, surface: "web", context: {attributes: {os: "ios", inApp: "qq"}}, expect: {answer: "web"}},
                {url: "https://go.moments.example.com/n", surface: "web", expect: {address: "https://moments.example.com/gone", status: 301}},
            ]});
        },
    },
    {name: "link-in-app", path: "/console/apps/moments/link?address=https%3A%2F%2Fgo.moments.example.com%2Ffeed&os=ios&osVersion=17.1&appVersion=7.4&inApp=qq", shows: "What it does"},
    {name: "host-add", path: "/console/hosts", shows: "File for iOS", act: tab => tab.press("Add a host")},
    {name: "access-create", path: "/console/access", shows: "build server", act: tab => tab.press("Create a token")},
    {
        name: "audit", path: "/console/audit", shows: "Created a token",
        async prepare({api}) {
            await api("PUT", "/v1/apps/moments/draft/rules/feed", {match: ["/feed"], to: {screen: "Feed", parameters: {tab: "latest"}}, note: "asked for by marketing"});
        },
        async act(tab) {
            await tab.press("Verify the chain");
            await tab.shows("Intact");
        },
    },
    {name: "audit-row", path: "/console/audit?action=rule.replace", shows: "Show all", async act(tab) {
        await tab.press("Changed a rule");
        await tab.shows("belongs to this content");
    }},
    {name: "system", path: "/console/system", shows: "Requests by operation", act: tab => tab.press("Since the start of the server")},
    {
        name: "long", path: "/console/apps/the-longest-name-of-an-app-is-32/rules", shows: "1 rule",
        async prepare({api}) {
            const app = "the-longest-name-of-an-app-is-32";
            await api("POST", "/v1/apps", {app, title: long("Herausgeberrechtsschutzversicherungsgesellschaft", 128)});
            await api("PUT", `/v1/apps/${app}/draft/settings`, {origins: ["https://shop.example"], destinations: ["https://shop.example"]});
            await api("POST", `/v1/apps/${app}/draft/rules`, rule(long("a-very-long-name-", 64), `/${long("one-very-long-segment-of-a-path", 200)}/:id`, {redirect: `https://shop.example/${long("another-very-long-segment", 300)}`}, {note: long("a remark of somebody who has a lot to say, ", 500)}));
        },
    },
    {name: "long-rule", path: `/console/apps/the-longest-name-of-an-app-is-32/rules/${long("a-very-long-name-", 64)}/edit`, shows: "The draft, as saved, against what is live"},
    {name: "long-review", path: "/console/apps/the-longest-name-of-an-app-is-32/review", shows: "What changes for people"},
    {name: "long-overview", path: "/console/", shows: "Recent changes"},
    {
        name: "viewer-rules", path: "/console/apps/moments/rules", shows: "14 rules",
        async prepare({api}, tab) {
            const {token} = await api("POST", "/v1/tokens", {name: "Vera, who only looks", role: "viewer", apps: ["moments"]});
            await signInAs(tab, token);
        },
    },
    {name: "viewer-review", path: "/console/apps/moments/review", shows: "What changes for people"},
    {name: "viewer-access", path: "/console/access", shows: "Access"},
    {name: "viewer-system", path: "/console/system", shows: "System"},
];
