// The form of one expectation. Fields appear for the surface and the kind that they belong to, and what is wrong is said beside them.
import {contextLine, inApps, phones, readContext, systems} from "./contexts.mjs";
import {answers, failures, kindOf, kindsOf, statuses, surfaceOf, surfaces} from "./expectations.mjs";
import {h} from "./dom.mjs";
import {choice, field, refuse, tick} from "./form.mjs";
import {t} from "./language.mjs";

const instant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Lines of `name=value` as pairs; a line without `=` has one part. */
const pairsOf = text => text.split("\n").filter(line => line.trim() !== "").map(line => line.split(/=(.*)/s).slice(0, 2));

/** Why a context cannot be one of a browser's request; undefined if it can. */
function notOfBrowser({platform = "web", locale, attributes: {os, inApp, ...others} = {}, ...rest}) {
    const names = [...platform === "web" ? [] : ["platform"], ...Object.keys(rest), ...Object.keys(others).map(name => `attributes.${name}`)];
    if (names.length > 0) return t("expect.notOfBrowser", {names: names.join(", ")});
    if (os !== undefined && !systems.includes(os)) return t("expect.unknownWord", {word: os, known: systems.join(", ")});
    return inApp === undefined || inApps.includes(inApp) ? undefined : t("expect.unknownWord", {word: inApp, known: inApps.join(", ")});
}

