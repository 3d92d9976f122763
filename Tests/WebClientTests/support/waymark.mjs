// The real server, with the example app, on a port of 127.0.0.1.
import {execFileSync, spawn} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import {createServer} from "node:net";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {temporary} from "./basics.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
export const binary = [process.env.WAYMARK_BINARY, ".build/waymark", ".build/release/waymark", ".build/debug/waymark"]
    .filter(path => path).map(path => path.startsWith("/") ? path : join(root, path)).find(existsSync);

/** Why tests with the server are skipped; CI may not skip them. */
export const missing = binary || process.env.CI === "true" ? false : "no waymark program: make release";

export async function freePort() {
    const server = createServer();
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    const {port} = server.address();
    await new Promise(resolve => server.close(resolve));
    return port;
}

export class WaymarkServer {
    /** `flags` are more flags of `serve`. */
    static async start(test, ...flags) {
        const server = new WaymarkServer();
        server.flags = flags;
        // Hooks run in this order: the folder goes when no process writes to it any more.
        test.after(() => server.kill());
        server.folder = temporary(test);
        server.port = await freePort();
        server.base = `http://127.0.0.1:${server.port}`;
        await server.run();
        server.token = readFileSync(join(server.folder, "waymark.db-admin-token"), "utf8").trim();
        server.command("app", "create", "moments");
        server.command("draft", "replace", "--app", "moments", join(root, "Config/examples/moments-draft.json"));
        server.publish("first");
        return server;
    }

    /** Starts the process, also again after a kill. */
    async run() {
        this.process = spawn(binary, ["serve", "--listen", `127.0.0.1:${this.port}`, "--database", join(this.folder, "waymark.db"), ...this.flags], {stdio: "ignore"});
        for (let tries = 0; ; tries += 1) {
            const answer = await fetch(`${this.base}/healthz`).catch(() => undefined);
            if (answer) return;
            if (tries === 500) throw new Error("the server does not start");
            await new Promise(resolve => setTimeout(resolve, 20));
        }
    }

    command(...words) {
        const environment = {...process.env, WAYMARK_SERVER: this.base, WAYMARK_TOKEN: this.token};
        return execFileSync(binary, words, {env: environment, stdio: ["ignore", "pipe", "pipe"]}).toString();
    }

    publish(message) { return this.command("release", "publish", "--app", "moments", "--message", message); }

    async head() { return (await fetch(`${this.base}/v1/apps/moments/head`)).json(); }

    async kill() {
        if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null) return;
        const ended = new Promise(resolve => this.process.once("exit", resolve));
        this.process.kill("SIGKILL");
        await ended;
    }
}
