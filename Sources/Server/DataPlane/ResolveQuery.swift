import CanonicalJSON
package import HTTPExchange
package import RouteModel

/// The input of `resolve`: an address, a context, an instant, and a release or channel.
package struct ResolveQuery: Sendable {
    /// The address.
    package let url: String
    /// The facts of the client.
    package let context: Context
    /// The instant for conditions that depend on the clock; nil for now.
    package let at: Instant?
    /// A release's number, as text; nil for a channel.
    let release: String?
    /// Whether the result is explained.
    package let isExplained: Bool

    /// Reads the parameters of a GET; each member of the context is one of them.
    init(parameters: QueryItems) throws(Problem) {
        var context = Context()
        for (name, value) in parameters.pairs where !Self.options.contains(name) {
            try parameters.checkOnce(name)
            do throws(ModelError) { try context.set(name, to: value) } catch {
                throw .badRequest("\(error.detail) \(error.hint)")
            }
        }
        try self.init(url: parameters["url"], context: context, at: nil, options: parameters)
    }

    /// Reads the body of a POST: `{"url", "context", "at"}`.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - options: The query parameters.
    /// - Throws: 400 and 422.
    package init(body: [UInt8], options: QueryItems) throws(Problem) {
        var reader = try ObjectReader(body, known: ["url", "context", "at"])
        let url = reader.text("url", bytesMax: DataLimits.addressBytesMax, required: true)
        let at = reader.instant("at")
        try reader.finish()
        for (name, _) in options.pairs where !Self.options.contains(name) {
            throw .badRequest("there is no parameter ?\(name)= here; send the context in the body")
        }
        var context = Context()
        if let decoded = reader.context("context") { context = try RequestDecoding.accepted(decoded) }
        try self.init(url: url, context: context, at: at, options: options)
    }

    private init(url: String?, context: Context, at: Instant?, options: QueryItems) throws(Problem) {
        guard let url, !url.isEmpty else {
            throw .badRequest("the address is missing: ?url=https://…, percent-encoded")
        }
        guard url.utf8.count <= DataLimits.addressBytesMax else {
            throw .badRequest(
                "?url= has \(url.utf8.count) bytes; an address has at most \(DataLimits.addressBytesMax), "
                    + "because no rule matches a longer one")
        }
        self.url = url
        self.context = context
        release = options["release"]
        isExplained = try options.flag("explain")
        guard let text = options["at"] else {
            self.at = at
            return
        }
        guard let instant = Instant(rfc3339: text) else {
            throw .badRequest("?at= must be an RFC 3339 instant, such as 2026-01-31T12:00:00Z, not \(text)")
        }
        self.at = instant
    }

    private static let options: Set<String> = ["url", "channel", "at", "release", "explain"]
}
