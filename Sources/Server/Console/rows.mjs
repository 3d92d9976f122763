// A table of very many rows: only those near the visible part exist.
import {h} from "./dom.mjs";

// Rows that exist above and below the visible ones. A jump draws all rows that exist in one task, which may take 50 ms.
const margin = 8;
const controls = "a, button, input";

/** The rows of a table: `set(items)` shows them, `reveal(index)` scrolls to one; `make(item, index)` makes a `tr`. */
export class Rows {
    #items = [];
    #shown = new Map();
    #above = h("tr", {"aria-hidden": "true", class: "spacer"}, h("td", {}));
    #below = h("tr", {"aria-hidden": "true", class: "spacer"}, h("td", {}));
    #waits = false;

    constructor(table, make, signal) {
        this.table = table;
        this.make = make;
        this.body = h("tbody", {}, this.#above, this.#below);
        table.append(this.body);
        const later = () => {
            if (this.#waits) return;
            this.#waits = true;
            requestAnimationFrame(() => { this.#waits = false; this.draw(); });
        };
        addEventListener("scroll", later, {passive: true, signal});
        addEventListener("resize", later, {signal});
    }

    /** The height of one row in pixels, which the style fixes. */
    get height() {
        const text = getComputedStyle(this.table).getPropertyValue("--row").trim();
        return parseFloat(text) * (text.endsWith("rem") ? parseFloat(getComputedStyle(document.documentElement).fontSize) : 1);
    }

    /** Shows other items, or the same in another state; the focus stays on the row of the same id. */
    set(items) {
        const [place, row] = [...this.#shown].find(([, shown]) => shown.contains(document.activeElement)) ?? [];
        const id = this.#items[place]?.id;
        const control = row && [...row.querySelectorAll(controls)].indexOf(document.activeElement);
        this.#items = items;
        this.table.setAttribute("aria-rowcount", String(items.length + 1));
        for (const shown of this.#shown.values()) shown.remove();
        this.#shown.clear();
        this.draw();
        if (id === undefined) return;
        const [, again] = [...this.#shown].find(([index]) => items[index].id === id) ?? [];
        again?.querySelectorAll(controls)[control]?.focus({preventScroll: true});
    }

    draw() {
        const {height} = this;
        const top = this.body.getBoundingClientRect().top;
        const from = Math.max(0, Math.floor(-top / height) - margin);
        const to = Math.min(this.#items.length, Math.max(from, Math.ceil((innerHeight - top) / height) + margin));
        const focused = document.activeElement?.closest?.("tr");
        for (const [index, row] of this.#shown) {
            if ((index < from || index >= to) && row !== focused) {
                row.remove();
                this.#shown.delete(index);
            }
        }
        let next = [...this.#shown].find(([index]) => index >= to)?.[1] ?? this.#below;
        for (let index = to - 1; index >= from; index -= 1) {
            let row = this.#shown.get(index);
            if (!row) {
                row = this.make(this.#items[index], index);
                row.setAttribute("aria-rowindex", String(index + 2));
                this.body.insertBefore(row, next);
                this.#shown.set(index, row);
            }
            next = row;
        }
        this.#space(from, to, height);
    }

    #space(from, to, height) {
        const outside = [...this.#shown.keys()];
        const above = from - outside.filter(index => index < from).length;
        const below = this.#items.length - to - outside.filter(index => index >= to).length;
        this.#above.firstChild.style.height = `${above * height}px`;
        this.#below.firstChild.style.height = `${below * height}px`;
        this.#above.hidden = above === 0;
        this.#below.hidden = below === 0;
    }

    row(index) { return this.#shown.get(index); }

    get length() { return this.#items.length; }

    indexOf(element) { return [...this.#shown].find(([, row]) => row === element)?.[0]; }

    /** Scrolls to a row, and returns it. */
    reveal(index) {
        const {height} = this;
        const top = this.body.getBoundingClientRect().top + index * height;
        if (top < 120 || top + height > innerHeight - 80) scrollBy(0, top - innerHeight / 2);
        this.draw();
        return this.row(index);
    }
}
