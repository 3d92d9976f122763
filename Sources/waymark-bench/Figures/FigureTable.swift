/// All figures of a run: things in rows, sizes in columns.
struct FigureTable: Sendable {
    /// One thing at all sizes.
    struct Row: Sendable {
        /// What it is called.
        let title: String
        /// What its figures count.
        let unit: FigureUnit
        /// The rounds at each size.
        var samples: [Int: Sample] = [:]
    }

    /// In the order in which they were first measured.
    private(set) var rows: [Row] = []

    /// Adds what one round gave.
    mutating func add(_ value: Double, to name: Measure.Name, _ unit: FigureUnit) {
        let index = rows.firstIndex { $0.title == name.title } ?? rows.count
        if index == rows.count { rows.append(Row(title: name.title, unit: unit)) }
        rows[index].samples[name.size, default: Sample()].add(value)
    }

    /// Measures everything once a round, round after round, so that a disturbance meets all of it alike.
    ///
    /// A first round outside the count warms caches and makes what is made once.
    mutating func measure(_ measures: [Measure], rounds: Int, progress: (String) -> Void) throws {
        for measure in measures { _ = try measure.run() }
        for round in 1...max(1, rounds) {
            progress("round \(round) of \(rounds)")
            for measure in measures { add(try measure.run(), to: measure.name, measure.unit) }
        }
    }

    /// The median of a thing at a size; nil where it was not measured.
    func median(_ title: String, _ size: Int) -> Double? {
        rows.first { $0.title == title }?.samples[size]?.median
    }

    /// What a thing at a size gave last.
    func last(_ title: String, _ size: Int) -> Double? { rows.first { $0.title == title }?.samples[size]?.values.last }

    /// All sizes that were measured, from small to large.
    var sizes: [Int] { Set(rows.flatMap(\.samples.keys)).sorted() }
}
