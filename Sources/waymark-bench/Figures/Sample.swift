/// What one thing cost in each round.
struct Sample: Sendable {
    /// A value of each round, in the order of the rounds.
    private(set) var values: [Double]

    init(_ values: [Double] = []) { self.values = values }

    /// Adds a round.
    mutating func add(_ value: Double) { values.append(value) }

    /// The middle value; of an even number of rounds the mean of the two middle ones; 0 without rounds.
    var median: Double { quantile(0.5) }

    /// Half of the way from the first to the third quartile, as a part of the median.
    var spread: Double { median == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / 2 / median }

    /// The least and the greatest value.
    var range: ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }

    private func quantile(_ part: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
