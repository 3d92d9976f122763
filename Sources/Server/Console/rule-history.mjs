// The history of one rule: its edits in the draft and the releases that changed it, with who made them.
import {component, get} from "./api.mjs";
import {pathOf} from "./draft.mjs";
import {fill, h, quoted} from "./dom.mjs";
import {t} from "./language.mjs";
import {differences} from "./merge.mjs";
import {moment} from "./moment.mjs";
import {problemLine} from "./problem.mjs";

const value = content => content === undefined ? h("span", {class: "muted"}, t("conflict.nothing")) : quoted(typeof content === "string" ? content : JSON.stringify(content));

/** Members before and after; a rule that was added or removed is named as such. */
const change = ({before, after}) => !before || !after ? h("p", {class: "small"}, h("span", {class: `change ${after ? "added" : "removed"}`}, t(after ? "change.added" : "change.removed")))
    : h("ul", {class: "plain small"}, differences(before, after).map(name => h("li", {}, quoted(name), ": ", value(before[name]), " → ", value(after[name]))));

/** Edits and releases of an answer, newest first: `{at, by, rule, what}`. */
export function versions({edits, releases}) {
    return [
        ...edits.map(edit => ({at: edit.at, by: edit.by, rule: edit.after, before: edit.before, what: change(edit)})),
        ...releases.map(({publishedAt, author, rule, version, message}) => ({
            at: publishedAt, by: author, rule, what: h("p", {class: "small"}, h("span", {class: "live"}, t("release.one", {n: String(version)})), message ? [" ", quoted(message, "span")] : undefined),
        })),
    ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** A fold that reads the history when it is opened; `take(rule)` puts an older version into the editor, where it is not saved yet. */
export function ruleHistory({app, id, signal, take}) {
    const list = h("ol", {class: "plain stack history-list"});
    const more = h("p", {});
    const item = one => h("li", {}, h("p", {class: "facts"}, quoted(one.by, "span"), h("span", {class: "muted"}, moment(one.at)),
        one.rule && take ? h("button", {type: "button", class: "quiet", onclick: () => take(one.rule)}, t("rule.historyTake")) : undefined), one.what);
    const read = async after => {
        fill(more, h("span", {class: "muted loading"}, t("frame.loading")));
        try {
            const {data} = await get(`${pathOf(app, "draft/rules", component(id), "history")}${after ? `?after=${component(after)}` : ""}`, {signal, quiet: true});
            const found = versions(data);
            list.append(...found.map(item));
            fill(more, list.childElementCount === 0 ? t("rule.historyNone") : undefined, data.editsIncomplete ? h("span", {class: "muted"}, t("rule.historyIncomplete"), " ") : undefined,
                data.damaged ? h("span", {class: "muted"}, t("rule.historyDamaged", {releases: data.damaged.join(", ")}), " ") : undefined,
                data.next ? h("button", {type: "button", class: "quiet", onclick: () => read(data.next)}, t("audit.older")) : undefined);
        } catch (problem) {
            if (problem.name !== "AbortError") fill(more, problemLine(problem), h("button", {type: "button", class: "quiet", onclick: () => read(after)}, t("problem.again")));
        }
    };
    return h("details", {class: "panel fold", ontoggle(event) {
        if (!event.target.open) return;
        fill(list);
        read();
    }}, h("summary", {}, t("rule.history")), list, more);
}
