import HTTPExchange
import HTTPWire
import ServerMetrics
import StoreRecords

/// What of a release an answer contains.
enum ReleasePart: Sendable, Hashable {
    /// The body.
    case body
    /// A compiled index.
    case index(IndexRecord)

    /// What header fields and metrics say of a part.
    struct Facts {
        /// SHA-256 of the identity bytes, 64 hexadecimal digits.
        let digest: String
        /// Length without a coding, in bytes.
        let byteCount: Int
        /// Length in gzip, in bytes.
        let gzipByteCount: Int
        /// The media type.
        let mediaType: String
    }

    /// The media type of compiled indexes: Waymark's own format, described in `RouteIndex/IndexFormat.swift`.
    static let indexMediaType = "application/vnd.waymark.index"

    /// The facts of this part of a release.
    func facts(of release: ReleaseRecord) -> Facts {
        switch self {
        case .body:
            Facts(
                digest: release.digest, byteCount: release.bodyByteCount, gzipByteCount: release.gzipByteCount,
                mediaType: JSONText.mediaType)
        case .index(let index):
            Facts(
                digest: index.digest, byteCount: index.byteCount, gzipByteCount: index.gzipByteCount,
                mediaType: Self.indexMediaType)
        }
    }

    /// What the counters of a prepared answer count.
    func meaning(_ route: LoopRoute, _ facts: Facts) -> CounterBlock.Meaning {
        switch self {
        case .body: .body(route, identityBytes: facts.byteCount, gzipBytes: facts.gzipByteCount)
        case .index: .index(route, identityBytes: facts.byteCount, gzipBytes: facts.gzipByteCount)
        }
    }

    /// What an answer of a worker is counted as.
    var kind: ReleaseLabels.Kind { self == .body ? .body : .index }
}

extension ReleaseRecord {
    /// The memory that all its parts take in both codings, in bytes.
    var servedByteCount: Int {
        indexes.reduce(bodyByteCount + gzipByteCount) { $0 + $1.byteCount + $1.gzipByteCount }
    }
}
