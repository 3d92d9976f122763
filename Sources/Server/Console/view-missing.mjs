// An address without a screen.
import {h, quoted} from "./dom.mjs";
import {t} from "./language.mjs";
import {root} from "./router.mjs";

export function show(page) {
    page.render(h("h1", {}, t("missing.title")), h("p", {}, quoted(location.pathname)),
        h("p", {}, h("a", {href: root}, t("missing.back"))));
}
