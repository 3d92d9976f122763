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
        }
    }

    /// Fields by the length of their name: at most three have the same.
    static let byLength: [[(field: KnownField, name: [UInt8])]] = {
        let longest = allCases.map(\.name.utf8.count).max() ?? 0
        var table = [[(field: KnownField, name: [UInt8])]](repeating: [], count: longest + 1)
        for field in allCases where field != .other {
            let name = Array(field.name.utf8)
            table[name.count].append((field, name))
        }
        return table
    }()

    /// The field whose name stands in a range of the buffer.
    static func named(_ buffer: [UInt8], _ range: Range<Int>) -> KnownField {
        guard range.count < byLength.count else { return .other }
        candidates: for candidate in byLength[range.count] {
            var index = range.lowerBound
            for letter in candidate.name {
                // Names are tokens: setting bit 5 folds letters and turns no other token character into one.
                guard buffer[index] | 0x20 == letter else { continue candidates }
                index += 1
            }
            return candidate.field
        }
        return .other
    }
}
