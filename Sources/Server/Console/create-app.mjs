// A dialog that makes an app.
import {send} from "./api.mjs";
import {commands, curl, waymark} from "./commands.mjs";
import {openDialog} from "./dialog.mjs";
import {h, say} from "./dom.mjs";
import {field} from "./form.mjs";
import {t} from "./language.mjs";
import {again, go, screenAt, to} from "./router.mjs";

export function createApp() {
    const name = h("input", {required: true, maxlength: "32", pattern: "[a-z0-9][a-z0-9._\\-]*", autocapitalize: "none", spellcheck: "false", autocomplete: "off"});
    const title = h("input", {maxlength: "200", autocomplete: "off"});
    const body = () => ({app: name.value, ...title.value === "" ? {} : {title: title.value}});
    openDialog(t("app.create"), [
        field(t("app.name"), name, t("app.nameHint")), field(t("app.title"), title, t("app.titleHint")),
        commands(() => [["curl", curl("POST", "/v1/apps", {body: body()})],
            ["waymark", waymark("app", "create", name.value, ...title.value === "" ? [] : ["--title", title.value])]]),
    ], {
        button: t("app.create"), keep: "create-app",
        async action() {
            await send("POST", "/v1/apps", {body: body()});
            say(t("app.created", {app: name.value}));
            const rules = to("apps", name.value, "rules");
            await (screenAt(rules) ? go(rules) : again());
        },
    });
}
