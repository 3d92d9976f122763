// What is delivered: sizes, the package for npm, types for every name, and all vectors through the delivered modules.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import test from "node:test";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {answerVectors} from "../EngineTests/RouteEngine/Clients/vectors.mjs";
import {temporary} from "./support/client.mjs";
import {engine, folder, module} from "./support/publication.mjs";

const text = name => readFileSync(new URL(name, folder), "utf8");
const packed = name => gzipSync(text(name), {level: 9}).length;

/** Bytes with gzip. A page loads the first one; the others on demand, and `links` and `handover` if the page imports them. */
const limits = {"client.mjs": 6000, "ask.mjs": 350, "forbidden.mjs": 300, "events.mjs": 1350, "links.mjs": 550, "handover.mjs": 480};

test("the JavaScript of a page is small", t => {
    for (const [name, limit] of Object.entries(limits)) assert.ok(packed(name) <= limit, `${name}: ${packed(name)} bytes`);
    t.diagnostic(Object.keys(limits).map(name => `${name}: ${packed(name)} bytes with gzip`).join(", "));
});

test("no module for browsers imports another package, evaluates text, or reads addresses by itself", () => {
    for (const name of Object.keys(limits)) {
        const source = text(name);
        const imports = [...source.matchAll(/\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/g)].map(match => match[1] ?? match[2]);
        assert.ok(imports.every(path => path.startsWith("./")), `${name}: ${imports}`);
        assert.doesNotMatch(source, /\beval\(|new Function|innerHTML|URLPattern/);
    }
});

test("npm installs the folder, and Node finds the client, its types and its modules", t => {
    const app = temporary(t);
    writeFileSync(join(app, "package.json"), '{"type": "module"}');
    const npm = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
    const words = [npm, "install", "--offline", "--no-audit", "--no-fund", "--install-links", fileURLToPath(folder)];
    execFileSync(process.execPath, words, {cwd: app, stdio: "pipe"});
    writeFileSync(join(app, "app.mjs"), `
        import {createClient, WaymarkError} from "waymark-client";
        import {linkInterceptor} from "waymark-client/links";
        const client = createClient({server: "http://127.0.0.1:1", app: "moments", updates: "none"});
        await client.refresh().catch(error => console.log(error.code, error instanceof WaymarkError, typeof linkInterceptor));`);
    assert.equal(execFileSync(process.execPath, ["app.mjs"], {cwd: app}).toString(), "unreachable true function\n");
    const installed = readdirSync(join(app, "node_modules/waymark-client"));
    for (const name of ["client.d.ts", "links.d.ts", "handover.d.ts", "client.d.mts", "waymark-resolver.wasm", "waymark-engine.wasm", "LICENSE", "README.md"]) {
        assert.ok(installed.includes(name), name);
    }
});

test("the package has the version of the server", () => {
    const swift = readFileSync(new URL("../../Sources/Engine/RouteDocuments/ServerVersion.swift", import.meta.url), "utf8");
    assert.equal(JSON.parse(text("package.json")).version, /static let current = "([^"]+)"/.exec(swift)[1]);
});

test("every name that the modules export has a type", async () => {
    for (const [name, types] of [["node.mjs", "client.d.ts"], ["links.mjs", "links.d.ts"], ["handover.mjs", "handover.d.ts"]]) {
        for (const exported of Object.keys(await import(new URL(name, folder)))) {
            assert.match(text(types), new RegExp(`export (function|class) ${exported}\\b`), exported);
        }
    }
    const {createClient} = await import(new URL("node.mjs", folder));
    const client = createClient({server: "http://127.0.0.1:1", app: "moments", updates: "none"});
    const declared = text("client.d.ts").split("export interface Client {")[1].split("\n}")[0];
    for (const name of Object.keys(client)) assert.match(declared, new RegExp(`\\b${name}\\b`), name);
});

const compiler = ["/usr/share/nodejs/typescript/lib/tsc.js"].find(existsSync);
const untyped = compiler || process.env.CI === "true" ? false : "no TypeScript: Config/scripts/install-libraries web";

/** Compiles programs by their names with the strictest settings, and some libraries of TypeScript. */
function compile(t, programs, ...lib) {
    const app = temporary(t);
    mkdirSync(join(app, "node_modules"));
    symlinkSync(fileURLToPath(folder).replace(/\/$/, ""), join(app, "node_modules/waymark-client"));
    for (const [name, program] of Object.entries(programs)) writeFileSync(join(app, name), program);
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({files: Object.keys(programs), compilerOptions: {
        noEmit: true, strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, target: "es2022",
        lib, types: [], module: "node16", moduleResolution: "node16",
    }}));
    const {stdout, status} = spawnSync(process.execPath, [compiler, "--project", app], {encoding: "utf8"});
    assert.deepEqual([stdout, status], ["", 0]);
}

test("strict programs in TypeScript compile, by the package's name and by a path, and wrong ones do not", {skip: untyped}, t => {
    const program = readFileSync(new URL("support/types.mts", import.meta.url), "utf8");
    const path = program.replace('"waymark-client"', '"./node_modules/waymark-client/node.mjs"')
        .replace('"waymark-client/links"', '"./node_modules/waymark-client/links.mjs"');
    compile(t, {"name.mts": program, "path.mts": path}, "es2022", "dom");
});

test("the types of the client need neither those of pages nor those of Node", {skip: untyped}, t => {
    compile(t, {"plain.mts": `
        import {createClient, type Resolution} from "waymark-client";
        import {handedOver} from "waymark-client/handover";
        const client = createClient({server: "https://h.example", app: "m", wasm: new Uint8Array(8), environment: {fetch: async () => ({})}});
        const resolution: Resolution = client.resolve(handedOver("?link=x", {hosts: []}).link ?? "");
        client.updateContext({region: resolution.address});
        // @ts-expect-error
        client.resolve(4);`}, "es2022");
});

test("all vectors (C7.1)", async () => {
    const vectors = new URL("../../Config/vectors/", import.meta.url);
    const names = readdirSync(vectors).filter(name => name.endsWith(".json") && !["heads.json", "schema.json"].includes(name));
    const files = Object.fromEntries(names.map(name => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, vectors)))]));
    const {Waymark} = await import(new URL("waymark.mjs", folder));
    const {count, wrong} = answerVectors({engine, resolver: await Waymark.load(module("resolver"))}, files);
    assert.deepEqual(wrong, []);
    assert.ok(count > 3000, `${count}`);
});
