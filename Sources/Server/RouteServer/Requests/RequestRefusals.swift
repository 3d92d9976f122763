import AccessControl
import HTTPExchange
import HTTPServing
import HTTPWire

extension Problem {
    /// A refusal of the HTTP layer itself.
    init(_ refusal: RequestRefusal) {
        let (code, title) =
            switch refusal.status {
            case 408: ("timeout", "The request did not arrive in time")
            case 413: ("too-large", "The request is too large")
            case 414: ("target-too-long", "The address of the request is too long")
            case 417: ("expectation-failed", "The expectation is not supported")
            case 431: ("head-too-large", "The request head is too large")
            case 501: ("not-implemented", "The server does not support this")
            case 503: ("busy", "The server is overloaded")
            case 505: ("version-not-supported", "This version of HTTP is not supported")
            default: ("malformed-request", "The request is malformed")
            }
        let fields = refusal.status == 503 ? [HeaderField("Retry-After", "1")] : []
        self.init(refusal.status, code, title, detail: refusal.detail, fields: fields)
    }

    /// A refusal of an event stream; the client polls meanwhile.
    static func noStreamSlot(_ refusal: StreamSlots.Refusal) -> Problem {
        let seconds = ServerLimits.streamRetrySeconds
        return switch refusal {
        case .all:
            .unavailable(
                "busy", "there are as many event streams as the server may have (streamsMax); ask at intervals instead",
                retryAfter: seconds)
        case .address: .tooManyStreams(retryAfter: seconds)
        }
    }
}

extension PeerAddress {
    /// The address of a client as a proxy names it; none for a text that is no IP address.
    init(client text: String) {
        guard let bytes = NetworkAddress(text)?.bytes else {
            self = .none
            return
        }
        let number = { (part: ArraySlice<UInt8>) in part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self =
            bytes.count == 4
            ? PeerAddress(version4: UInt32(truncatingIfNeeded: number(bytes[...])))
            : PeerAddress(high: number(bytes[..<8]), low: number(bytes[8...]))
    }
}
