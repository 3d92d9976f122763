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

/** Says beside the field of a control why its value is refused; without a text that is taken away. */
export function refuse(control, text) {
    const id = `${control.id}-refused`;
    document.getElementById(id)?.remove();
    const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(name => name !== "" && name !== id);
    if (text) control.closest(".field").append(h("p", {class: "error small", id}, text));
    control[text ? "setAttribute" : "removeAttribute"]("aria-invalid", "true");
    control.setAttribute("aria-describedby", [...others, ...text ? [id] : []].join(" "));
}
