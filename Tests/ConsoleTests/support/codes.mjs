// Reads QR codes with another program, zbarimg of Debian's zbar-tools.
import {execFileSync} from "node:child_process";

const hasReader = (() => {
    try { return Boolean(execFileSync("zbarimg", ["--version"], {stdio: ["ignore", "pipe", "ignore"]})); } catch { return false; }
})();

/** Why tests that read codes are skipped; CI may not skip them. */
export const noReader = hasReader || process.env.CI === "true" ? false : "no zbarimg: Config/scripts/install-libraries console";

/** The text of the code in a picture. */
export const readCode = file => execFileSync("zbarimg", ["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", file],
    {stdio: ["ignore", "pipe", "pipe"]}).toString().replace(/\n$/, "");
