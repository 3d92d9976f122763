// Answers all vectors in Node, and with a second argument also in a browser, from a page of this program's own server.
// usage: node vectors-node.mjs FOLDER [BROWSER]
import {spawn} from "node:child_process";
import {mkdtempSync, readFileSync, readdirSync, rmSync} from "node:fs";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {answerVectors} from "./vectors.mjs";

const [folder, browser] = process.argv.slice(2);
const secondsOfBrowser = 120;
const vectors = new URL("../../../../Config/vectors/", import.meta.url);
const names = readdirSync(vectors).filter(name => name.endsWith(".json"))
    .map(name => name.slice(0, -".json".length)).filter(name => !["heads", "schema"].includes(name)).sort();

function report(where, {count, counts, wrong}) {
    wrong.slice(0, 10).forEach(problem => console.error(`${where}: ${problem}`));
    console.log(`${where}: ${count} vectors in ${Object.keys(counts ?? {}).length} files, ${wrong.length} wrong`);
    if (count < 3000 || wrong.length > 0) process.exitCode = 1;
}

const {Waymark} = await import(pathToFileURL(`${folder}/waymark.mjs`));
const load = name => Waymark.load(readFileSync(`${folder}/waymark-${name}.wasm`));
const files = Object.fromEntries(names.map(name => [name, JSON.parse(readFileSync(new URL(`${name}.json`, vectors)))]));
report(`Node ${process.version}`, answerVectors({engine: await load("engine"), resolver: await load("resolver")}, files));

const page = `<!doctype html><meta charset="utf-8"><title>vectors</title><script type="module">
const post = result => fetch("/result", {method: "POST", body: JSON.stringify(result)});
try {
    const [{Waymark}, {answerVectors}] = await Promise.all([import("/waymark.mjs"), import("/vectors.mjs")]);
    const load = name => Waymark.load(fetch("/waymark-" + name + ".wasm"));
    const modules = {engine: await load("engine"), resolver: await load("resolver")};
    const files = {};
    for (const name of ${JSON.stringify(names)}) files[name] = await (await fetch("/" + name + ".json")).json();
    await post({agent: navigator.userAgent, ...answerVectors(modules, files)});
} catch (error) {
    await post({count: 0, wrong: [String(error.stack ?? error)]});
}
</script>`;

// The files that the page may ask for; everything else is 404.
const served = new Map([
    ["/vectors.mjs", [fileURLToPath(new URL("vectors.mjs", import.meta.url)), "text/javascript"]],
    ["/waymark.mjs", [join(folder, "waymark.mjs"), "text/javascript"]],
    ...["engine", "resolver"].map(
        name => [`/waymark-${name}.wasm`, [join(folder, `waymark-${name}.wasm`), "application/wasm"]]),
    ...names.map(name => [`/${name}.json`, [fileURLToPath(new URL(`${name}.json`, vectors)), "application/json"]]),
]);

/** Serves the page and its files on a port of 127.0.0.1, and passes on what the page posts. */
function serve(whenPosted) {
    const server = createServer((request, response) => {
        if (request.method === "POST" && request.url === "/result") {
            const chunks = [];
            request.on("data", chunk => chunks.push(chunk));
            request.on("end", () => { response.end(); whenPosted(JSON.parse(Buffer.concat(chunks).toString())); });
            return;
        }
        const file = served.get(request.url);
        if (request.url === "/") response.setHeader("Content-Type", "text/html").end(page);
        else if (file) response.setHeader("Content-Type", file[1]).end(readFileSync(file[0]));
        else response.writeHead(404).end();
    });
    return new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve(server)));
}

async function runBrowser() {
    const home = mkdtempSync(join(tmpdir(), "waymark-browser-"));
    let posted;
    const result = new Promise(resolve => { posted = resolve; });
    const server = await serve(posted);
    // Without its sandbox, which needs user namespaces that a container seldom has; it loads this page only.
    const child = spawn(browser, [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
        "--no-first-run", `--user-data-dir=${home}`, `http://127.0.0.1:${server.address().port}/`,
    ], {stdio: ["ignore", "ignore", "pipe"]});
    let errors = "";
    child.stderr.on("data", chunk => { errors = (errors + chunk).slice(-4000); });
    let timer;
    const answer = await Promise.race([
        result,
        new Promise(resolve => child.on("exit", status => resolve({count: 0, wrong: [`it ended (${status}): ${errors}`]}))),
        new Promise(resolve => {
            timer = setTimeout(
                () => resolve({count: 0, wrong: [`no result in ${secondsOfBrowser} s: ${errors}`]}), secondsOfBrowser * 1000);
        }),
    ]);
    clearTimeout(timer);
    report(answer.agent?.match(/\S*Chrome\/\S+/)?.[0] ?? browser, answer);
    const ended = child.exitCode !== null ? undefined : new Promise(resolve => child.on("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    server.close();
    server.closeAllConnections();
    rmSync(home, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
}

if (browser) await runBrowser();
