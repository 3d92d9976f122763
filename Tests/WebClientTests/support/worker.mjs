// A client in a web worker or a service worker, which answers addresses.
import {createClient} from "/waymark/client.mjs";

const options = new URLSearchParams(location.search);
const client = createClient({
    server: options.get("server"), app: "moments", context: {platform: "web"}, updates: options.get("updates") ?? "polling",
});
addEventListener("message", async ({data, source}) => {
    const {version} = await client.ready;
    (source ?? self).postMessage({version, screen: client.resolve(data).screen});
});
