/// Counts of values between bounds, and their sum.
package struct Histogram: Sendable, Hashable {
    /// The bounds, rising.
    package let bounds: [Double]
    /// Counts of values up to each bound and above the one before; the last one is for values above all bounds.
    package private(set) var counts: [Int]
    /// The sum of all values.
    package private(set) var sum = 0.0

    /// Makes a histogram without values.
    package init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// How many values were counted.
    package var count: Int { counts.reduce(0, +) }

    /// Counts a value a number of times.
    package mutating func add(_ value: Double, times: Int = 1) {
        counts[Self.place(of: value, in: bounds)] += times
        sum += value * Double(times)
    }

    /// Counts a time in seconds, in a histogram whose bounds are seconds.
    package mutating func add(_ time: Duration) {
        add(Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
    }

    /// Adds counts that were made elsewhere between the same bounds.
    package mutating func add(_ others: [Int], sum more: Double) {
        precondition(others.count == counts.count, "the bounds differ")
        for index in counts.indices { counts[index] += others[index] }
        sum += more
    }

    /// The index of the count for a value.
    package static func place(of value: Double, in bounds: [Double]) -> Int {
        bounds.firstIndex { value <= $0 } ?? bounds.count
    }
}

extension Histogram {
    /// Bounds for answers to requests, in seconds.
    package static let answerSeconds = [
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5,
    ]
    /// Bounds for commits of the store, in seconds.
    package static let commitSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
    /// Bounds for the time that a request waits for a worker, in seconds.
    package static let waitSeconds = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5]
    /// Bounds for checks and publishes, in seconds.
    package static let workSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    /// Bounds for bodies, in bytes.
    package static let bodyBytes = [256.0, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216]
}
