// Fields with their label and hint, joined as screen readers need it.
import {h, unique} from "./dom.mjs";

/** A control with its label above and its hint below. */
export function field(label, control, hint) {
    control.id ||= unique("field");
    if (hint) control.setAttribute("aria-describedby", `${control.id}-hint`);
    return h("div", {class: "field"}, h("label", {for: control.id}, label), control,
        hint ? h("p", {class: "hint", id: `${control.id}-hint`}, hint) : undefined);
}

/** A box to tick, with its label behind it. */
export function tick(label, control) {
    control.type = "checkbox";
    control.id ||= unique("field");
    return h("div", {class: "tick"}, control, h("label", {for: control.id}, label));
}

/** A list to choose from: pairs of value and text. */
export function choice(options, value, attributes = {}) {
    return h("select", attributes, options.map(([key, text]) => h("option", {value: key, selected: key === value}, text)));
}
