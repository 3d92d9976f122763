// A tab whose steps are written with the English texts, and which finds the same things in the Chinese console.
import en from "../../../Sources/Server/Console/texts-en.mjs";
import zh from "../../../Sources/Server/Console/texts-zh.mjs";
import {until} from "./console.mjs";

const forms = text => typeof text === "string" ? [text] : Object.values(text);
const escaped = text => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Each English form as a pattern with the names of its values, and the Chinese text. */
const pairs = Object.entries(en).flatMap(([key, text]) => forms(text).map(form => {
    const pieces = form.split(/\{(\w+)\}/);
    return {
        literals: pieces.filter((_, index) => index % 2 === 0),
        pattern: new RegExp(`^${pieces.map((piece, index) => index % 2 === 0 ? escaped(piece) : "(.+?)").join("")}$`),
        names: pieces.filter((_, index) => index % 2 === 1), literal: pieces.filter((_, index) => index % 2 === 0).join("").length, chinese: forms(zh[key]).at(-1),
    };
}));

/** The Chinese texts that an English one may be, the most literal first; itself, if it is of a person or of the server. */
export function translations(text) {
    const found = pairs.flatMap(({pattern, names, literal, chinese}) => {
        const match = literal > 0 && pattern.exec(text);
        return match ? [{literal, text: chinese.replaceAll(/\{(\w+)\}/g, (_, name) => match[names.indexOf(name) + 1] ?? "")}] : [];
    });
    // Of a part of a text, the longest words of the Chinese one.
    const whole = pairs.filter(({literals}) => literals.some(piece => piece.includes(text)))
        .map(({chinese}) => chinese.split(/\{\w+\}/).sort((a, b) => b.length - a.length)[0].trim());
    return [...new Set([...found.sort((a, b) => b.literal - a.literal).map(one => one.text), ...whole, text])];
}

export class ChineseTab {
    constructor(tab) { Object.assign(this, {tab, page: tab.page}); }

    run(text) { return this.tab.run(text); }

    async #first(names, test) {
        let found;
        await until(async () => {
            for (const name of names) if (await this.run(test(JSON.stringify(name)))) return (found = name) !== undefined;
            return false;
        }, `there is one of ${names.join(", ")}`);
        return found;
    }

    #control(name) { return this.#first(translations(name), text => `return Boolean(find("button, a, summary", ${text}))`); }

    async press(name) { await this.tab.press(await this.#control(name)); }

    async pressAfter(event, name) { await this.tab.pressAfter(event, await this.#control(name)); }

    async enter(label, value) { await this.tab.enter(await this.#first(translations(label), text => `return Boolean(control(${text}))`), value); }

    async shows(text) { await this.#first(translations(text), one => `return document.body.innerText.includes(${one})`); }
}
