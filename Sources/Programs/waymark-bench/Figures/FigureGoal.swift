/// A required figure and the measured one.
struct FigureGoal: Sendable {
    /// What is required.
    let title: String
    /// The measured figure; nil if this run did not measure it.
    let value: Double?
    /// The limit.
    let bound: Double
    /// Whether less is better.
    let isAtMost: Bool
    /// The unit of both.
    let unit: FigureUnit

    /// At most `bound`.
    static func atMost(_ bound: Double, _ unit: FigureUnit, _ title: String, _ value: Double?) -> FigureGoal {
        FigureGoal(title: title, value: value, bound: bound, isAtMost: true, unit: unit)
    }

    /// At least `bound`.
    static func atLeast(_ bound: Double, _ unit: FigureUnit, _ title: String, _ value: Double?) -> FigureGoal {
        FigureGoal(title: title, value: value, bound: bound, isAtMost: false, unit: unit)
    }

    /// Whether the goal was met; nil if it was not measured.
    var isMet: Bool? { value.map { isAtMost ? $0 <= bound : $0 >= bound } }

    /// `met`, `missed by 12 %` or `not measured`.
    var verdict: String {
        guard let value, let isMet else { return "not measured" }
        guard !isMet else { return "met" }
        let part = isAtMost ? value / bound - 1 : 1 - value / bound
        return "missed by \(FigureText.number(part * 100)) %"
    }
}

/// The ratio of two rows of one run.
struct FigureRatio: Sendable {
    /// The title of the ratio.
    let title: String
    /// The ratios by size.
    let values: [Int: Double]

    /// Divides the medians of one row by those of another, at each size that has both.
    init(_ title: String, _ table: FigureTable, _ dividend: String, per divisor: String) {
        self.title = title
        var values: [Int: Double] = [:]
        for size in table.sizes {
            guard let above = table.median(dividend, size), let below = table.median(divisor, size), below > 0 else {
                continue
            }
            values[size] = above / below
        }
        self.values = values
    }
}
