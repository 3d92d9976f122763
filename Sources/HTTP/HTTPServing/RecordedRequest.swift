package import HTTPWire

/// The record of a request: a copy of its head, and the ranges of the fields that logs use.
package struct RecordedRequest: Sendable {
    /// A field that logs use.
    package enum Field: CaseIterable, Sendable {
        case userAgent, referer, forwarded, xForwardedFor, requestID, traceparent

        /// The name in lower case.
        var name: StaticString {
            switch self {
            case .userAgent: "user-agent"
            case .referer: "referer"
            case .forwarded: "forwarded"
            case .xForwardedFor: "x-forwarded-for"
            case .requestID: "x-request-id"
            case .traceparent: "traceparent"
            }
        }
    }

    /// The peer's address.
    package let peer: PeerAddress
    /// Whether its version is HTTP/1.0.
    package let isVersion10: Bool
    /// When the turn in which it was read began, in microseconds of the monotonic clock.
    let startedAt: Int64
    private let bytes: [UInt8]
    private let methodRange: Range<Int>
    private let pathRange: Range<Int>
    private let targetRange: Range<Int>
    private let fields: [(field: Field, value: Range<Int>)]

    /// Copies a head that was parsed.
    init(_ view: borrowing RequestView, at startedAt: Int64) {
        let head = view.head
        let start = head.method.lowerBound
        let moved = { (range: Range<Int>) in (range.lowerBound - start)..<(range.upperBound - start) }
        var fields: [(field: Field, value: Range<Int>)] = []
        for field in head.fields {
            for wanted in Field.allCases where field.name.count == wanted.name.utf8CodeUnitCount {
                if view.matchesFolding(field.name, wanted.name) { fields.append((wanted, moved(field.value))) }
            }
        }
        self.fields = fields
        self.startedAt = startedAt
        peer = view.peerAddress
        isVersion10 = head.isVersion10
        bytes = view.bytes(start..<head.end)
        methodRange = moved(head.method)
        pathRange = moved(head.path)
        targetRange = moved(head.path.lowerBound..<(head.hasQuery ? head.query.upperBound : head.path.upperBound))
    }

    /// Copies the first line of bytes that are not a complete request, up to `recordedLineBytesMax`.
    init(received: some Sequence<UInt8>, from peer: PeerAddress, at startedAt: Int64) {
        bytes = received.prefix(ServingLimits.recordedLineBytesMax).prefix { $0 != 0x0A && $0 != 0x0D }
        self.peer = peer
        self.startedAt = startedAt
        isVersion10 = false
        (methodRange, pathRange, targetRange, fields) = (0..<0, 0..<0, 0..<0, [])
    }

    /// The method; empty if the request was not parsed.
    package var method: ArraySlice<UInt8> { bytes[methodRange] }

    /// The path of the target.
    package var path: ArraySlice<UInt8> { bytes[pathRange] }

    /// Path and query as they were sent.
    package var target: ArraySlice<UInt8> { bytes[targetRange] }

    /// The first line of a request that was not parsed; may be empty.
    package var received: ArraySlice<UInt8> { methodRange.isEmpty ? bytes[...] : [] }

    /// The value of each line of a field.
    package func values(_ field: Field) -> [ArraySlice<UInt8>] {
        fields.filter { $0.field == field }.map { bytes[$0.value] }
    }

    /// The value of a field that occurs once; nil otherwise.
    package func value(_ field: Field) -> ArraySlice<UInt8>? {
        let values = values(field)
        return values.count == 1 ? values[0] : nil
    }
}
