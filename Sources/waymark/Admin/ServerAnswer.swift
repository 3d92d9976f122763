import CanonicalJSON

/// What a server answered to a command.
struct ServerAnswer: Sendable {
    let status: Int
    /// The entity tag as sent; nil where there was none.
    let etag: String?
    /// The `Location` field; nil where there was none.
    let location: String?
    let body: [UInt8]

    var isSuccess: Bool { (200..<300).contains(status) }

    /// The body as JSON; null where it is none.
    var json: JSONValue { (try? JSONDocument(parsing: body))?.root.value ?? .null }

    /// The body as text, for answers that are shown as they came.
    var text: String { String(decoding: body, as: UTF8.self) }
}
