// Elements without HTML texts: what is given as a child is always shown as text.

const properties = new Set(["value", "checked", "disabled", "selected", "indeterminate", "open", "hidden", "readOnly"]);

/** An element with attributes, listeners (`onclick`) and children; empty children are left out. */
export function h(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) set(element, key, value);
    add(element, children);
    return element;
}

function set(element, key, value) {
    if (value === undefined || value === null || value === false) {
        if (properties.has(key)) element[key] = key === "value" ? "" : false;
        return;
    }
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (properties.has(key)) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
}

export function add(element, children) {
    for (const child of children.flat(Infinity)) {
        if (child === undefined || child === null || child === false || child === "") continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/** Replaces all children. */
export function fill(element, ...children) {
    element.replaceChildren();
    add(element, children);
    return element;
}

/** A text of the server or of a person, which is not translated and may be of any length and script. */
export const quoted = (text, name = "code") => h(name, {class: "quoted", translate: "no", dir: "auto"}, pieces(text));

/** An address may break behind its slashes; the element has the same text. */
const pieces = text => typeof text !== "string" || !text.includes("://") || text.length > 2000 ? text
    : text.split(/(?<=[^/:]\/|[?&])(?!\/)/).flatMap((piece, index) => index === 0 ? piece : [h("wbr"), piece]);

let numbers = 0;

/** An id that no other element of the page has. */
export function unique(prefix) {
    numbers += 1;
    return `${prefix}-${numbers}`;
}

/** Says a result to people who use a screen reader; the region is part of the shell. */
export function say(text) {
    const region = document.getElementById("said");
    if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
