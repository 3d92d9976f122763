/// How long commits took, their flush to the disk included, counted between bounds.
package struct CommitTimes: Sendable, Hashable {
    /// The bounds in seconds, rising: from a disk with a cache of its own to one that is about to fail.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

    /// How many took at most each bound and longer than the one before; the last are those above all.
    package private(set) var counts = Array(repeating: 0, count: CommitTimes.bounds.count + 1)
    /// The sum of all times, in seconds.
    package private(set) var seconds = 0.0

    /// Notes one commit.
    mutating func note(_ time: Duration) {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        self.seconds += seconds
    }
}
