/// A header field that this server acts on, known by number so that looking one up compares no text.
package enum KnownField: UInt8, Sendable, CaseIterable {
    case other
    case host
    case contentLength
    case transferEncoding
    case connection
    case expect
    case ifNoneMatch
    case ifMatch
    case acceptEncoding
    case authorization
    case origin
    case contentType
    case forwarded
    case xForwardedFor
    case idempotencyKey
    case accessControlRequestMethod
    case lastEventID

    /// The name in lower case.
    package var name: String { "\(staticName)" }

    var staticName: StaticString {
        switch self {
        case .other: ""
        case .host: "host"
        case .contentLength: "content-length"
        case .transferEncoding: "transfer-encoding"
        case .connection: "connection"
        case .expect: "expect"
        case .ifNoneMatch: "if-none-match"
        case .ifMatch: "if-match"
        case .acceptEncoding: "accept-encoding"
        case .authorization: "authorization"
        case .origin: "origin"
        case .contentType: "content-type"
        case .forwarded: "forwarded"
        case .xForwardedFor: "x-forwarded-for"
        case .idempotencyKey: "idempotency-key"
        case .accessControlRequestMethod: "access-control-request-method"
        case .lastEventID: "last-event-id"
        }
    }

    /// The field whose name stands in a range of the region: by its length, then its first letter, then wholly.
    static func named(_ region: WireBytes, _ range: Range<Int>) -> KnownField {
        let candidate = candidate(length: range.count, first: region[range.lowerBound] | 0x20)
        guard candidate != .other else { return .other }
        return region.matchesFolding(range, candidate.staticName) ? candidate : .other
    }

    // The lengths and first letters of the names above; a test holds this table to them.
    @inline(__always)
    private static func candidate(length: Int, first: UInt8) -> KnownField {
        switch (length, first) {
        case (4, 0x68): .host
        case (6, 0x65): .expect
        case (6, 0x6F): .origin
        case (8, 0x69): .ifMatch
        case (9, 0x66): .forwarded
        case (10, 0x63): .connection
        case (12, 0x63): .contentType
        case (13, 0x69): .ifNoneMatch
        case (13, 0x61): .authorization
        case (13, 0x6C): .lastEventID
        case (14, 0x63): .contentLength
        case (15, 0x61): .acceptEncoding
        case (15, 0x78): .xForwardedFor
        case (15, 0x69): .idempotencyKey
        case (17, 0x74): .transferEncoding
        case (29, 0x61): .accessControlRequestMethod
        default: .other
        }
    }
}
