import TestSupport
import Testing

/// How a case's bytes are sent; the answers must not depend on it.
package enum Delivery: Sendable, CustomTestStringConvertible {
    /// Each write in one piece.
    case whole
    /// One byte at a time.
    case byteByByte
    /// In pieces of random lengths, the same for the same seed.
    case split(seed: UInt64)
    /// After other requests in one segment.
    case behindOthers

    /// Number of requests before those of the case.
    package var othersCount: Int {
        guard case .behindOthers = self else { return 0 }
        return 3
    }

    /// A description for the test's output.
    package var testDescription: String {
        switch self {
        case .whole: "whole"
        case .byteByByte: "byte by byte"
        case .split(let seed): "in random pieces, seed \(seed)"
        case .behindOthers: "after other requests"
        }
    }

    /// Whether sending takes so long that a case about time cannot be run.
    package var isSlow: Bool {
        switch self {
        case .whole: false
        case .byteByByte, .split, .behindOthers: true
        }
    }

    /// Divides bytes into pieces, at places that depend on the case's name.
    package func pieces(of bytes: [UInt8], name: String) -> [ArraySlice<UInt8>] {
        switch self {
        case .whole, .behindOthers: return [bytes[...]]
        case .byteByByte: return bytes.indices.map { bytes[$0...$0] }
        case .split(let seed):
            var generator = SeededGenerator(seed: name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...40, using: &generator))
                pieces.append(bytes[start..<end])
                start = end
            }
            return pieces
        }
    }
}