/** `{fields, read, check}`: the fields for `old`, the expectation that they say now, and whether they say one; else the first wrong field has the focus. */
export function expectationForm(old) {
    const plain = {autocomplete: "off", spellcheck: "false", autocapitalize: "none"};
    const given = old.expect;
    const text = value => typeof value === "string" ? value : "";
    const url = h("input", {...plain, value: old.url, class: "mono"});
    const surface = choice(surfaces.map(key => [key, t(`expect.surface.${key}`)]), surfaceOf(old));
    const context = h("input", {...plain, value: contextLine(old.context ?? {}), class: "mono"});
    const at = h("input", {...plain, value: old.at ?? "", placeholder: "2027-06-01T00:00:00Z"});
    const kind = h("select");
    const screen = h("input", {...plain, value: text(given.screen)});
    const parameters = h("textarea", {class: "short mono", rows: "3", spellcheck: "false", value: Object.entries(given.parameters ?? {}).map(([name, value]) => `${name}=${value}`).join("\n")});
    const address = h("input", {...plain, value: text(given.address), class: "mono"});
    const status = choice([["", t("expect.anyStatus")], ...statuses.map(code => [String(code), String(code)])], String(given.status ?? ""));
    const answer = choice(answers.map(name => [name, `${name}: ${t(`expect.answer.${name}`)}`]), given.answer ?? "open");
    const boxes = phones.map(name => [name, h("input", {checked: given.systems?.includes(name) ?? false})]);
    const reason = h("input", {...plain, value: text(given.blocked)});
    const failure = choice([["", t("expect.anyFailure")], ...failures.map(code => [code, code])], text(given.failed));

    const who = field(t("moves.audience"), context, t("expect.contextHint.app"));
    const parts = {
        screen: [field(t("expect.screen"), screen), field(t("rule.parameters"), parameters, t("expect.parametersHint"))],
        address: [field(t("expect.address"), address)],
        status: [field(t("expect.status"), status, t("expect.statusHint"))],
        answer: [field(t("expect.answer"), answer)],
        systems: [h("fieldset", {}, h("legend", {}, t("expect.systems")), h("div", {class: "ticks"}, boxes.map(([name, box]) => tick(t(`link.os.${name}`), box))), h("p", {class: "hint"}, t("expect.systemsHint")))],
        blocked: [field(t("expect.reason"), reason, t("expect.reasonHint"))],
        failed: [field(t("expect.failure"), failure)],
    };
    const fields = [
        field(t("moves.address"), url), h("div", {class: "halves"}, field(t("expect.surface"), surface, t("expect.surfaceHint")), field(t("expect.kind"), kind)),
        Object.values(parts), who, field(t("try.at"), at, t("try.atHint")),
    ];

    const offer = chosen => {
        const offered = kindsOf[surface.value];
        kind.replaceChildren(...offered.map(key => h("option", {value: key, selected: key === chosen}, t(`expect.kind.${key}`))));
        if (!offered.includes(chosen)) kind.value = offered[0];
        who.querySelector(".hint").textContent = t(`expect.contextHint.${surface.value}`);
        show();
    };
    function show() {
        // A text that is put back may be of a kind that the surface no longer has.
        if (kind.value === "") kind.value = kindsOf[surface.value][0];
        const shown = [kind.value, ...kind.value === "address" && surface.value === "web" ? ["status"] : []];
        for (const [name, elements] of Object.entries(parts)) for (const element of elements) element.hidden = !shown.includes(name);
    }
    // What was not begun gives way to the usual kind of the surface.
    const isBegun = () => ({screen: screen.value, address: address.value}[kind.value] ?? kind.value) !== "";
    surface.addEventListener("change", () => offer(isBegun() ? kind.value : kindsOf[surface.value][0]));
    kind.addEventListener("change", show);
    offer(kindOf(given));

    /** What stands behind each kind's name in `expect`. */
    const values = {
        screen: () => ({screen: screen.value, ...pairsOf(parameters.value).length > 0 ? {parameters: Object.fromEntries(pairsOf(parameters.value).map(([name, value = ""]) => [name.trim(), value]))} : {}}),
        address: () => ({address: address.value.trim(), ...surface.value === "web" && status.value !== "" ? {status: Number(status.value)} : {}}),
        answer: () => ({answer: answer.value}),
        systems: () => ({systems: boxes.filter(([, box]) => box.checked).map(([name]) => name).sort()}),
        blocked: () => ({blocked: reason.value === "" ? true : reason.value}),
        unmatched: () => ({unmatched: true}),
        failed: () => ({failed: failure.value === "" ? true : failure.value}),
    };
    const read = () => {
        const {context: names} = readContext(context.value);
        const {context: oldContext, at: oldAt, surface: oldSurface, ...rest} = old;
        return {...rest, url: url.value.trim(), ...Object.keys(names).length > 0 ? {context: names} : {}, ...at.value.trim() === "" ? {} : {at: at.value.trim()},
            expect: values[kind.value](), ...surface.value === "app" ? {} : {surface: surface.value}};
    };
    const wrong = {
        url: () => kind.value !== "failed" && !URL.canParse(url.value.trim()) ? t("expect.noAddress") : undefined,
        context() {
            const {context: names, unknown} = readContext(context.value);
            if (unknown !== "") return t("expect.unreadable", {text: unknown});
            return surface.value === "web" ? notOfBrowser(names) : undefined;
        },
        at: () => at.value.trim() !== "" && !(instant.test(at.value.trim()) && Number.isFinite(Date.parse(at.value.trim()))) ? t("expect.noInstant") : undefined,
        screen: () => kind.value === "screen" && screen.value === "" ? t("expect.noScreen") : undefined,
        parameters: () => kind.value === "screen" && pairsOf(parameters.value).some(([name, value]) => value === undefined || name.trim() === "") ? t("expect.noPair") : undefined,
        address: () => kind.value === "address" && address.value.trim() === "" ? t("expect.noTarget") : undefined,
    };
    const controls = {url, context, at, screen, parameters, address};
    const check = () => {
        const bad = Object.entries(controls).filter(([name, control]) => {
            const why = wrong[name]();
            refuse(control, why);
            return why;
        });
        bad[0]?.[1].focus();
        return bad.length === 0;
    };
    // What was refused is looked at again while the person corrects it.
    for (const [name, control] of Object.entries(controls)) control.addEventListener("input", () => control.hasAttribute("aria-invalid") && refuse(control, wrong[name]()));
    for (const chooser of [surface, kind]) chooser.addEventListener("change", () => Object.entries(controls).forEach(([name, control]) => control.hasAttribute("aria-invalid") && refuse(control, wrong[name]())));
    return {fields, read, check};
}
