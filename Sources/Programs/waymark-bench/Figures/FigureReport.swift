import CanonicalJSON
import SystemIO

/// The result of one run of one bench.
struct FigureReport: Sendable {
    /// What was measured.
    let title: String
    /// Machine and parameters, each with a name.
    var facts: [(name: String, text: String)] = []
    /// The figures; `columns` is what the sizes count.
    var tables: [(columns: String, table: FigureTable)] = []
    /// Ratios of rows.
    var ratios: [FigureRatio] = []
    /// Required figures.
    var goals: [FigureGoal] = []

    /// The report as text.
    var text: String {
        var parts = [title + "\n" + facts.map { "  \($0.name): \($0.text)" }.joined(separator: "\n")]
        parts += tables.map { FigureText.table($0.table, columns: $0.columns) }
        if !ratios.isEmpty { parts.append(FigureText.ratios(ratios)) }
        if !goals.isEmpty {
            parts.append(
                FigureText.aligned([["goal", "measured", "bound", "verdict"]] + goals.map(FigureText.cells)))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Prints the report to the standard output, as text or as JSON.
    func print(asJSON: Bool) throws {
        try Files.writeAll(1, asJSON ? json.canonicalBytes + [0x0A] : Array(text.utf8))
    }

    /// The report as JSON.
    var json: JSONValue {
        [
            "title": .string(title),
            "facts": .object(Dictionary(facts.map { ($0.name, JSONValue.string($0.text)) }) { $1 }),
            "rows": .array(tables.flatMap { $0.table.rows.flatMap(Self.json) }),
            "ratios": .array(
                ratios.map { ratio in
                    [
                        "title": .string(ratio.title),
                        "values": .object(
                            Dictionary(
                                uniqueKeysWithValues: ratio.values.map { (String($0), JSONValue.number($1).exact) })),
                    ]
                }),
            "goals": .array(goals.map(Self.json)),
        ]
    }

    private static func json(_ row: FigureTable.Row) -> [JSONValue] {
        row.samples.sorted { $0.key < $1.key }.map { size, sample in
            [
                "title": .string(row.title), "unit": .string(row.unit.rawValue), "size": .integer(Int64(size)),
                "median": JSONValue.number(sample.median).exact, "spread": JSONValue.number(sample.spread).exact,
                "rounds": .array(sample.values.map { JSONValue.number($0).exact }),
            ]
        }
    }

    private static func json(_ goal: FigureGoal) -> JSONValue {
        [
            "title": .string(goal.title), "unit": .string(goal.unit.rawValue),
            "bound": JSONValue.number(goal.bound).exact, "atMost": .bool(goal.isAtMost),
            "measured": goal.value.map { JSONValue.number($0).exact } ?? .null,
            "met": goal.isMet.map { JSONValue.bool($0) } ?? .null,
        ]
    }
}

extension JSONValue {
    /// A whole number as an integer, as canonical JSON writes it.
    fileprivate var exact: JSONValue {
        guard case .number(let number) = self else { return self }
        return Int64(exactly: number).map { .integer($0) } ?? self
    }
}
