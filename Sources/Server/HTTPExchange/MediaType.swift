/// The media type of a request body (RFC 9110 section 8.3.1).
package struct MediaType: Sendable, Hashable {
    /// Type and subtype in lower case, such as `application/json`.
    var essence: String
    /// The `charset` parameter in lower case, if it is there.
    var charset: String?

    /// Reads the value of `Content-Type`.
    package init(_ field: String) {
        // What nearly all clients send needs no reading.
        guard field != Self.json else {
            essence = Self.json
            return
        }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        essence = (parts.first.map(String.init) ?? "").trimmingBlanks().lowercased()
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, String(pair[0]).trimmingBlanks().lowercased() == "charset" else { continue }
            charset = String(pair[1]).trimmingBlanks().filter { $0 != "\"" }.lowercased()
        }
    }

    private static let json = "application/json"

    /// Whether this is JSON in UTF-8: `application/json`, or any `+json` type.
    package var isJSON: Bool {
        (essence == "application/json" || (essence.hasPrefix("application/") && essence.hasSuffix("+json")))
            && (charset == nil || charset == "utf-8")
    }

    /// Whether this is plain text in UTF-8.
    package var isPlainText: Bool { essence == "text/plain" && (charset == nil || charset == "utf-8") }

    /// No type, or the default of `curl -d`.
    ///
    /// The body is then read as JSON, so that curl needs no `-H`.
    package var isUnstated: Bool { essence.isEmpty || essence == "application/x-www-form-urlencoded" }
}
