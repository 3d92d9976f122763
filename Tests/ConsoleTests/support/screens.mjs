// The screens for pictures: an address, a text that tells that it is complete, and what is prepared or done before.
const rule = (id, match, target, more = {}) => ({id, match: [match], to: target, ...more});

export const screens = [
    {name: "sign-in", path: "/console/", shows: "It is sent once"},
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
        name: "rules-selected", path: "/console/apps/moments/rules?q=feed", shows: "of 14 rules",
        async act(tab) {
            await tab.enter("Select feed", true);
            await tab.enter("Select new-feed", true);
        },
    },
    {name: "rules-empty", path: "/console/apps/books/rules", shows: "No rules yet"},
    {name: "rule", path: "/console/apps/moments/rules/old-news/edit", shows: "Addresses that move"},
    {
        name: "rule-error", path: "/console/apps/moments/rules/new-feed/edit", shows: "Addresses that move",
        async act(tab) {
            await tab.enter("Address 1", "/feed/(x");
            await tab.shows("never closed");
        },
    },
    {name: "rule-json", path: "/console/apps/moments/rules/help/edit?view=json", shows: "The rule as JSON"},
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
    {name: "releases-back", path: "/console/apps/moments/releases?channel=production&moved=2", shows: "draft unchanged"},
    {name: "release", path: "/console/apps/moments/releases/2", shows: "Publish it again"},
    {name: "release-move", path: "/console/apps/moments/releases/1", shows: "Publish it again", async act(tab) {
        await tab.press("Serve it on a channel");
        await tab.shows("addresses lead elsewhere");
    }},
    {name: "compare", path: "/console/apps/moments/compare?from=1&to=3", shows: "rules differ"},
    {
        name: "try", shows: "Why?",
        path: `/console/apps/moments/try?${new URLSearchParams({
            url: "https://moments.example.com/feed\nhttps://moments.example.com/timeline\nhttps://moments.example.com/nowhere",
            for: "platform=ios appVersion=7.4 deviceID=8\nplatform=android signedIn=true", with: "draft,1",
        })}`,
        act: tab => tab.press("Why does https://moments.example.com/feed"),
    },
    {
        name: "qr-code", path: `/console/apps/moments/try?${new URLSearchParams({url: "https://moments.example.com/feed", with: "draft"})}`, shows: "Why?",
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
];
