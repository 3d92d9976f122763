// What every test of pages needs, without the client: folders of a test, and waits.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

/** A folder that is removed when the test ends. */
export function temporary(test) {
    const path = mkdtempSync(join(tmpdir(), "waymark-web-"));
    test.after(() => rmSync(path, {recursive: true, force: true}));
    return path;
}

/** Waits for a condition, at most thirty seconds: this machine may be busy. */
export async function until(condition, what = String(condition)) {
    for (let tries = 0; tries < 3000; tries += 1) {
        if (await condition()) return;
        await new Promise(resolve => setTimeout(resolve, 10));
    }
    throw new Error(`not within thirty seconds: ${what}`);
}
