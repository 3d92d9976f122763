/// The head of a request as ranges into the region it was read from.
package struct RequestHead: Sendable {
    /// One field: name and value without the blanks around it.
    package struct Field: Sendable, Hashable {
        private let nameStart: UInt32
        private let nameEnd: UInt32
        private let valueStart: UInt32
        private let valueEnd: UInt32
        /// Which one it is, if this server acts on it.
        package let known: KnownField

        init(known: KnownField, name: Range<Int>, value: Range<Int>) {
            self.known = known
            nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
            nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
            valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
            valueEnd = UInt32(truncatingIfNeeded: value.upperBound)
        }

        /// The name.
        package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        /// The value.
        package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// How the body is delimited (RFC 9112 section 6.3).
    package enum Framing: Sendable, Hashable {
        /// There is none.
        case none
        /// So many bytes.
        case length(Int)
        /// Chunks.
        case chunked
    }

    /// The method.
    package internal(set) var method: Range<Int> = 0..<0
    /// The path of the target; `*` for the asterisk form.
    package internal(set) var path: Range<Int> = 0..<0
    /// The query without its question mark; empty where there is none.
    package internal(set) var query: Range<Int> = 0..<0
    /// Whether a question mark stands in the target.
    package internal(set) var hasQuery = false
    /// Whether the method is HEAD, so that the answer has no body.
    package internal(set) var isHead = false
    /// HTTP/1.0 rather than 1.1.
    package internal(set) var isVersion10 = false
    /// The fields in order.
    package internal(set) var fields: [Field] = []
    /// How the body is delimited.
    package internal(set) var framing = Framing.none
    /// Whether the connection stays open afterwards, as far as the client says.
    package internal(set) var keepsAlive = true
    /// Whether the client waits for `100 Continue`.
    package internal(set) var expectsContinue = false
    /// Where the head ends in the region.
    package internal(set) var end = 0

    /// An empty head, whose storage is used again for each request of a loop.
    package init() {}

    /// The value of a field where it stands first.
    package func first(_ known: KnownField) -> Range<Int>? {
        for field in fields where field.known == known { return field.value }
        return nil
    }
}
