// Texts: both languages have the same keys and values, each key that a module uses exists, and no other module has texts.
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";
import {gzipSync} from "node:zlib";

const folder = new URL("../../Sources/Server/Console/", import.meta.url);
const modules = readdirSync(folder).filter(name => name.endsWith(".mjs"));
const source = name => readFileSync(new URL(name, folder), "utf8");
const [en, zh] = await Promise.all(["en", "zh"].map(async name => (await import(new URL(`texts-${name}.mjs`, folder))).default));

const forms = text => typeof text === "string" ? [text] : Object.values(text);
const values = text => [...new Set(forms(text).flatMap(form => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();

test("each text exists in English and in Chinese, with the same values", () => {
    assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
        assert.deepEqual(values(zh[key]), values(text), key);
        assert.ok(forms(zh[key]).every(form => form.trim() !== ""), key);
        if (typeof text !== "string") assert.deepEqual(Object.keys(text).sort(), ["one", "other"], key);
        if (typeof zh[key] !== "string") assert.deepEqual(Object.keys(zh[key]), ["other"], key);
    }
});

test("no text module has a key twice: the later one would replace the other", () => {
    for (const name of ["texts-en.mjs", "texts-zh.mjs"]) {
        const keys = [...source(name).matchAll(/^ +"([^"]+)":/gm)].map(([, key]) => key);
        assert.deepEqual(keys.filter((key, place) => keys.indexOf(key) !== place), [], name);
        assert.equal(keys.length, Object.keys(en).length, name);
    }
});

test("each text is used, and each that is used exists", () => {
    const used = new Set();
    const starts = new Set();
    for (const name of modules.filter(name => !name.startsWith("texts-"))) {
        for (const [, key] of source(name).matchAll(/"([a-zA-Z]+(?:\.[a-zA-Z-]+)+)"/g)) if (en[key]) used.add(key);
        for (const [, key] of source(name).matchAll(/\b(?:t|parts)\("([^"]+)"/g)) {
            used.add(key);
            assert.ok(en[key], `${name} uses ${key}`);
        }
        for (const [, start] of source(name).matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)*\.)\$\{/g)) starts.add(start);
    }
    for (const key of Object.keys(en)) {
        assert.ok(used.has(key) || [...starts].some(start => key.startsWith(start)), `${key} is not used`);
    }
});

const server = path => readFileSync(new URL(`../../Sources/${path}`, import.meta.url), "utf8");

test("the form of a rule has each condition of words or a version, with a label and an example", () => {
    const conditions = server("Engine/RouteModel/ConditionTable.swift");
    const cases = name => new RegExp(`enum ${name}[^{]*\\{\\s+case ([\\w, ]+)`).exec(conditions)[1].split(", ");
    const list = name => JSON.parse(new RegExp(`const ${name} = (\\[.*\\]);`).exec(source("rule-form.mjs"))[1]);
    const [words, plain] = [list("words"), list("plain")];
    assert.deepEqual(words.toSorted(), [...cases("WordKey"), "locale"].sort());
    assert.deepEqual(plain.toSorted(), [...cases("VersionKey"), "after", "before"].sort());
    for (const key of [...words, ...plain]) assert.ok(en[`when.${key}`] && en[`when.${key}Example`], key);
    for (const key of cases("FlagKey")) assert.ok(en[`when.${key}`], key);
});

test("the import offers each format that servers read, with a text", () => {
    const table = server("Authoring/RouteImport/ImportFormat.swift");
    const names = /static let all: \[ImportFormat\] = \[([\w, ]+)\]/.exec(table)[1].split(", ");
    const formats = JSON.parse(/const formats = (\[.*\]);/.exec(source("view-import.mjs"))[1]);
    assert.deepEqual(formats.toSorted(), ["json", ...names].sort());
    for (const name of formats) assert.ok(en[`import.${name}`], name);
});

