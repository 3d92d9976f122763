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
];
