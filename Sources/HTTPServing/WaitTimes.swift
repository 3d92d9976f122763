/// How long something waited, counted between bounds.
package struct WaitTimes: Sendable, Hashable {
    /// The bounds in nanoseconds, rising.
    package static let bounds: [Int64] = [
        100_000, 1_000_000, 5_000_000, 25_000_000, 100_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
    ]

    /// How many waited at most each bound and longer than the one before; the last are those above all.
    package private(set) var counts = Array(repeating: 0, count: WaitTimes.bounds.count + 1)
    /// The sum of all waits, in nanoseconds.
    package private(set) var nanoseconds: Int64 = 0

    /// Nothing waited yet.
    package init() {}

    /// Notes one wait.
    mutating func note(_ wait: Int64) {
        counts[Self.bounds.firstIndex { wait <= $0 } ?? Self.bounds.count] += 1
        nanoseconds += wait
    }
}
