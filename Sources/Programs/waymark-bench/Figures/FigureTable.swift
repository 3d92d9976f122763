/// All figures of a run: one row for each measured operation, one column for each size.
struct FigureTable: Sendable {
    /// One operation at all sizes.
    struct Row: Sendable {
        /// The title of the row.
        let title: String
        /// The unit of its figures.
        let unit: FigureUnit
        /// The rounds at each size.
        var samples: [Int: Sample] = [:]
    }

    /// The rows, in the order in which they were first measured.
    private(set) var rows: [Row] = []

    /// Adds the figure of one round.
    mutating func add(_ value: Double, to name: Measure.Name, _ unit: FigureUnit) {
        let index = rows.firstIndex { $0.title == name.title } ?? rows.count
        if index == rows.count { rows.append(Row(title: name.title, unit: unit)) }
        rows[index].samples[name.size, default: Sample()].add(value)
    }

    /// Measures every row once per round, so that a disturbance of the machine affects all rows alike.
    ///
    /// One round before the first is not counted: it fills caches and does work that is done only once.
    mutating func measure(_ measures: [Measure], rounds: Int, progress: (String) -> Void) throws {
        for measure in measures { _ = try measure.run() }
        for round in 1...max(1, rounds) {
            progress("round \(round) of \(rounds)")
            for measure in measures { add(try measure.run(), to: measure.name, measure.unit) }
        }
    }

    /// The median of a row at a size; nil if it was not measured.
    func median(_ title: String, _ size: Int) -> Double? {
        rows.first { $0.title == title }?.samples[size]?.median
    }

    /// All sizes that were measured, from small to large.
    var sizes: [Int] { Set(rows.flatMap(\.samples.keys)).sorted() }
}

/// One operation that is measured at one size, once per round.
struct Measure {
    /// The row and the column of a measure.
    struct Name: Hashable, Sendable {
        /// The title of the row.
        var title: String
        /// The number of rules.
        var size: Int
    }

    /// The row and the column.
    let name: Name
    /// The unit of its figures.
    let unit: FigureUnit
    /// Measures once; returns the figure.
    let run: () throws -> Double

    init(_ title: String, _ size: Int, _ unit: FigureUnit, run: @escaping () throws -> Double) {
        name = Name(title: title, size: size)
        self.unit = unit
        self.run = run
    }
}

/// The figures of one operation, one for each round.
struct Sample: Sendable {
    /// The figures in the order of the rounds.
    private(set) var values: [Double]

    init(_ values: [Double] = []) { self.values = values }

    /// Adds the figure of a round.
    mutating func add(_ value: Double) { values.append(value) }

    /// The median; the mean of the two middle values if their number is even; 0 without values.
    var median: Double { quantile(0.5) }

    /// Half of the interquartile range, as a fraction of the median; 0 if the median is 0.
    var spread: Double { median == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / 2 / median }

    /// The smallest and the largest value.
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
