// Repeats a file of cases (see EngineCases.swift) with both WebAssembly modules: bodies with the engine, and the indexes
// that it compiles with the resolver.
// usage: node cases.mjs FOLDER FILE
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, file] = process.argv.slice(2);
const {Waymark} = await import(pathToFileURL(`${folder}/waymark.mjs`));
const engine = await Waymark.load(readFileSync(`${folder}/waymark-engine.wasm`));
const resolver = await Waymark.load(readFileSync(`${folder}/waymark-resolver.wasm`));

let count = 0;
let different = 0;
let releases = [];
let contexts = [];
// node:readline would also divide at U+2028.
for (const line of readFileSync(file, "utf8").split("\n").filter(line => line !== "")) {
    const [kind, ...fields] = line.split("\t");
    if (kind === "B") {
        releases.forEach(release => release.close());
        const index = engine.compile(fields[0]);
        releases = [engine.open(fields[0]), resolver.openIndex(index)];
        const digest = engine.sha256(fields[0]);
        if (releases.some(release => release.describe().digest !== digest)) throw new Error("another digest");
    } else if (kind === "C") {
        contexts.forEach(context => context.free());
        contexts = [engine.context(fields[0]), resolver.context(fields[0])];
    } else {
        const [now, flags, address, expected] = fields;
        releases.forEach((release, place) => {
            const text = release.resolveText(address, contexts[place], {at: Number(now), explain: flags === "1"});
            count += 1;
            if (text !== expected && ++different <= 5) console.error(address, text, expected);
        });
    }
}
console.log(`Node ${process.version}: ${count} resolutions, ${different} differences`);
process.exit(count > 0 && different === 0 ? 0 : 1);
