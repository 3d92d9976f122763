import Foundation

/// Matching as apps write it by hand: parses with Foundation's URL and tries a list of patterns in order.
struct PatternScan {
    private struct Entry {
        let scheme: String
        let host: String
        let segments: [String]
        let hasTail: Bool
    }

    private let entries: [Entry]

    /// Splits the patterns into scheme, host and segments.
    init(_ patterns: [String]) {
        entries = patterns.compactMap { pattern in
            guard let end = pattern.range(of: "://") else { return nil }
            let parts = pattern[end.upperBound...].split(separator: "/").map { String($0) }
            let hasTail = parts.last == "*"
            return Entry(
                scheme: String(pattern[..<end.lowerBound]), host: parts[0],
                segments: Array(parts.dropFirst().dropLast(hasTail ? 1 : 0)), hasTail: hasTail)
        }
    }

    /// The index of the first pattern that matches; nil if none does.
    func firstMatch(_ address: String) -> Int? {
        guard let url = URL(string: address), let scheme = url.scheme, let host = url.host else { return nil }
        let segments = url.path.split(separator: "/").map { String($0) }
        return entries.firstIndex { entry in
            guard entry.scheme == scheme, entry.host == host else { return false }
            guard entry.hasTail ? segments.count > entry.segments.count : segments.count == entry.segments.count else {
                return false
            }
            return zip(entry.segments, segments).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
    }
}
