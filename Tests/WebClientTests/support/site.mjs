// The site of the guide (Config/guides/web.md), with a Content Security Policy, and pages for the tests.
import {existsSync, readFileSync} from "node:fs";
import {createServer} from "node:http";
import {fileURLToPath} from "node:url";
import {folder} from "./publication.mjs";

const guide = readFileSync(new URL("../../../Config/guides/web.md", import.meta.url), "utf8");
const block = (language, start) => [...guide.matchAll(new RegExp("^```" + language + "\\n(.*?)^```$", "gms"))]
    .map(match => match[1]).find(text => text.startsWith(start));
const types = {mjs: "text/javascript", js: "text/javascript", wasm: "application/wasm", html: "text/html", json: "application/json"};
const tests = new Map([
    ["/vectors.mjs", "../../EngineTests/RouteEngine/Clients/vectors.mjs"], ["/worker.mjs", "./worker.mjs"],
    ["/forbidden.mjs", "./forbidden.mjs"],
]);

export class Site {
    /** Paths that were asked for. */
    requests = [];

    /** Serves the page for a client of a server; `policy` is the directive `script-src`. */
    static async start(test, server) {
        const site = new Site();
        const files = new Map([
            ["/", [block("html", "<!doctype"), "html"]], ["/empty", ["<!doctype html><title>empty</title>", "html"]],
            ["/forbidden", [
                `<!doctype html><html data-server="${server.base}"><script type="module" src="/forbidden.mjs"></script>`, "html",
            ]],
            ["/app.mjs", [block("js", "import {createClient} from \"/waymark").replace("http://127.0.0.1:8080", server.base), "mjs"]],
            ["/offline.js", [block("js", "const files"), "js"]],
        ]);
        const fileOf = path => {
            if (files.has(path)) return files.get(path);
            const test = tests.get(path);
            const vectors = /^\/vectors\/([a-z0-9-]+\.json)$/.exec(path)?.[1];
            let url = test && new URL(test, import.meta.url);
            if (vectors) url = new URL(`../../../Config/vectors/${vectors}`, import.meta.url);
            if (/^\/waymark\/[a-z-]+\.(mjs|wasm)$/.test(path)) url = new URL(path.slice("/waymark/".length), folder);
            if (!url || !existsSync(fileURLToPath(url))) return undefined;
            return [readFileSync(url), path.split(".").at(-1)];
        };
        site.server = createServer((request, response) => {
            const {pathname} = new URL(request.url, "http://site.example");
            site.requests.push(pathname);
            const file = fileOf(pathname);
            const scripts = pathname === "/forbidden" ? "'self'" : "'self' 'wasm-unsafe-eval'";
            response.setHeader("Content-Security-Policy",
                `default-src 'none'; script-src ${scripts}; connect-src 'self' ${server.base}; worker-src 'self'`);
            if (!file) return response.writeHead(404).end();
            return response.setHeader("Content-Type", `${types[file[1]]}; charset=utf-8`).end(file[0]);
        });
        await new Promise(resolve => site.server.listen(0, "127.0.0.1", resolve));
        site.base = `http://127.0.0.1:${site.server.address().port}`;
        test.after(() => site.stop());
        return site;
    }

    async stop() {
        if (!this.server.listening) return;
        this.server.closeAllConnections();
        await new Promise(resolve => this.server.close(resolve));
    }
}
