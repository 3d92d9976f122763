// A new rule from an address: "where should this go?"
import {send} from "./api.mjs";
import {openDialog} from "./dialog.mjs";
import {pathOf, readRule} from "./draft.mjs";
import {keepEdit} from "./edits.mjs";
import {fill, h} from "./dom.mjs";
import {choice, field} from "./form.mjs";
import {t} from "./language.mjs";
import {outcome} from "./outcome.mjs";
import {problemLine} from "./problem.mjs";
import {whileTyping} from "./rule-check.mjs";
import {may} from "./session.mjs";
import {go, to} from "./router.mjs";

const special = /[\\:*+?(){}!]/g;

/** A pattern for addresses like this one: numbers become captures, and a site of the app is left out. */
function patternOf(address, origins = []) {
    const [, origin, rest] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)/i.exec(address.trim()) ?? [undefined, "", address.trim().split(/[?#]/)[0]];
    let captures = 0;
    const path = rest.split("/").map(segment => {
        if (!/^\d+$/.test(segment)) return segment.replace(special, "\\$&");
        captures += 1;
        return `:id${captures > 1 ? captures : ""}(\\d+)`;
    }).join("/");
    return origins.some(one => one.toLowerCase() === origin.toLowerCase()) && path !== "" ? path : origin.toLowerCase() + path;
}

export function askAddress(app) {
    const address = h("input", {required: true, type: "url", placeholder: "https://…", autocomplete: "off", spellcheck: "false", class: "mono", oninput: () => later()});
    const kind = choice(["screen", "redirect", "block"].map(name => [name, t(`target.${name}`)]), "screen");
    const target = h("input", {required: true, autocomplete: "off", spellcheck: "false"});
    const now = h("p", {class: "hint", role: "status"}, t("from.nowWaits"));
    const ends = new AbortController();
    const later = whileTyping(async signal => {
        if (address.value.trim() === "" || !may("resolveInDraft")) return;
        try {
            const {data} = await send("POST", pathOf(app, "draft/resolve"), {body: {url: address.value.trim()}, signal, quiet: true});
            fill(now, t("from.now"), " ", outcome(data));
        } catch (problem) {
            if (problem.name !== "AbortError") fill(now, problemLine(problem));
        }
    }, ends.signal);
    const dialog = openDialog(t("rules.fromAddress"), [
        field(t("from.address"), address), now,
        h("div", {class: "pair"}, field(t("from.where"), kind), field(t("from.name"), target)),
    ], {
        button: t("from.next"), keep: `from/${app}`,
        async action() {
            const {settings, tag} = await readRule(app);
            const mine = {match: [patternOf(address.value, settings.origins)], to: {[kind.value]: target.value}};
            keepEdit(app, "", {mine, base: null, tag});
            await go(to("apps", app, "new-rule"));
        },
    });
    dialog.addEventListener("close", () => ends.abort());
}
