// A publish or restore that the server refused because the channel has moved since a person looked at it.
import {component, find, query} from "./api.mjs";
import {pathOf} from "./draft.mjs";
import {h, quoted, say} from "./dom.mjs";
import {parts, t} from "./language.mjs";
import {again, link, to} from "./router.mjs";

const named = (app, version) => version ? link(to("apps", app, "releases", String(version)), {}, t("moved.release", {n: String(version)})) : t("moved.none");

/**
 * Answers a refusal of the code `channel-moved`: closes the dialog, whose fields stay in the tab, reads the page again, and shows
 * above it the release that the person looked at and the one that the channel serves now. Throws every other refusal again.
 */
export async function answerMove(problem, dialog, {app, channel, version: looked}) {
    if (problem.kind !== "channel-moved") throw problem;
    const now = (await find(pathOf(app, "channels", component(channel))))?.data.version;
    dialog.close();
    await again();
    const name = () => quoted(channel, "span");
    const line = h("div", {class: "notice notice-moved", role: "alert", tabindex: "-1"},
        h("p", {}, h("strong", {}, parts("moved.title", {channel: name()}))),
        h("p", {}, parts("moved.releases", {channel: name(), looked: named(app, looked), now: named(app, now)}), " ", t("moved.next")),
        looked && now && looked !== now ? link(to("apps", app, "compare") + query({from: looked, to: now}), {}, t("compare.compare")) : undefined);
    const main = document.getElementById("main");
    (main.querySelector(".bar") ?? main.firstElementChild)?.after(line);
    line.focus();
    say(t("moved.title", {channel}));
    return false;
}
