// The same action as a line for curl and for the command-line program.
import {h, say} from "./dom.mjs";
import {t} from "./language.mjs";

const isPlain = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** A word as the shell reads it. */
export const word = text => isPlain.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`;

/** A line that passes a value as JSON to another line, whatever the value's texts are. */
export const piped = (value, line) => `printf %s ${word(JSON.stringify(value))} | ${line}`;

/** A line for curl; `$server`, `$auth` and `$json` are those of the HTTP reference. */
export function curl(method, path, {body, ifMatch} = {}) {
    const words = ["curl"];
    if (method !== "GET" && !(method === "POST" && body !== undefined)) words.push("-X", method);
    words.push("-H", "\"$auth\"");
    if (body !== undefined) words.push("-H", "\"$json\"");
    if (ifMatch) words.push("-H", word(`If-Match: ${ifMatch}`));
    words.push(isPlain.test(path) ? `$server${path}` : `"$server"${word(path)}`);
    if (body !== undefined) words.push("-d", word(JSON.stringify(body)));
    return words.join(" ");
}

/** A line for the command-line program. */
export const waymark = (...words) => ["waymark", ...words.filter(text => text !== undefined).map(word)].join(" ");

async function copy(text) {
    await navigator.clipboard.writeText(text);
    say(t("commands.copied"));
}

const line = (label, text) => h("div", {class: "command"},
    h("span", {class: "small muted"}, label),
    h("code", {class: "quoted", translate: "no", tabindex: "0", role: "region", "aria-label": label}, text),
    h("button", {type: "button", class: "quiet", "aria-label": t("commands.copyNamed", {name: label}), onclick: () => copy(text)}, t("commands.copy")));

/** Both lines, folded; `lines` is called when a person opens them, so that they show what is entered now. */
export function commands(lines) {
    const content = h("div", {});
    const fold = h("details", {class: "commands", ontoggle() {
        if (!fold.open) return;
        content.replaceChildren(...lines().map(([label, text]) => line(label, text)));
    }}, h("summary", {}, t("commands.title")), content);
    return fold;
}
