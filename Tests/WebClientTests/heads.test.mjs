// The vectors of heads (Config/vectors/heads.json): what a client does with each head and body.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";
import {make, serve} from "./support/client.mjs";
import {http} from "./support/server.mjs";

const {app, bodies, cases} = JSON.parse(readFileSync(new URL("../../Config/vectors/heads.json", import.meta.url)));

for (const vector of cases) {
    test(vector.name, async t => {
        const server = await serve(t);
        const channel = vector.channel ?? "production";
        const client = make(t, server, {app, channel});
        const served = {};
        for (const {head, bodies: added, expect} of vector.steps) {
            Object.assign(served, added);
            server.requests.length = 0;
            server.fault = (isHead, good, path) => {
                if (isHead) return http(200, head);
                const name = served[path.split("/").at(-1)];
                return name === undefined ? undefined : http(200, bodies[name]);
            };
            let code;
            const result = await client.refresh().catch(error => { code = error.code; return "refused"; });
            const fetched = server.requests.some(path => !/\/(head|indexes)/.test(path));
            assert.deepEqual({result, fetched, version: client.release?.version ?? 0}, {
                result: expect.result, fetched: expect.fetched, version: expect.version,
            }, code);
            if (expect.code) assert.equal(code, expect.code);
        }
    });
}
