import HTTPWire
import WebAddress

/// What a request asks a host for.
package struct LinkRequest: Sendable, Equatable {
    /// Path and query as they were sent.
    let target: String
    let client: LinkClient

    /// Makes a request for a path, and a query with its question mark if there is one.
    package init(target: String, client: LinkClient) {
        self.target = target
        self.client = client
    }

    /// Makes a request for a path, and a query without its question mark.
    package init(path: String, query: String? = nil, client: LinkClient) {
        self.init(target: query.map { "\(path)?\($0)" } ?? path, client: client)
    }
}

/// Where a redirect leads: the text of an address, as it is serialised.
struct RedirectPlace {
    let text: String
    /// The text as a line, for clients that do not follow it (RFC 9110 section 15.4); in plain text nothing has to be escaped.
    let body: [UInt8]
    /// Whether browsers go there: an http or https address without a user name.
    let isWeb: Bool
    /// The number of bytes of the host of a web address without a port; nil for others.
    let hostCount: Int?

    init(_ text: String) {
        self.text = text
        var body: [UInt8] = []
        body.reserveCapacity(text.utf8.count + 1)
        body.append(text: text)
        body.append(0x0A)
        self.body = body
        // Most authorities are a host alone, which ends at the path; to parse the whole address once more costs much more.
        let start = Self.starts.first { body.starts(with: $0) }?.count ?? body.count
        var end = start
        while end < body.count, body[end] != UInt8(ascii: "/"), body[end] != UInt8(ascii: ":"),
            body[end] != UInt8(ascii: "@")
        { end += 1 }
        if end < body.count, body[end] == UInt8(ascii: "/") {
            (isWeb, hostCount) = (true, end - start)
        } else {
            let parts = (try? Address(text))?.parts
            isWeb = parts.map { $0.isHTTP && !$0.hasCredentials } ?? false
            hostCount = isWeb && parts?.port == nil ? parts?.host.count : nil
        }
    }
    private static let starts = [Array("https://".utf8), Array("http://".utf8)]
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
