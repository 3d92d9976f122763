// A server that publishes releases over a real socket of 127.0.0.1, and can give wrong answers.
import {createServer} from "node:net";

/** The bytes of an answer. */
export function http(status, content = "", {type = "application/json", fields = []} = {}) {
    const body = Buffer.from(content);
    const lines = [
        `HTTP/1.1 ${status} Answer`, `Content-Type: ${type}`, `Content-Length: ${body.length}`, "Access-Control-Allow-Origin: *",
        ...fields, "", "",
    ];
    return Buffer.concat([Buffer.from(lines.join("\r\n")), body]);
}

/** An answer after which the connection is closed. */
export const raw = content => ({bytes: Buffer.from(content), closes: true});

/** The start of a stream, which stays open. */
export const stream = (content = "") => ({
    bytes: Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nAccess-Control-Allow-Origin: *\r\n\r\n${content}`), isStream: true,
});

export class ScriptedServer {
    requests = [];
    fault = undefined;
    streams = new Set();
    /** The answer to a request for the stream. */
    onStream = () => http(404);
    #files = new Map();
    #sockets = new Set();

    static async start(publication) {
        const server = new ScriptedServer();
        server.socket = createServer(socket => server.#serve(socket));
        await new Promise(resolve => server.socket.listen(0, "127.0.0.1", resolve));
        server.base = `http://127.0.0.1:${server.socket.address().port}`;
        if (publication) server.publish(publication);
        return server;
    }

    publish(publication) {
        this.current = publication;
        this.#files.set(publication.digest, http(200, publication.body));
        for (const [digest, file] of publication.indexes) {
            this.#files.set(digest, http(200, file, {type: "application/vnd.waymark.index"}));
        }
        for (const socket of this.streams) socket.write(publication.event);
    }

    count(end) { return this.requests.filter(path => path.includes(end)).length; }

    hangUp() { this.#sockets.forEach(socket => socket.destroy()); }

    async stop() {
        this.hangUp();
        await new Promise(resolve => this.socket.close(resolve));
    }

    #serve(socket) {
        this.#sockets.add(socket);
        let received = "";
        socket.on("error", () => {});
        socket.on("close", () => { this.#sockets.delete(socket); this.streams.delete(socket); });
        socket.on("data", async chunk => {
            received += chunk;
            while (received.includes("\r\n\r\n")) {
                const end = received.indexOf("\r\n\r\n");
                const path = received.split(" ")[1];
                received = received.slice(end + 4);
                this.requests.push(path);
                const answer = await this.#answer(path);
                if (answer.isStream) this.streams.add(socket);
                if (answer.isSilent) continue;
                if (answer.closes) socket.end(answer.bytes);
                else socket.write(answer.bytes ?? answer);
            }
        });
    }

    async #answer(path) {
        if (path.includes("/events")) return this.onStream(this.current);
        const isHead = /\/head(\?|$)/.test(path);
        let good = http(404, "{}", {type: "application/problem+json"});
        if (isHead && this.current) good = http(200, JSON.stringify(this.current.head));
        else good = this.#files.get(path.split("/").at(-1)) ?? good;
        return await this.fault?.(isHead, good, path) ?? good;
    }
}
