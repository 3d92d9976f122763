/// A figure that the design asks for, and what was measured.
struct FigureGoal: Sendable {
    /// What is wanted.
    let title: String
    /// What was measured; nil where this run did not.
    let value: Double?
    /// The limit.
    let bound: Double
    /// Whether less is better.
    let isAtMost: Bool
    /// What both count.
    let unit: FigureUnit

    /// At most `bound`.
    static func atMost(_ bound: Double, _ unit: FigureUnit, _ title: String, _ value: Double?) -> FigureGoal {
        FigureGoal(title: title, value: value, bound: bound, isAtMost: true, unit: unit)
    }

    /// At least `bound`.
    static func atLeast(_ bound: Double, _ unit: FigureUnit, _ title: String, _ value: Double?) -> FigureGoal {
        FigureGoal(title: title, value: value, bound: bound, isAtMost: false, unit: unit)
    }

    /// Whether it was reached; nil where it was not measured.
    var isMet: Bool? { value.map { isAtMost ? $0 <= bound : $0 >= bound } }

    /// `met`, `missed by 12 %` or `not measured`.
    var verdict: String {
        guard let value, let isMet else { return "not measured" }
        guard !isMet else { return "met" }
        let part = isAtMost ? value / bound - 1 : 1 - value / bound
        return "missed by \(FigureText.number(part * 100)) %"
    }
}