test("no module besides the texts has words for people", () => {
    const allowed = /^(use strict|GET|POST|PUT|PATCH|DELETE|Enter|Escape|Tab|Home|End|Arrow\w+|Page\w+|AbortError|Error|Accept|If-Match|Idempotency-Key|Content-Type|ETag|DOMException|INPUT|SELECT|TEXTAREA|BUTTON|A|Control\+K)$/;
    for (const name of modules.filter(name => !name.startsWith("texts-"))) {
        const code = source(name).replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, "");
        for (const [, text] of code.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) {
            assert.ok(!/[\u3000-\u9fff]/.test(text), `${name}: ${text}`);
            assert.ok(!/^[A-Z][a-z]+/.test(text) || allowed.test(text), `${name}: "${text}" begins as a text for people does`);
        }
    }
});

test("no module makes HTML from texts, and the page has no script or style of its own", () => {
    for (const name of modules) {
        assert.doesNotMatch(source(name), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\("style"/, name);
    }
    const page = source("index.html");
    assert.doesNotMatch(page, /<style|style=|\son[a-z]+="|<script(?![^>]* src=)/);
    for (const [, address] of page.matchAll(/(?:href|src)="([^"]+)"/g)) assert.match(address, /^\/console\/assets\/live\//);
});

test("the audit's filter offers each action that the server records, and each has a text", () => {
    const [, cases] = /enum AuditAction[^{]*\{([\s\S]*?)\n\}/.exec(readFileSync(new URL("../../Store/StoreRecords/AuditRecord.swift", folder), "utf8"));
    const names = [...cases.matchAll(/case \w+ = "([^"]+)"/g)].map(([, name]) => name);
    const [, list] = /const actions = \[([\s\S]*?)\];/.exec(source("view-audit.mjs"));
    assert.ok(names.length > 20);
    assert.deepEqual([...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name).sort(), names.toSorted());
    for (const name of names) assert.ok(en[`audit.${name}`], name);
});

test("each code of a finding has a text", () => {
    const catalogue = readFileSync(new URL("../../../Tests/ContractTests/FindingCatalogue.swift", folder), "utf8");
    const [, list] = /static let findings: \[Entry\] = \[([\s\S]*?)\n    \]/.exec(catalogue);
    const codes = [...list.matchAll(/Entry\(\s*"([a-z-]+)"/g)].map(([, code]) => code);
    assert.ok(codes.length > 20);
    assert.deepEqual(codes.filter(code => !en[`finding.${code}`]), []);
});

test("each code of the guide's list of findings has a meaning and a remedy in both languages", () => {
    const guide = readFileSync(new URL("../../../Config/guides/http.md", folder), "utf8");
    const [, list] = /\n## Codes of findings\n([\s\S]*?)(?:\n## |$)/.exec(guide);
    const codes = [...list.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
    assert.ok(codes.includes("missing-screen") && codes.includes("unknown-key") && codes.length > 40, `${codes.length} codes`);
    for (const kind of ["means", "todo"]) {
        const keys = codes.map(code => `finding.${kind}.${code}`).sort();
        assert.deepEqual(Object.keys(en).filter(key => key.startsWith(`finding.${kind}.`)).sort(), keys);
        for (const key of keys) {
            assert.match(en[key], /^[A-Z].*\.$/, key);
            assert.match(zh[key], /[\u4e00-\u9fff].*。$/, key);
        }
    }
});

/** The modules that a module loads at once, and those of them. */
function loaded(name, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, next] of source(name).matchAll(/^import .*from "\.\/([a-z-]+\.mjs)"/gm)) loaded(next, found);
    return found;
}

test("the first view has at most 80 KB in gzip", () => {
    const files = ["index.html", "console.css", "mark.svg", ...loaded("main.mjs"), ...loaded("view-overview.mjs")];
    const bytes = [...new Set(files)].reduce((sum, name) => sum + gzipSync(source(name), {level: 9}).length, 0);
    assert.ok(bytes <= 80_000, `${bytes} bytes`);
});
