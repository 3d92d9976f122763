import Digests
import WebAddress

/// The style sheet, the script and the content security policy of a host's pages.
struct PageStyle: Sendable {
    /// The style sheet.
    let sheet: String
    /// The value of `Content-Security-Policy`: nothing is loaded but the icon, and only this sheet and this script count
    /// (<https://www.w3.org/TR/CSP3/>).
    let policy: String
    /// The icon's address; nil for none.
    let icon: String?

    init(colour: String?, icon: Address?) {
        let fill = ButtonColour(colour)
        sheet = Self.rules.replacing("BUTTON", with: fill.fill).replacing("TEXT", with: fill.text)
        self.icon = icon?.href
        // An origin has no sign with a meaning in a policy.
        let images = icon.flatMap { icon in
            icon.host.map { "https://\($0)\(icon.port.map { ":\($0)" } ?? "")" }
        }
        policy =
            "default-src 'none'; style-src '\(Self.hash(sheet))'; script-src '\(Self.hash(Self.script))'; "
            + "img-src \(images ?? "'none'"); base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'"
    }

    private static func hash(_ text: String) -> String { "sha256-" + base64(SHA256.hash(Array(text.utf8))) }

    /// Adds a button that copies the link; without it, a person selects the link, which one tap does.
    static let script = """
        {const f=document.getElementById("link"),s=document.getElementById("done"),b=document.createElement("button");\
        b.type="button";b.id="copy";b.textContent=f.dataset.copy;s.before(b);b.onclick=()=>{\
        const d=()=>{s.textContent=f.dataset.done};getSelection().selectAllChildren(f);\
        if(navigator.clipboard)navigator.clipboard.writeText(f.textContent).then(d,()=>{document.execCommand("copy")&&d()});\
        else document.execCommand("copy")&&d()}}
        """

    private static let rules = """
        :root{color-scheme:light dark}*{box-sizing:border-box}\
        body{margin:0;font:1rem/1.5 system-ui,-apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif;\
        background:#fff;color:#1b1b1f}\
        main{max-width:25rem;margin:0 auto;padding:2.5rem 1.25rem;text-align:center}\
        img{border-radius:1rem}h1{font-size:1.375rem;line-height:1.3;margin:1rem 0;overflow-wrap:anywhere}\
        :lang(en) :is(h1,p){text-wrap:balance}p{margin:0 0 1.25rem}ul+p{margin-top:1.75rem}\
        ul{list-style:none;margin:0;padding:0}\
        ol{text-align:start;margin:0 0 1.25rem;padding:1rem 1rem 1rem 2.5rem;\
        border:1px solid #85858c;border-radius:.75rem}\
        a,button{display:block;width:100%;padding:.75rem 1rem;margin:0 0 .75rem;border-radius:.75rem;font:inherit;\
        font-weight:600;text-decoration:none;border:1px solid #85858c;background:transparent;color:inherit;\
        cursor:pointer}\
        a.first{background:BUTTON;color:TEXT}\
        :focus-visible{outline:3px solid #4c8df6;outline-offset:2px}\
        dl{text-align:start;margin:1.25rem 0 .75rem}dt{font-size:.875rem;margin:0 0 .25rem}\
        dd{margin:0;padding:.75rem;border-radius:.75rem;border:1px solid #85858c;overflow-wrap:anywhere;\
        font:.875rem/1.4 ui-monospace,monospace;-webkit-user-select:all;user-select:all}\
        svg{width:13rem;height:13rem;max-width:100%;border-radius:.75rem}\
        @media(prefers-color-scheme:dark){body{background:#1b1b1f;color:#f3f3f7}}
        """
}

/// The colours of the first button.
struct ButtonColour {
    /// The fill.
    let fill: String
    /// Black or white: the one with more contrast, which is at least 4.5 on any colour.
    let text: String

    init(_ colour: String?) {
        fill = colour ?? "#1f5fd0"
        let digits = fill.utf8.dropFirst().compactMap { Int(String(UnicodeScalar($0)), radix: 16) }
        let parts = stride(from: 0, to: 6, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
        // The relative luminance of WCAG 2.2.
        let luminance = zip([0.2126, 0.7152, 0.0722], parts.map(Self.linear)).reduce(0) { $0 + $1.0 * $1.1 }
        // Equal contrast with black and white: (L + 0.05)² = 0.05 × 1.05.
        text = luminance > 0.1791 ? "#000" : "#fff"
    }

    /// A part of sRGB as light: ((c + 0.055) / 1.055) to the power 2.4.
    private static func linear(_ part: Double) -> Double {
        if part <= 0.04045 { return part / 12.92 }
        let base = (part + 0.055) / 1.055
        // base² × the fifth root of base², by Newton's steps.
        let square = base * base
        var root = 1.0
        for _ in 0..<20 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
        return square * root
    }
}
