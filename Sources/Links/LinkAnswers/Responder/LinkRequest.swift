import WebAddress

/// What a request asks a host for.
package struct LinkRequest: Sendable, Equatable {
    /// The path as it was sent.
    var path: String
    /// The query as it was sent, without its question mark; nil if there is none.
    var query: String?
    var client: LinkClient

    /// Makes a request.
    package init(path: String, query: String? = nil, client: LinkClient) {
        self.path = path
        self.query = query
        self.client = client
    }
}

/// A link of a served host: path and query, and the addresses that are made of them.
struct LinkTarget {
    /// The address on its host.
    let address: Address
    /// Path and query of the address, with their marks: they are percent-encoded, and begin with one slash.
    let suffix: Substring

    /// Parses a link; nil for a text that is not an address of the host.
    init?(_ text: String, host: String) {
        guard let address = try? Address(text), address.host == host, address.port == nil, !address.hasCredentials
        else {
            return nil
        }
        self.init(address)
    }

    private init(_ address: Address) {
        self.address = address.withFragment(nil)
        let authority = "https://\(address.host ?? "")".utf8.count
        let href = self.address.href
        suffix = href[href.utf8.index(href.startIndex, offsetBy: authority)...]
    }

    /// The same link on another host.
    func on(host: String) -> String { "https://\(host)\(suffix)" }

    /// The address of Android that opens the app, or else the fallback.
    ///
    /// Path and query have no `#`, so that the text cannot begin another intent. Source:
    /// <https://developer.chrome.com/docs/android/intents>.
    func intent(_ package: String, fallback: String?) -> String {
        let rest = href.dropFirst("https://".count)
        let fallback = fallback.map { "S.browser_fallback_url=\(PercentEncoding.encode($0, .component));" } ?? ""
        return "intent://\(rest)#Intent;scheme=https;package=\(package);\(fallback)end"
    }

    /// Whether a page has a code of the link.
    var fitsCode: Bool { href.utf8.count <= LinkPageLimits.codeBytes }

    /// The link as text.
    var href: String { address.href }
}
