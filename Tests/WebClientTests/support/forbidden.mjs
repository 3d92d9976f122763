// A client in a page whose policy forbids WebAssembly; the page itself runs it, because a driver's scripts need not obey it.
import {createClient} from "/waymark/client.mjs";

const options = {server: document.documentElement.dataset.server, app: "moments", updates: "none", storage: null, context: {platform: "web"}};
const client = createClient(options);
const error = await Promise.race([client.ready.catch(error => error), client.refresh().then(() => client.ready, error => error)]);
const resolution = client.resolve("https://moments.example.com/search/tea");
let asked;
try {
    asked = await createClient({...options, askServer: true}).resolveAsync("https://moments.example.com/search/tea");
} catch (thrown) {
    asked = {failure: String(thrown)};
}
window.found = {code: error.code, hint: error.hint, without: resolution.failure?.code, screen: asked.screen, failure: asked.failure};
