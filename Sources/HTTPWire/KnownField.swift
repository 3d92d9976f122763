/// A header field that this server acts on, known by number so that looking one up compares no text.
package enum KnownField: UInt8, Sendable, CaseIterable {
    case other
    // The five on which the wire acts stand together: see `isWire`.
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
        }
    }

    /// Whether it says something about host, body or connection, on which the wire itself acts.
    @inline(__always)
    var isWire: Bool { rawValue &- 1 < 5 }

    /// The field whose name stands at an index, or `other`: the few names of that length are compared.
    static func named(_ region: WireBytes, _ start: Int, _ length: Int) -> KnownField {
        // The lengths of the names above; a test holds this table to them.
        switch length {
        case 4: return region.hasFolding("host", at: start) ? .host : .other
        case 6:
            return region.hasFolding("expect", at: start)
                ? .expect : region.hasFolding("origin", at: start) ? .origin : .other
        case 8: return region.hasFolding("if-match", at: start) ? .ifMatch : .other
        case 9: return region.hasFolding("forwarded", at: start) ? .forwarded : .other
        case 10: return region.hasFolding("connection", at: start) ? .connection : .other
        case 12: return region.hasFolding("content-type", at: start) ? .contentType : .other
        case 13:
            if region.hasFolding("if-none-match", at: start) { return .ifNoneMatch }
            return region.hasFolding("authorization", at: start)
                ? .authorization : region.hasFolding("last-event-id", at: start) ? .lastEventID : .other
        case 14: return region.hasFolding("content-length", at: start) ? .contentLength : .other
        case 15:
            if region.hasFolding("accept-encoding", at: start) { return .acceptEncoding }
            return region.hasFolding("x-forwarded-for", at: start)
                ? .xForwardedFor : region.hasFolding("idempotency-key", at: start) ? .idempotencyKey : .other
        case 17: return region.hasFolding("transfer-encoding", at: start) ? .transferEncoding : .other
        case 29:
            return region.hasFolding("access-control-request-method", at: start) ? .accessControlRequestMethod : .other
        default: return .other
        }
    }
}
