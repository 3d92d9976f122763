// One release: who published it, which channels serve it, and what can be done with it.
import {get, query} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {pathOf} from "./draft.mjs";
import {h, quoted} from "./dom.mjs";
import {number, t, time} from "./language.mjs";
import {bytes} from "./measure.mjs";
import {moment} from "./moment.mjs";
import {bodyPath, moveChannel, publishAgain, takeIntoDraft} from "./release-actions.mjs";
import {may} from "./session.mjs";
import {link, to} from "./router.mjs";

const fact = (key, ...content) => h("div", {}, h("dt", {}, t(`release.${key}`)), h("dd", {}, content));

export async function show(page) {
    const {app, version} = page.parameters;
    const path = pathOf(app, "releases", encodeURIComponent(version));
    const [{data: release}, {data: {channels}}] = await Promise.all([get(path, {signal: page.signal}), get(pathOf(app), {signal: page.signal})]);
    const mine = release.version;
    const serving = channels.filter(channel => channel.version === mine);
    const others = channels.filter(channel => channel.version !== mine);
    const compare = (from, until, text) => link(to("apps", app, "compare") + query({from, to: until}), {class: "button"}, text);
    const live = channels.find(({channel}) => channel === "production")?.version;
    page.render(
        h("p", {class: "small"}, link(to("apps", app, "releases"), {}, t("screen.releases"))),
        h("div", {class: "title"}, h("h1", {}, t("release.one", {n: version})), serving.length > 0
            ? serving.map(({channel}) => h("span", {class: "live"}, t("release.liveOn", {channel}))) : h("p", {class: "muted"}, t("release.notLive"))),
        release.message ? h("p", {class: "lead"}, quoted(release.message, "span")) : undefined,
        release.notes ? h("p", {class: "long-notes"}, quoted(release.notes, "span")) : undefined,
        h("dl", {class: "fact-list"},
            fact("published", moment(release.publishedAt), h("span", {class: "small muted"}, time(release.publishedAt))), fact("by", quoted(release.author, "span")),
            fact("rules", number(release.rules)), fact("size", bytes(release.bytes), h("span", {class: "small muted"}, t("release.gzip", {size: bytes(release.gzipBytes)}))),
            release.restoredFrom ? fact("restoredFrom", String(release.restoredFrom)) : undefined,
            h("div", {class: "whole"}, h("dt", {}, t("release.digest")), h("dd", {}, quoted(release.digest)))),
        h("section", {class: "part"}, h("h2", {}, t("release.compare")), h("p", {class: "buttons"},
            mine > 1 ? compare(mine - 1, mine, t("release.withBefore", {n: String(mine - 1)})) : undefined,
            live && live !== mine ? compare(live, mine, t("release.withLive", {n: String(live)})) : undefined,
            may("diffDraft") ? compare(mine, "draft", t("release.withDraft")) : undefined)),
        h("section", {class: "part"}, h("h2", {}, t("release.do")),
            may("moveChannel") ? undefined : h("p", {class: "muted"}, t("release.mayNot")),
            h("p", {class: "buttons"},
                may("moveChannel") && others.length > 0 ? h("button", {type: "button", onclick: () => moveChannel(app, others, mine)}, t("release.serve")) : undefined,
                may("replaceDraft") ? h("button", {type: "button", onclick: () => takeIntoDraft(app, mine)}, t("release.take")) : undefined,
                may("restoreRelease") ? h("button", {type: "button", onclick: () => publishAgain(app, mine, channels)}, t("release.again")) : undefined,
                release.public || may("readReleaseBody")
                    ? h("a", {class: "button", href: bodyPath(app, mine), download: `${app}-${mine}.json`}, t("release.download")) : undefined),
            release.public || may("readReleaseBody") ? undefined : h("p", {class: "muted"}, t("release.downloadToken"))),
        commands(() => [["curl", curl("GET", path)], ["curl", `${curl("GET", bodyPath(app, version))} -o ${app}-${version}.json`], ["waymark", waymark("release", "show", "--app", app, version)]]));
}
