/// A header field that the server uses, as a number, so that a look-up compares no text.
public enum KnownField: UInt8, Sendable, CaseIterable {
    case other
    // The five fields that HTTPWire itself uses are first; see `isWire`.
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
    case cookie

    /// The name in lower case.
    package var name: String {
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
        case .cookie: "cookie"
        }
    }

    /// Whether it is about host, body or connection, which HTTPWire itself uses.
    @inline(__always)
    var isWire: Bool { rawValue &- 1 < 5 }

    /// The field of a name that consists of letters and hyphens, or `other`; compares only names of the same length.
    @inline(__always)
    static func named(_ name: FieldName) -> KnownField {
        // The lengths of the names above; a test compares this table with them.
        switch name.count {
        case 4: return name.isText("host") ? .host : .other
        case 6:
            if name.isText("cookie") { return .cookie }
            return name.isText("expect") ? .expect : name.isText("origin") ? .origin : .other
        case 8: return name.isText("if-match") ? .ifMatch : .other
        case 9: return name.isText("forwarded") ? .forwarded : .other
        case 10: return name.isText("connection") ? .connection : .other
        case 12: return name.isText("content-type") ? .contentType : .other
        case 13:
            if name.isText("if-none-match") { return .ifNoneMatch }
            return name.isText("authorization")
                ? .authorization : name.isText("last-event-id") ? .lastEventID : .other
        case 14: return name.isText("content-length") ? .contentLength : .other
        case 15:
            if name.isText("accept-encoding") { return .acceptEncoding }
            return name.isText("x-forwarded-for")
                ? .xForwardedFor : name.isText("idempotency-key") ? .idempotencyKey : .other
        default: return .other
        }
    }

    /// The same for a name longer than sixteen bytes.
    static func longNamed(_ region: WireBytes, _ name: Range<Int>) -> KnownField {
        if region.matchesFolding(name, "transfer-encoding") { return .transferEncoding }
        return region.matchesFolding(name, "access-control-request-method") ? .accessControlRequestMethod : .other
    }
}
