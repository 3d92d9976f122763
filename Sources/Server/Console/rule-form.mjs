// A rule as a form. The rule stays one JSON value: members without a field are kept as they are.
import {fill, h, unique} from "./dom.mjs";
import {sentence} from "./finding.mjs";
import {choice} from "./form.mjs";
import {t} from "./language.mjs";
import {kindOf} from "./rule-text.mjs";

const order = ["id", "match", "when", "to", "priority", "enabled", "ignoreCase", "strictSlash", "note", "allow"];

/** The rule with its members in the usual order, without members that say nothing. */
export function tidy(rule) {
    const names = [...order.filter(name => name in rule), ...Object.keys(rule).filter(name => !order.includes(name))];
    return Object.fromEntries(names.map(name => [name, rule[name]]).filter(([name, value]) => !(
        value === undefined || name === "when" && Object.keys(value).length === 0 || name === "priority" && value === 0
        || name === "enabled" && value === true || ["ignoreCase", "strictSlash"].includes(name) && value === false || name === "note" && value === "" || name === "id" && value === "")));
}

/** An object with one member set; undefined removes it. */
function withMember(object, name, value) {
    const {[name]: old, ...rest} = object ?? {};
    return value === undefined ? rest : {...rest, [name]: value};
}

const words = ["platform", "region", "locale", "build", "source"];
const plain = ["appVersion", "osVersion", "after", "before"];
const known = [...words, ...plain, "signedIn", "rollout"];

const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = value => typeof value === "string";
const each = (value, test) => Array.isArray(value) && value.every(test);

/** Kinds of values that the form shows; a member that is not there is of the right kind. */
const shapes = [
    [rule => rule.match, value => each(value, one => isText(one) || isObject(one))], [rule => rule.to, isObject], [rule => rule.when, isObject],
    ...["screen", "redirect", "block", "transition"].map(name => [rule => rule.to?.[name], isText]), [rule => rule.to?.parameters, isObject],
    ...words.map(name => [rule => rule.when?.[name], value => each(value, isText)]), ...plain.map(name => [rule => rule.when?.[name], isText]),
    [rule => rule.when?.rollout, isObject], [rule => rule.note, isText], [rule => rule.id, isText], [rule => rule.priority, value => typeof value === "number"],
];

/** Whether a rule that was written as JSON has the kinds of values that a form shows. */
const fits = rule => shapes.every(([read, test]) => read(rule) === undefined || test(read(rule)));

export class RuleForm {
    /** `onChange(rule)` gets each new version. */
    constructor(rule, {isNew, readOnly, onChange}) {
        Object.assign(this, {rule, isNew, readOnly, onChange});
        this.element = h("div", {class: "stack rule-form"});
        this.draw();
    }

    set(rule) {
        this.rule = rule;
        this.draw();
    }

