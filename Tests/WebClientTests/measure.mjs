// Measures the client with many rules: from createClient with a kept release to the first answer, resolutions, and memory.
// usage: node measure.mjs [RULES]   (after make web; default 10000; medians of seven launches)
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Chromium} from "./support/chromium.mjs";
import {Firefox} from "./support/firefox.mjs";
import {Publication, createClient, digestOf, engine, indexFormat} from "./support/publication.mjs";
import {ScriptedServer} from "./support/server.mjs";
import {Site} from "./support/site.mjs";

const rules = Number(process.argv[2] ?? 10_000);
const rounds = 7;
const median = values => values.sort((a, b) => a - b)[values.length >> 1].toFixed(1);

function large() {
    const draft = {
        settings: {origins: ["https://moments.example.com"]},
        rules: Array.from({length: rules}, (_, number) => ({
            id: `rule-${number}`, match: [`/section-${number % 100}/page-${number}/:id`], to: {screen: `Screen${number}`},
            ...number % 10 === 0 && {when: {platform: ["web"]}},
        })),
    };
    const publication = new Publication(1);
    publication.body = Buffer.from(engine.freeze(JSON.stringify(draft), {app: "moments", version: 1}));
    publication.digest = digestOf(publication.body);
    const file = Buffer.from(engine.compile(publication.body));
    publication.index = {digest: digestOf(file), format: indexFormat};
    publication.indexes = new Map([[publication.index.digest, file]]);
    return publication;
}

/** Measures one launch; runs in Node and in pages. `make` gives a client without updates. */
async function launch(make, address) {
    const begun = performance.now();
    const client = make();
    await client.ready;
    const first = client.resolve(address);
    const launched = performance.now() - begun;
    if (first.outcome !== "screen") throw new Error(JSON.stringify(first));
    const count = 20_000;
    const from = performance.now();
    for (let number = 0; number < count; number += 1) client.resolve(address);
    const each = (performance.now() - from) * 1000 / count;
    client.close();
    return {launched, each};
}

const address = `https://moments.example.com/section-${(rules - 1) % 100}/page-${rules - 1}/7`;
const publication = large();
const server = await ScriptedServer.start(publication);
console.log(`${rules} rules: body ${publication.body.length} bytes, index ${publication.indexes.get(publication.index.digest).length} bytes`);
const print = (where, results, memory) => console.log(
    `${where}: launch to first answer ${median(results.map(({launched}) => launched))} ms, `
    + `${median(results.map(({each}) => each))} µs for each resolution, ${memory}`);

const storage = mkdtempSync(join(tmpdir(), "waymark-measure-"));
const options = {server: server.base, app: "moments", updates: "none", storage};
const first = createClient(options);
await first.refresh();
first.close();
const results = [];
for (let round = 0; round < rounds; round += 1) results.push(await launch(() => createClient(options), address));
print(`Node ${process.version}`, results, `${Math.round(process.memoryUsage().rss / 1e6)} MB of the process`);
rmSync(storage, {recursive: true});

for (const Browser of [Chromium, Firefox].filter(({binary}) => binary)) {
    const browser = new Browser();
    await browser.start();
    const ends = [];
    const site = await Site.start({after: end => ends.push(end)}, server);
    const page = await browser.open(`${site.base}/empty`);
    const make = `createClient({server: "${server.base}", app: "moments", updates: "none"})`;
    await page.run(`const {createClient} = await import("/waymark/client.mjs"); await ${make}.refresh();`);
    const found = [];
    for (let round = 0; round < rounds; round += 1) {
        await page.reload();
        found.push(await page.run(`const {createClient} = await import("/waymark/client.mjs");
            return (${launch})(() => ${make}, ${JSON.stringify(address)});`));
    }
    const memory = await page.run("return performance.memory?.usedJSHeapSize ?? 0");
    print(browser.name, found, memory ? `${Math.round(memory / 1e6)} MB of JavaScript's heap` : "memory is not told");
    await browser.stop();
    await Promise.all(ends.map(end => end()));
}
await server.stop();
