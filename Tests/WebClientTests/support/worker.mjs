// A client in a web worker, which answers addresses.
import {createClient} from "/waymark/client.mjs";

const client = createClient({server: new URLSearchParams(location.search).get("server"), app: "moments", context: {platform: "web"}});
addEventListener("message", async ({data}) => {
    const {version} = await client.ready;
    postMessage({version, screen: client.resolve(data).screen});
});
