import CanonicalJSON
import Testing

/// The machine-readable output of a quick run of a bench.
struct BenchFigures {
    /// A required row: its unit, and a range that contains the figures of every machine.
    typealias Expected = (title: String, unit: String, plausible: ClosedRange<Double>)

    let root: JSONValue

    init(of command: String) throws {
        let run = try Program.run("waymark-bench", [command, "--quick", "--json"])
        try #require(run.status == 0, "\(run.errors)")
        root = try JSONValue(parsing: Array(run.output.utf8))
    }

    /// One of the lists: rows, ratios or goals.
    func list(_ part: String) -> [JSONValue] { root[part]?.arrayValue ?? [] }

    /// Checks one row: its unit, how many rounds it has, and its median.
    func check(_ expected: Expected, _ size: Int64, rounds: Int) throws {
        let title = expected.title
        let row = try #require(
            list("rows").first { $0["title"]?.stringValue == title && $0["size"]?.integerValue == size },
            "\(title) at \(size) is missing")
        #expect(row["unit"]?.stringValue == expected.unit)
        #expect(row["rounds"]?.arrayValue?.count == rounds, "\(title)")
        let median = try #require(row["median"].flatMap(Self.number))
        #expect(expected.plausible.contains(median), "\(title) at \(size): \(median)")
    }

    /// An integer or a fraction as `Double`; nil for other values.
    static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
