// Keeps the files of this page, so that it opens while `make demo` is stopped. A file that can be fetched is always taken from there.
const files = [
    "/", "/page.css", "/page.mjs", "/demo.json",
    ...["waymark", "channel", "options", "storage", "client", "events"].map(name => `/waymark/${name}.mjs`), "/waymark/waymark-resolver.wasm",
];
const name = "waymark-demo";

addEventListener("install", event => {
    skipWaiting();
    event.waitUntil(caches.open(name).then(cache => cache.addAll(files)));
});
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => {
    if (!event.request.url.startsWith(location.origin) || event.request.method !== "GET") return;
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
