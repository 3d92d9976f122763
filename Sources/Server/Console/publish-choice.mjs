// Which changes a publish takes: all, or some rules (`only`), while the rest stays in the draft.
import {h} from "./dom.mjs";
import {t} from "./language.mjs";
import {may} from "./session.mjs";

/** The most rules that a publish can name, and the most bytes of their names in an address, which may have 25 KB. */
const most = 1000;
const bytesMax = 16_000;

export class Choice {
    /** `ids` are the rules that differ, `hasSettings` whether the settings do; `onChange` runs after each change. */
    constructor(page, {ids, hasSettings, isPossible}, onChange) {
        Object.assign(this, {page, ids, hasSettings, onChange});
        this.isOffered = isPossible && may("publish") && ids.length <= most && encodeURIComponent(ids.join()).length <= bytesMax && ids.length + (hasSettings ? 1 : 0) > 1 && ids.length > 0;
        const wanted = this.isOffered ? page.query.get("only")?.split(",").filter(id => ids.includes(id)) : undefined;
        this.picked = new Set(wanted ?? ids);
        this.withSettings = hasSettings && !wanted;
        this.boxes = [];
    }

    /** The rules that are published, or undefined for everything. */
    get only() {
        const isWhole = this.picked.size === this.ids.length && this.withSettings === this.hasSettings;
        return this.isOffered && !isWhole ? this.ids.filter(id => this.picked.has(id)) : undefined;
    }

    /** Some rules never take the settings along. */
    #changed() {
        if (this.picked.size < this.ids.length) this.withSettings = false;
        for (const [box, isOn] of this.boxes) box.checked = isOn();
        this.page.keep({only: this.only?.join(",")});
        this.onChange();
    }

    #box(label, isOn, set) {
        if (!this.isOffered) return undefined;
        const box = h("input", {type: "checkbox", "aria-label": label, checked: isOn(), onchange: () => {
            set(box.checked);
            this.#changed();
        }});
        this.boxes.push([box, isOn]);
        return box;
    }

    /** The box of a rule. */
    box(id) {
        return this.#box(t("review.take", {id}), () => this.picked.has(id), isOn => isOn ? this.picked.add(id) : this.picked.delete(id));
    }

    /** The box of the settings, which are published with all rules only. */
    settingsBox() {
        return this.#box(t("review.takeSettings"), () => this.withSettings, isOn => {
            this.withSettings = isOn;
            if (isOn) this.picked = new Set(this.ids);
        });
    }

    /** Above the rules: what the boxes are for, and the way to all or none. */
    hint() {
        if (!this.isOffered) return undefined;
        const set = (label, ids, withSettings) => h("button", {type: "button", class: "quiet", onclick: () => {
            this.picked = new Set(ids);
            this.withSettings = withSettings;
            this.#changed();
        }}, label);
        return h("p", {class: "hint"}, t("review.takeHint"), " ", set(t("review.takeAll"), this.ids, this.hasSettings), set(t("review.takeNone"), [], false));
    }
}
