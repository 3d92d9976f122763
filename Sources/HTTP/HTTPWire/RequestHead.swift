/// The head of a request as ranges into the region it was read from; a loop uses its storage again for each request.
public struct RequestHead: Sendable {
    /// One field: its name and its value without the white space around it.
    public struct Field: Sendable, Hashable {
        @usableFromInline let nameStart: UInt32
        @usableFromInline let nameEnd: UInt32
        @usableFromInline let valueStart: UInt32
        @usableFromInline let valueEnd: UInt32
        /// Which field it is, if the server uses it.
        public let known: KnownField

        /// The value of an unused place.
        static let none = Field(known: .other, nameStart: 0, nameEnd: 0, valueStart: 0, valueEnd: 0)

        @inline(__always)
        init(known: KnownField, nameStart: Int, nameEnd: Int, valueStart: Int, valueEnd: Int) {
            self.known = known
            self.nameStart = UInt32(truncatingIfNeeded: nameStart)
            self.nameEnd = UInt32(truncatingIfNeeded: nameEnd)
            self.valueStart = UInt32(truncatingIfNeeded: valueStart)
            self.valueEnd = UInt32(truncatingIfNeeded: valueEnd)
        }

        /// Whether it is a certain field.
        @inlinable public func isKnown(_ field: KnownField) -> Bool { known.rawValue == field.rawValue }

        /// The name.
        @inlinable public var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        /// The value.
        @inlinable public var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// The fields of a head, in storage that is allocated once and used again for each head.
    public struct Fields: Sendable, RandomAccessCollection {
        @usableFromInline var places: [Field] = []
        /// Number of fields.
        public internal(set) var endIndex = 0
        // For each known field the index of its first line, counted from 1; 0 if it is missing.
        @usableFromInline var firsts = SIMD32<UInt8>.zero
        // One bit for each known field: whether it has more than one line.
        @usableFromInline var repeated: UInt32 = 0

        /// The first index.
        @inlinable public var startIndex: Int { 0 }

        /// The field at an index from 0.
        @inlinable @inline(__always)
        public subscript(index: Int) -> Field {
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

        @inlinable
        @inline(__always)
        func isRepeated(_ known: KnownField) -> Bool { repeated & (1 &<< UInt32(known.rawValue)) != 0 }

        @inlinable
        @inline(__always)
        func first(_ known: KnownField) -> Range<Int>? {
            let first = Int(firsts[Int(known.rawValue)])
            return first > 0 ? places[first &- 1].value : nil
        }
    }

    /// How the body is delimited (RFC 9112 section 6.3).
    public enum Framing: Sendable, Hashable {
        /// There is no body.
        case none
        /// By its length in bytes.
        case length(Int)
        /// By the chunked transfer coding.
        case chunked

        /// Whether there is no body.
        @inlinable public var isNone: Bool { if case .none = self { true } else { false } }
    }

    /// The method.
    package internal(set) var method: Range<Int> = 0..<0
    /// Host and port of a target in absolute form; empty for the other forms.
    var authority: Range<Int> = 0..<0
    /// The path of the target; `*` for the asterisk form.
    package internal(set) var path: Range<Int> = 0..<0
    /// The query without its question mark; empty if there is none.
    package internal(set) var query: Range<Int> = 0..<0
    /// Whether the target contains a question mark.
    package internal(set) var hasQuery = false
    /// Whether the method is GET.
    package internal(set) var isGet = false
    /// Whether the method is HEAD, so that the answer has no body.
    package internal(set) var isHead = false
    /// Whether the version is HTTP/1.0.
    package internal(set) var isVersion10 = false
    /// The fields in order.
    public internal(set) var fields = Fields()
    /// How the body is delimited.
    package internal(set) var framing = Framing.none
    /// Whether the client lets the connection stay open.
    package internal(set) var keepsAlive = true
    /// Whether the client waits for `100 Continue`.
    package internal(set) var expectsContinue = false
    /// The end of the head in the region.
    package internal(set) var end = 0

    /// The value of the first line of a field.
    package func first(_ known: KnownField) -> Range<Int>? { fields.first(known) }

    /// The host that the request is for, with its port if it has one; nil for HTTP/1.0 without a `Host` field.
    ///
    /// RFC 9112 section 3.2.2: the `Host` field of a target in absolute form is ignored.
    package var host: Range<Int>? { authority.isEmpty ? fields.first(.host) : authority }
}
