/// The head of a request as ranges into the region it was read from.
package struct RequestHead: Sendable {
    /// One field: name and value without the blanks around it.
    package struct Field: Sendable, Hashable {
        @usableFromInline let nameStart: UInt32
        @usableFromInline let nameEnd: UInt32
        @usableFromInline let valueStart: UInt32
        @usableFromInline let valueEnd: UInt32
        /// Which one it is, if this server acts on it.
        package let known: KnownField

        /// What a place holds that no field has taken yet.
        static let none = Field(known: .other, nameStart: 0, nameEnd: 0, valueStart: 0, valueEnd: 0)

        @inline(__always)
        init(known: KnownField, nameStart: Int, nameEnd: Int, valueStart: Int, valueEnd: Int) {
            self.known = known
            self.nameStart = UInt32(truncatingIfNeeded: nameStart)
            self.nameEnd = UInt32(truncatingIfNeeded: nameEnd)
            self.valueStart = UInt32(truncatingIfNeeded: valueStart)
            self.valueEnd = UInt32(truncatingIfNeeded: valueEnd)
        }

        /// Whether it is this one.
        @inlinable package func isKnown(_ field: KnownField) -> Bool { known.rawValue == field.rawValue }

        /// The name.
        @inlinable package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        /// The value.
        @inlinable package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// The fields of a head, in places that are made once and used for each head again.
    package struct Fields: Sendable, RandomAccessCollection {
        @usableFromInline var places: [Field] = []
        /// How many of the places are taken.
        package internal(set) var endIndex = 0
        // By field, where it stands first, counted from 1; 0 where it does not.
        var firsts = SIMD32<UInt8>.zero
        // By field, as bits, whether it stands more than once.
        var repeated: UInt32 = 0

        /// The first index.
        @inlinable package var startIndex: Int { 0 }

        /// The field at an index from 0.
        @inlinable @inline(__always)
        package subscript(index: Int) -> Field {
            precondition(index < endIndex, "a field that is not there")
            return places[index]
        }

        func has(_ known: KnownField, where isWanted: (Range<Int>) -> Bool) -> Bool {
            let first = Int(firsts[Int(known.rawValue)])
            guard first > 0 else { return false }
            for index in (first &- 1)..<endIndex where places[index].isKnown(known) {
                if isWanted(places[index].value) { return true }
            }
            return false
        }

        @inline(__always)
        func isRepeated(_ known: KnownField) -> Bool { repeated & (1 &<< UInt32(known.rawValue)) != 0 }

        @inline(__always)
        func first(_ known: KnownField) -> Range<Int>? {
            let first = Int(firsts[Int(known.rawValue)])
            return first > 0 ? places[first &- 1].value : nil
        }
    }

    /// How the body is delimited (RFC 9112 section 6.3).
    package enum Framing: Sendable, Hashable {
        /// There is none.
        case none
        /// So many bytes.
        case length(Int)
        /// Chunks.
        case chunked

        /// Whether there is no body.
        @inlinable package var isNone: Bool { if case .none = self { true } else { false } }
    }

    /// The method.
    package internal(set) var method: Range<Int> = 0..<0
    /// The path of the target; `*` for the asterisk form.
    package internal(set) var path: Range<Int> = 0..<0
    /// The query without its question mark; empty where there is none.
    package internal(set) var query: Range<Int> = 0..<0
    /// Whether a question mark stands in the target.
    package internal(set) var hasQuery = false
    /// Whether the method is GET.
    package internal(set) var isGet = false
    /// Whether the method is HEAD, so that the answer has no body.
    package internal(set) var isHead = false
    /// HTTP/1.0 rather than 1.1.
    package internal(set) var isVersion10 = false
    /// The fields in order.
    package internal(set) var fields = Fields()
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
    package func first(_ known: KnownField) -> Range<Int>? { fields.first(known) }
}
