// The texts of the console in the language of the person, and numbers and times in its form.
import en from "./texts-en.mjs";
import zh from "./texts-zh.mjs";

const all = {en, zh};
const stored = "waymark.language";

export const languages = Object.keys(all);

export const language = (() => {
    const wanted = [read(), ...navigator.languages].find(name => all[name?.split("-")[0]]);
    return wanted?.split("-")[0] ?? "en";
})();

function read() {
    try { return localStorage.getItem(stored) ?? undefined; } catch { return undefined; }
}

/** Loads the page again in another language. */
export function choose(name) {
    try { localStorage.setItem(stored, name); } catch { /* The choice holds for this page only. */ }
    location.reload();
}

const plural = new Intl.PluralRules(language);
const count = new Intl.NumberFormat(language);
const instant = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"});
const relative = new Intl.RelativeTimeFormat(language, {numeric: "auto", style: "short"});
const part = new Intl.NumberFormat(language, {style: "percent", maximumFractionDigits: 1});

export const number = value => count.format(value);
export const percent = share => part.format(share);
export const time = text => instant.format(new Date(text));

const units = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** How long ago an instant was; `now` in milliseconds. */
export function age(text, now = Date.now()) {
    const seconds = (now - Date.parse(text)) / 1000;
    const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
    return unit === "second" ? t("time.now") : relative.format(-Math.round(seconds / length), unit);
}

function pattern(key, values) {
    const text = all[language][key] ?? en[key];
    if (text === undefined) return key;
    return typeof text === "string" ? text : text[plural.select(values.n)] ?? text.other;
}

/** A text; `{name}` stands for a value, and `n` chooses the plural. */
export const t = (key, values = {}) => parts(key, values).join("");

/** A text whose values may be elements: a list of children. */
export function parts(key, values = {}) {
    return pattern(key, values).split(/\{(\w+)\}/).map((piece, index) => {
        if (index % 2 === 0) return piece;
        const value = values[piece];
        return typeof value === "number" ? number(value) : value ?? "";
    });
}

/** Whether there is a text with this key. */
export const has = key => en[key] !== undefined;
