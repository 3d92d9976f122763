// The client in Node: modules are read from files, and releases are kept in a folder.
import {mkdir, open, readFile, readdir, rename, rm, stat} from "node:fs/promises";
import {createHash, randomUUID} from "node:crypto";
import {createClient as create} from "./client.mjs";
import {WaymarkError} from "./waymark.mjs";

const readAttempts = 4;
const unfinishedMilliseconds = 60_000;
const digits = number => String(number).padStart(16, "0");

/** Writes a new file whole: flushed, and then renamed (C4.2). */
async function replace(folder, name, parts) {
    const temporary = `${folder}/${name}.${randomUUID()}.new`;
    try {
        const file = await open(temporary, "wx");
        try {
            for (const part of parts) await file.writeFile(part);
            await file.sync();
        } finally {
            await file.close();
        }
        await rename(temporary, `${folder}/${name}`);
    } catch (error) {
        await rm(temporary, {force: true});
        throw error;
    }
    const directory = await open(folder, "r");
    await directory.sync().finally(() => directory.close());
}

/**
 * A folder with one file for each release: a line with the head, and the index. Its name begins with the position, so that
 * no process replaces a later release by an earlier one (C4.4), and no lock is needed.
 */
export function folderStorage(path) {
    const prefix = key => createHash("sha256").update(key).digest("hex").slice(0, 16);

    async function names(key) {
        try {
            return (await readdir(path)).filter(name => name.startsWith(`${prefix(key)}-`)).sort();
        } catch (error) {
            if (error.code === "ENOENT") return [];
            throw error;
        }
    }
    const releases = async key => (await names(key)).filter(name => name.endsWith(".release"));
    const nameOf = (key, {epoch, sequence}) => `${prefix(key)}-${digits(epoch)}-${digits(sequence)}.release`;

    async function removeOld(key, latest) {
        for (const name of await names(key)) {
            const file = `${path}/${name}`;
            const isOld = name.endsWith(".release") ? name < latest
                : Date.now() - (await stat(file).catch(() => ({mtimeMs: Infinity}))).mtimeMs > unfinishedMilliseconds;
            if (isOld) await rm(file, {force: true});
        }
    }

    return {
        async read(key) {
            for (let tries = 0; tries < readAttempts; tries += 1) {
                const name = (await releases(key)).at(-1);
                if (!name) return undefined;
                try {
                    const bytes = await readFile(`${path}/${name}`);
                    const end = bytes.indexOf(10);
                    const [, epoch, sequence] = name.split(/[-.]/).map(Number);
                    return {epoch, sequence, head: bytes.toString("utf8", 0, Math.max(end, 0)), file: bytes.subarray(end + 1)};
                } catch (error) {
                    // Another process has replaced it by a later one.
                    if (error.code !== "ENOENT") throw error;
                }
            }
            return undefined;
        },
        async write(key, {head, file, ...position}) {
            const name = nameOf(key, position);
            await mkdir(path, {recursive: true});
            if ((await releases(key)).at(-1) > name) return false;
            await replace(path, name, [head, "\n", file]);
            const latest = (await releases(key)).at(-1);
            await removeOld(key, latest);
            return latest === name;
        },
        async remove(key, position) { await rm(`${path}/${nameOf(key, position)}`, {force: true}); },
    };
}

/** Of a file, what reads it. */
const load = source => (source instanceof URL && source.protocol === "file:" ? () => readFile(source) : source);
const beside = name => new URL(`waymark-${name}.wasm`, import.meta.url);
const isPlain = value => typeof value === "object" && value !== null && !value.__proto__?.__proto__;

/** Once the client is ready, its waits keep no process from its end. */
export function createClient(given) {
    const {storage = null, wasm = beside("resolver"), engine = beside("engine"), environment, ...options} = given ?? {};
    let isReady = false;
    const timer = (run, milliseconds) => {
        const id = setTimeout(run, milliseconds);
        if (isReady) id.unref();
        return () => clearTimeout(id);
    };
    const client = create({
        ...options,
        storage: typeof storage === "string" ? folderStorage(storage) : storage,
        wasm: load(wasm),
        engine: load(engine),
        // What is no plain object is refused by its name.
        environment: environment === undefined || isPlain(environment) ? {timer, ...environment} : environment,
    });
    client.ready.then(() => { isReady = true; }, () => {});
    return client;
}
export {WaymarkError};
