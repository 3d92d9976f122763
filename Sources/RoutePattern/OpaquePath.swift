import WebAddress

/// Paths of addresses without segments: `mailto:x`, `tel:110`.
enum OpaquePath {
    /// The constraint of a text, or of a text and any rest.
    static func path(_ text: [UInt8], rest: Bool) -> PathConstraint {
        .opaque(PercentEncoding.encode(String(decoding: text, as: UTF8.self), .c0Control), rest: rest)
    }
}
