/// Figures as text.
enum FigureText {
    /// A number with three significant digits, or all digits of its whole part.
    static func number(_ value: Double) -> String {
        let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        let whole = grouped(scaled / scale)
        guard digits > 0 else { return sign + whole }
        let rest = String(scaled % scale)
        return "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }

    /// A whole number with commas between thousands.
    static func grouped(_ value: Int) -> String {
        var digits = Array(String(value))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }

    /// A median with its spread; a single value is shown without spread.
    static func cell(_ sample: Sample?) -> String {
        guard let sample else { return "" }
        guard sample.values.count > 1 else { return number(sample.median) }
        return "\(number(sample.median)) ±\(Int((sample.spread * 100).rounded()))%"
    }

    /// A table with one row for each operation and one column for each size.
    static func table(_ table: FigureTable, columns: String) -> String {
        let sizes = table.sizes
        let head = ["median ± half the interquartile range, by number of \(columns)", "unit"] + sizes.map(grouped)
        return aligned(
            [head]
                + table.rows.map { row in [row.title, row.unit.rawValue] + sizes.map { cell(row.samples[$0]) } })
    }

    /// A table with one row for each ratio and one column for each size.
    static func ratios(_ ratios: [FigureRatio]) -> String {
        let sizes = Set(ratios.flatMap(\.values.keys)).sorted()
        return aligned(
            [["in the same run"] + sizes.map(grouped)]
                + ratios.map { ratio in
                    [ratio.title] + sizes.map { ratio.values[$0].map { "\(number($0)) ×" } ?? "" }
                })
    }

    /// The cells of a goal.
    static func cells(_ goal: FigureGoal) -> [String] {
        [
            goal.title, goal.value.map { "\(number($0)) \(goal.unit.rawValue)" } ?? "",
            "\(goal.isAtMost ? "≤" : "≥") \(number(goal.bound)) \(goal.unit.rawValue)", goal.verdict,
        ]
    }

    /// Aligns columns, with a line below the first row: the first column to the left, the others to the right.
    static func aligned(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        var lines = rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }
        lines.insert(String(repeating: "-", count: widths.reduce(2 * (columns - 1), +)), at: min(1, lines.count))
        return lines.joined(separator: "\n")
    }
}

/// The unit of a figure.
enum FigureUnit: String, Sendable {
    case nanoseconds = "ns"
    case milliseconds = "ms"
    case bytes = "B"
    case megabytes = "MB"
    case perSecond = "/s"
    case times = "×"
}