    #change(rule) {
        this.rule = tidy(rule);
        this.onChange(this.rule);
    }

    #member(name, value) { this.#change({...this.rule, [name]: value}); }

    #when(name, value) { this.#member("when", withMember(this.rule.when, name, value)); }

    #to(name, value) { this.#member("to", withMember(this.rule.to, name, value)); }

    /** A field whose errors are shown beside it: `pointer` is the place in the rule. */
    #field(label, control, pointer, hint) {
        const id = unique("rule");
        control.id = id;
        control.dataset.pointer = pointer;
        if (this.readOnly) control.disabled = true;
        control.setAttribute("aria-describedby", `${id}-hint ${id}-error`);
        return h("div", {class: "field"}, h("label", {for: id}, label), control,
            hint ? h("p", {class: "hint", id: `${id}-hint`}, hint) : undefined, h("p", {class: "error small", id: `${id}-error`, translate: "no", hidden: true}));
    }

    #text(label, value, pointer, write, {hint, ...attributes} = {}) {
        const input = h("input", {value: value ?? "", autocomplete: "off", spellcheck: "false", autocapitalize: "none", ...attributes, oninput: () => write(input.value)});
        return this.#field(label, input, pointer, hint);
    }

    #tick(label, isOn, pointer, write) {
        const id = unique("tick");
        const box = h("input", {id, type: "checkbox", checked: isOn, disabled: this.readOnly, onchange: () => write(box.checked)});
        box.dataset.pointer = pointer;
        return h("div", {class: "tick"}, box, h("label", {for: id}, label));
    }

    draw() {
        const {rule} = this;
        if (!fits(rule)) return fill(this.element, h("p", {class: "warning"}, t("rule.noForm")));
        fill(this.element,
            this.isNew ? this.#text(t("rule.id"), rule.id, "/id", text => this.#member("id", text), {hint: t("rule.idHint"), maxlength: "64", class: "mono"}) : undefined,
            this.#patterns(), this.#target(), this.#conditions(), this.#rank());
        return this.element;
    }

    #patterns() {
        const list = [...this.rule.match ?? []];
        const set = (index, text) => this.#member("match", list.map((old, place) => place === index ? text : old));
        const fields = list.map((pattern, index) => typeof pattern === "string"
            ? h("div", {class: "pattern-row"}, this.#text(t("rule.pattern", {n: index + 1}), pattern, `/match/${index}`, text => {
                list[index] = text;
                set(index, text);
            }, {class: "mono", placeholder: "/item/:id"}),
            list.length > 1 && !this.readOnly ? h("button", {type: "button", class: "quiet", "aria-label": t("rule.patternRemoveNamed", {n: index + 1}), onclick: () => {
                this.#member("match", list.filter((_, place) => place !== index));
                this.draw();
            }}, t("rule.remove")) : undefined)
            : h("p", {class: "muted"}, t("rule.patternParts", {n: index + 1})));
        return h("fieldset", {}, h("legend", {}, t("rule.match")), h("p", {class: "hint"}, t("rule.matchHint")), fields,
            this.readOnly ? undefined : h("p", {}, h("button", {type: "button", class: "quiet", onclick: () => {
                this.#member("match", [...list, ""]);
                this.draw();
                this.element.querySelector(`[data-pointer="/match/${list.length}"]`)?.focus();
            }}, t("rule.patternAdd"))));
    }

    #target() {
        const {to = {}} = this.rule;
        const kind = kindOf(this.rule);
        const kinds = choice(["screen", "redirect", "block"].map(name => [name, t(`target.${name}`)]), kind, {onchange: () => {
            this.#member("to", {[kinds.value]: to[kind] ?? ""});
            this.draw();
            this.element.querySelector(`[data-pointer="/to/${kinds.value}"]`)?.focus();
        }});
        const more = {
            screen: () => [this.#parameters(), this.#text(t("rule.transition"), to.transition, "/to/transition", text => this.#to("transition", text === "" ? undefined : text), {placeholder: "push, present, …"})],
            redirect: () => this.#tick(t("rule.keepQuery"), to.query !== "drop", "/to/query", isOn => this.#to("query", isOn ? undefined : "drop")),
            block: () => undefined,
        };
        return h("fieldset", {}, h("legend", {}, t("rules.leadsTo")),
            h("div", {class: "pair"}, this.#field(t("rule.kind"), kinds, "/to"),
                this.#text(t(`rule.${kind}`), to[kind], `/to/${kind}`, text => this.#to(kind, text), {hint: t(`rule.${kind}Hint`), class: kind === "redirect" ? "mono" : undefined})),
            more[kind]());
    }

    /** Constant parameters as lines of `name=value`. */
    #parameters() {
        const text = Object.entries(this.rule.to?.parameters ?? {}).map(([name, value]) => `${name}=${value}`).join("\n");
        const area = h("textarea", {class: "mono short", value: text, rows: "2", spellcheck: "false", oninput: () => {
            const pairs = area.value.split("\n").filter(line => line.trim() !== "").map(line => {
                const [name, ...rest] = line.split("=");
                return [name.trim(), rest.join("=")];
            });
            this.#to("parameters", pairs.length === 0 ? undefined : Object.fromEntries(pairs));
        }});
        return this.#field(t("rule.parameters"), area, "/to/parameters", t("rule.parametersHint"));
    }

    #conditions() {
        const when = this.rule.when ?? {};
        const list = name => this.#text(t(`when.${name}`), (when[name] ?? []).join(", "), `/when/${name}`, text => {
            const items = text.split(",").map(item => item.trim()).filter(item => item !== "");
            this.#when(name, items.length === 0 ? undefined : items);
        }, {placeholder: t(`when.${name}Example`)});
        const line = name => this.#text(t(`when.${name}`), when[name], `/when/${name}`, text => this.#when(name, text.trim() === "" ? undefined : text.trim()), {placeholder: t(`when.${name}Example`)});
        const signedIn = choice([["", t("when.any")], ["true", t("when.signedInYes")], ["false", t("when.signedInNo")]], when.signedIn === undefined ? "" : String(when.signedIn), {
            onchange: () => this.#when("signedIn", signedIn.value === "" ? undefined : signedIn.value === "true"),
        });
        const others = Object.keys(when).filter(name => !known.includes(name) || name === "rollout" && when.rollout.ramp);
        const count = Object.keys(when).length;
        return h("details", {class: "fold", open: count > 0}, h("summary", {}, t("rule.when"), h("span", {class: "small muted"}, count === 0 ? t("rule.always") : t("rule.conditions", {n: count}))),
            h("p", {class: "hint"}, t("rule.whenHint")),
            h("div", {class: "grid"}, words.map(list), plain.map(line), this.#field(t("when.signedIn"), signedIn, "/when/signedIn"), when.rollout?.ramp ? undefined : this.#share()),
            others.length > 0 ? h("p", {class: "hint"}, t("rule.others", {names: others.join(", ")})) : undefined);
    }

    #share() {
        const {rollout} = this.rule.when ?? {};
        return this.#text(t("when.rollout"), rollout?.percent, "/when/rollout", text => {
            const percent = Number(text);
            this.#when("rollout", text === "" || Number.isNaN(percent) ? undefined : {...rollout, percent});
        }, {type: "number", min: "0", max: "100", step: "0.01", hint: t("when.rolloutHint")});
    }

    #rank() {
        const {rule} = this;
        const note = h("textarea", {class: "short", rows: "2", value: rule.note ?? "", oninput: () => this.#member("note", note.value)});
        return h("fieldset", {}, h("legend", {}, t("rule.more")),
            h("div", {class: "pair"}, this.#text(t("rule.priority"), rule.priority ?? 0, "/priority", text => this.#member("priority", Number(text) || 0), {type: "number", min: "-1000", max: "1000", step: "1", hint: t("rule.priorityHint")}),
                h("div", {class: "ticks"},
                    this.#tick(t("rule.enabled"), rule.enabled !== false, "/enabled", isOn => this.#member("enabled", isOn)),
                    this.#tick(t("rule.ignoreCase"), rule.ignoreCase === true, "/ignoreCase", isOn => this.#member("ignoreCase", isOn)),
                    this.#tick(t("rule.strictSlash"), rule.strictSlash === true, "/strictSlash", isOn => this.#member("strictSlash", isOn)))),
            this.#field(t("rule.note"), note, "/note", t("rule.noteHint")));
    }

    /** Shows errors beside their fields; returns those that have no field. */
    mark(errors) {
        const controls = [...this.element.querySelectorAll("[data-pointer]")];
        for (const control of controls) {
            control.removeAttribute("aria-invalid");
            const slot = document.getElementById(`${control.id}-error`);
            if (slot) slot.hidden = true;
        }
        return errors.filter(error => {
            const {pointer} = error;
            const control = controls.filter(one => pointer === one.dataset.pointer || pointer.startsWith(`${one.dataset.pointer}/`))
                .sort((a, b) => b.dataset.pointer.length - a.dataset.pointer.length)[0];
            const slot = control && document.getElementById(`${control.id}-error`);
            if (!slot) return true;
            control.setAttribute("aria-invalid", "true");
            slot.hidden = false;
            slot.textContent = sentence(error);
            return false;
        });
    }
}
