// Serves the pages of Sources/Console before a server, as it does itself: addresses, headers and the session.
// It goes when the server serves them.
import {randomBytes} from "node:crypto";
import {existsSync, readFileSync} from "node:fs";
import {createServer, request as ask} from "node:http";
import {fileURLToPath} from "node:url";

const pages = new URL("../../../Sources/Console/", import.meta.url);
const types = {html: "text/html", mjs: "text/javascript", css: "text/css", svg: "image/svg+xml"};
export const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types waymark-worker";

export class Pages {
    sessions = new Map();

    static async start(base, port = 0) {
        const pages = new Pages();
        pages.target = base;
        pages.server = createServer((request, response) => pages.#answer(request, response));
        await new Promise(resolve => pages.server.listen(port, "127.0.0.1", resolve));
        pages.base = `http://127.0.0.1:${pages.server.address().port}`;
        return pages;
    }

    async stop() {
        this.server.closeAllConnections();
        await new Promise(resolve => this.server.close(resolve));
    }

    #answer(request, response) {
        const {pathname} = new URL(request.url, "http://pages.example");
        const cookie = /waymark=([0-9a-f]+)/.exec(request.headers.cookie ?? "")?.[1];
        if (pathname === "/console/session") return this.#session(request, response, cookie);
        const asset = /^\/console\/assets\/[a-z0-9]+\/([a-z-]+\.(mjs|css|svg))$/.exec(pathname);
        if (asset) return this.#file(response, asset[1]);
        if (pathname.startsWith("/console/")) return this.#file(response, "index.html");
        return this.#pass(request, response, this.sessions.get(cookie));
    }

    #file(response, name) {
        const url = new URL(name, pages);
        response.setHeader("Content-Security-Policy", policy).setHeader("X-Content-Type-Options", "nosniff");
        if (!existsSync(fileURLToPath(url))) return response.writeHead(404).end();
        return response.setHeader("Content-Type", `${types[name.split(".").at(-1)]}; charset=utf-8`).end(readFileSync(url));
    }

    /** Ends all sessions, as an administrator does by revoking tokens. */
    forget() { this.sessions.clear(); }

    async #session(request, response, cookie) {
        const refuse = () => response.writeHead(401, {"Content-Type": "application/problem+json"})
            .end(JSON.stringify({type: "urn:waymark:problem:unauthorized", title: "Unauthorized", detail: "the token is unknown, revoked or expired", status: 401}));
        if (request.method === "DELETE") {
            this.sessions.delete(cookie);
            return response.writeHead(204).end();
        }
        let token = this.sessions.get(cookie);
        if (request.method === "POST") {
            const parts = [];
            for await (const part of request) parts.push(part);
            ({token} = JSON.parse(Buffer.concat(parts).toString()));
        }
        if (!token && request.method === "GET") return response.writeHead(204).end();
        const answer = token && await fetch(`${this.target}/v1/whoami`, {headers: {Authorization: `Bearer ${token}`}}).catch(() => undefined);
        if (!answer?.ok) return refuse();
        if (request.method === "POST") {
            const id = randomBytes(32).toString("hex");
            this.sessions.set(id, token);
            response.setHeader("Set-Cookie", `waymark=${id}; HttpOnly; SameSite=Lax; Path=/`);
        }
        return response.setHeader("Content-Type", "application/json").end(await answer.text());
    }

    #pass(request, response, token) {
        const {cookie, ...headers} = request.headers;
        const {hostname, port} = new URL(this.target);
        if (token) headers.authorization = `Bearer ${token}`;
        const passed = ask({hostname, port, method: request.method, path: request.url, headers}, answer => {
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
        });
        passed.on("error", () => response.destroy());
        response.on("close", () => passed.destroy());
        request.pipe(passed);
    }
}
