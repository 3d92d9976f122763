// The same action as a line for curl and for the command-line program.
import {h, say} from "./dom.mjs";
import {t} from "./language.mjs";
import {problemLine} from "./problem.mjs";

const isPlain = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** A word as the shell reads it. */
export const word = text => isPlain.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`;

/** A line that passes a text to another line. */
export const printed = (text, line) => `printf %s ${word(text)} | ${line}`;

/** A line that passes a value as JSON to another line, whatever the value's texts are. */
export const piped = (value, line) => printed(JSON.stringify(value), line);

/** Linux lets a word of a command have 128 KiB; longer bodies are given as a here-document. */
const wordMax = 100_000;

/** The revision that an entity tag such as `"r7"` names. */
export const revisionOf = tag => Number(/\d+/.exec(tag)[0]);

/** Writes a whole draft, unless it was changed since the revision of `tag`. */
export const replaceDraft = (app, {settings, rules}, tag) => piped({revision: revisionOf(tag), settings, rules}, waymark("draft", "replace", "--app", app, "-"));

/** Writes the list of expectations in the same way. */
export const replaceExpectations = (app, expectations, tag) => piped({revision: revisionOf(tag), expectations}, waymark("expect", "replace", "--app", app, "-"));

/** The body of a line for curl: a text has a `type`, other values are sent as JSON. */
function given(body, type) {
    const text = type ? body : JSON.stringify(body);
    if (text.length <= wordMax) return `${type ? "--data-raw" : "-d"} ${word(text)}`;
    const lines = text.split("\n");
    let end = "END";
    while (lines.includes(end)) end += "_";
    return `--data-binary @- <<'${end}'\n${text}\n${end}`;
}

/** A line for curl; `$server`, `$auth` and `$json` are those of the HTTP reference. */
export function curl(method, path, {body, ifMatch, type} = {}) {
    const words = ["curl"];
    if (method !== "GET" && !(method === "POST" && body !== undefined)) words.push("-X", method);
    words.push("-H", "\"$auth\"");
    if (body !== undefined) words.push("-H", type && type !== "application/json" ? word(`Content-Type: ${type}`) : "\"$json\"");
    if (ifMatch) words.push("-H", word(`If-Match: ${ifMatch}`));
    words.push(isPlain.test(path) ? `$server${path}` : `"$server"${word(path)}`);
    if (body !== undefined) words.push(given(body, type));
    return words.join(" ");
}

/** A line for the command-line program. */
export const waymark = (...words) => ["waymark", ...words.filter(text => text !== undefined).map(word)].join(" ");

/** Copies a text, or selects it in `element` where the browser does not let pages copy, as over plain http. */
export async function copy(text, element) {
    try {
        await navigator.clipboard.writeText(text);
        say(t("commands.copied"));
    } catch {
        getSelection().selectAllChildren(element);
        say(t("commands.selected"));
    }
}

function line(label, text) {
    const code = h("code", {class: "quoted", translate: "no", tabindex: "0", role: "region", "aria-label": label}, text);
    return h("div", {class: "command"}, h("span", {class: "small muted"}, label), code,
        h("button", {type: "button", class: "quiet", "aria-label": t("commands.copyNamed", {name: label}), onclick: () => copy(text, code)}, t("commands.copy")));
}

/** Both lines, folded; `lines`, which may be async, is called when a person opens them and when the form changes, so that they show what is entered now. */
export function commands(lines) {
    const content = h("div", {});
    let form;
    const update = async () => {
        if (!fold.open) return;
        try {
            content.replaceChildren(...(await lines()).map(([label, text]) => line(label, text)));
        } catch (problem) {
            if (problem.name !== "AbortError") content.replaceChildren(problemLine(problem));
        }
    };
    const fold = h("details", {class: "commands", ontoggle() {
        // What is entered later changes the lines, too.
        form ??= fold.closest("form");
        for (const kind of ["input", "change"]) form?.[fold.open ? "addEventListener" : "removeEventListener"](kind, update);
        update();
    }}, h("summary", {}, t("commands.title")), content);
    return fold;
}
