package import HTTPWire

/// The answer to a link.
package struct LinkAnswer: Sendable, Equatable {
    /// What the answer is, for metrics; raw values are stable.
    package enum Kind: String, Sendable, CaseIterable {
        /// A redirect to the address of a rule.
        case redirect
        /// A redirect to the web site.
        case web
        /// A redirect to the store.
        case store
        /// A page that opens the app.
        case open
        /// A page that says how to leave an in-app browser.
        case inApp = "in-app"
        /// A page with a code for a phone.
        case scan
        /// A page for a preview in a chat.
        case preview
        /// A rule blocks the link: 410.
        case gone
        /// There is nothing at the address: 404.
        case missing
    }

    /// What the answer is.
    package let kind: Kind
    /// The status: 200, 301, 302, 404 or 410.
    package let status: Int
    /// The value of `Location`; nil for a page.
    package let location: String?
    /// The fields of a page.
    private let pageFields: [HeaderField]
    /// The body: a page, or the address of a redirect.
    package let body: [UInt8]
    /// The host; nil for one that is not served.
    package let host: String?
    /// The id of the rule that the link matched first; nil if no rule matched.
    package let rule: String?
    /// The number of the release; nil for a host that is not served.
    package let release: Int?

    /// All fields, without those of the connection and of the body's length.
    package var fields: [HeaderField] {
        guard let redirect, let location else { return pageFields }
        return [HeaderField("Location", location)] + redirect.fields
    }

    /// The head of a redirect; nil for a page.
    package var redirect: RedirectLines? { status == 302 ? Self.found : status == 301 ? Self.permanent : nil }
}

extension LinkAnswer {
    /// A redirect; caches keep none but a permanent one, for five minutes in the browser alone.
    init(_ kind: Kind, to place: RedirectPlace, isPermanent: Bool = false, _ site: LinkSite, _ found: FoundRule) {
        self.kind = kind
        status = isPermanent ? 301 : 302
        location = place.text
        pageFields = []
        body = place.body
        (host, rule, release) = (site.host.name, found.id, found.release)
    }

    private static let found = RedirectLines(302, fields("private, no-store"))
    private static let permanent = RedirectLines(
        301,
        // What the answer depends on (RFC 9110 section 12.5.5).
        fields("private, max-age=300") + [HeaderField("Vary", "User-Agent, Sec-CH-UA-Platform, Accept-Language")])

    private static func fields(_ caching: String) -> [HeaderField] {
        [
            HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Cache-Control", caching),
            HeaderField("Referrer-Policy", "no-referrer"),
        ]
    }

    init(_ kind: Kind, _ page: AnswerPage, _ site: LinkSite?, _ found: FoundRule? = nil) {
        let style = site?.style ?? PageStyle(colour: nil, icon: nil)
        self.kind = kind
        status =
            switch kind {
            case .gone: 410
            case .missing: 404
            default: 200
            }
        location = nil
        pageFields = [
            HeaderField("Content-Type", "text/html; charset=utf-8"),
            HeaderField("Content-Language", page.language.rawValue),
            HeaderField("Content-Security-Policy", style.policy),
            HeaderField("Cache-Control", "private, no-store"),
            HeaderField("Referrer-Policy", "no-referrer"),
            HeaderField("X-Robots-Tag", "noindex"),
        ]
        body = Array(page.html(style).utf8)
        (host, rule, release) = (site?.host.name, found?.id, found?.release)
    }
}
