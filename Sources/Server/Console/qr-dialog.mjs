// The QR code of an address, to open it on a phone.
import {openDialog} from "./dialog.mjs";
import {h, quoted} from "./dom.mjs";
import {t} from "./language.mjs";
import {svg} from "./plot.mjs";
import {outline, qrCode, quietZone} from "./qr-code.mjs";

/** The address in ASCII: not all scanners know how other letters are encoded. */
export const plain = address => /^[\x20-\x7e]*$/.test(address) ? address : URL.parse(address)?.href ?? address;

function drawing(code, label) {
    const width = code.size + 2 * quietZone;
    return svg("svg", {class: "qr", xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${width}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges"},
        svg("rect", {width, height: width, fill: "#fff"}), svg("path", {d: outline(code), fill: "#000"}));
}

/** Shows the code of an address, which can also be saved. */
export function showCode(address) {
    const code = qrCode(plain(address));
    if (!code) return openDialog(t("qr.title"), h("p", {}, t("qr.tooLong")));
    const picture = drawing(code, t("qr.named", {address}));
    const file = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture)], {type: "image/svg+xml"}));
    const dialog = openDialog(t("qr.title"), [
        h("p", {}, t("qr.text")), picture, h("p", {}, quoted(address)), h("p", {}, h("a", {class: "button", href: file, download: "qr-code.svg"}, t("qr.save"))),
    ]);
    dialog.addEventListener("close", () => URL.revokeObjectURL(file));
    return dialog;
}
