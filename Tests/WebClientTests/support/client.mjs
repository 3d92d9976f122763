// Clients for tests, which are closed when the test ends.
import {readFileSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {until} from "./basics.mjs";
import {createClient} from "./publication.mjs";
import {ScriptedServer} from "./server.mjs";

export {temporary, until} from "./basics.mjs";

export const address = "https://moments.example.com/m/42";
export const answer = client => client.resolve(address).screen;

export const contents = path => Object.fromEntries(readdirSync(path).sort().map(name => [name, readFileSync(join(path, name), "hex")]));

export async function serve(test, publication) {
    const server = await ScriptedServer.start(publication);
    test.after(() => server.stop());
    return server;
}

/** A client without updates of its own, unless a test asks for them. */
export function make(test, server, options = {}) {
    const client = createClient({server: server.base ?? server, app: "moments", updates: "none", ...options});
    test.after(() => client.close());
    return client;
}

/** A client of the same server on a device without a network. */
export const offline = (test, server, options = {}) => make(test, server, {
    ...options, environment: {fetch: async () => { throw new TypeError("no network"); }, ...options.environment},
});

/** The error of a promise; undefined if there is none. */
export const errorOf = promise => promise.then(() => undefined, error => error);

/** A clock that a test moves; waits end when it reaches their end. */
export class TestClock {
    time = 0;
    wall = Date.parse("2026-06-01T00:00:00Z");
    waits = [];
    random = 0.5;
    environment = {
        clock: () => this.time,
        now: () => this.wall,
        random: () => this.random,
        timer: (run, milliseconds) => {
            const wait = {run, milliseconds, end: this.time + milliseconds};
            this.waits.push(wait);
            return () => { this.waits = this.waits.filter(other => other !== wait); };
        },
    };

    /** Waits until the client waits for a time that a test recognises, and returns it in milliseconds. */
    async pause(isIt = ({milliseconds}) => ![5000, 15e3, 12e4, 5e4, 1e4].includes(milliseconds)) {
        let found;
        await until(() => { found = this.waits.find(isIt); return found; }, "a pause of the update loop");
        return found.milliseconds;
    }

    advance(milliseconds) {
        this.time += milliseconds;
        for (const wait of this.waits.filter(({end}) => end <= this.time)) {
            this.waits = this.waits.filter(other => other !== wait);
            wait.run();
        }
    }
}
