import CanonicalJSON
import TestSupport
import Testing

@Suite("waymark-bench engine", .scheduled, .enabled(if: !Sanitizer.isOn))
struct EngineBenchTests {
    /// Every row that the goals of the design need: its unit, and a range that contains the figures of every machine.
    private static let expected: [BenchFigures.Expected] = [
        ("yardstick: FNV-1a over 1 MiB", "ms", 0.01...10_000),
        ("resolve a hit: text → answer", "ns", 50...50_000_000),
        ("resolve a hit with one capture: text → screen", "ns", 50...50_000_000),
        ("resolve a miss: text → unmatched", "ns", 50...50_000_000),
        ("match only, hits", "ns", 10...50_000_000),
        ("match only, misses", "ns", 10...50_000_000),
        ("parse the address", "ns", 10...50_000_000),
        ("compile a body to an index", "ms", 0.001...10_000),
        ("open an index file → first answer", "ms", 0.0001...10_000),
        ("open an index file in a new process → first answer", "ms", 0.0001...10_000),
        ("resolve a hit by RouteClient", "ns", 50...50_000_000),
        ("resolve a hit by RouteClient, looking into its folder", "ns", 20...50_000_000),
        ("launch, elapsed: RouteClient made → first answer", "ms", 0.001...10_000),
        ("launch, elapsed: RouteClient made → first answer by its release", "ms", 0.001...10_000),
        ("launch with the release on trial, elapsed: RouteClient made → first answer", "ms", 0.001...10_000),
        ("launch in a new process, elapsed: RouteClient made → first answer", "ms", 0.001...10_000),
        ("launch without an index, elapsed: RouteClient made → `notReady`", "ms", 0.001...10_000),
        ("launch: anonymous memory added by a client", "B", 1...10_000_000),
        ("memory added by opening an index and 2,000 look-ups", "MB", 0.001...100),
        ("index file, per rule", "B", 20...2_000),
        ("canonical JSON, per rule", "B", 80...600),
        ("index file / canonical JSON", "×", 0.1...10),
        ("read JSON", "ms", 0.0001...10_000),
        ("write canonical JSON", "ms", 0.0001...10_000),
        ("decode a body to values", "ms", 0.0001...10_000),
        ("decode a draft strictly", "ms", 0.0001...10_000),
        ("check with witnesses", "ms", 0.0001...60_000),
        ("freeze: order", "ms", 0.0001...10_000),
        ("freeze: SHA-256", "ms", 0.0001...10_000),
        ("freeze: gzip", "ms", 0.0001...10_000),
        ("freeze whole: order, JSON, SHA-256, gzip", "ms", 0.0001...10_000),
        ("peer: Foundation URL + scan of all patterns, hits", "ns", 50...500_000_000),
        ("peer: Foundation URL(string:)", "ns", 20...50_000_000),
        ("peer: JSONDecoder to structs", "ms", 0.0001...10_000),
        ("peer: JSONSerialization", "ms", 0.0001...10_000),
        ("peer: JSONEncoder", "ms", 0.0001...10_000),
        ("worst case: look-up", "ns", 50...500_000_000),
        ("worst case: look-up, per node of its bound", "ns", 0.5...50_000_000),
    ]

    @Test("A quick run measures every row at both sizes, and its figures are possible")
    func quick() throws {
        let figures = try BenchFigures(of: "engine")
        for row in Self.expected {
            let isCount = row.title.hasPrefix("index file") || row.title.hasPrefix("canonical JSON")
            for size in [10, 100] as [Int64] { try figures.check(row, size, rounds: isCount ? 1 : 2) }
        }
        #expect(figures.list("rows").count == 2 * Self.expected.count)
        #expect(figures.list("ratios").count == 6)
    }

    @Test("a goal without a figure is open, and the output names machine and seed")
    func goals() throws {
        let figures = try BenchFigures(of: "engine")
        #expect(figures.list("goals").count == 18)
        for goal in figures.list("goals") {
            #expect(goal["met"] == .null && goal["measured"] == .null, "\(goal)")
            #expect(goal["bound"].flatMap(BenchFigures.number) ?? 0 > 0)
        }
        let facts = figures.root["facts"]
        #expect(facts?["machine"]?.stringValue?.contains("Linux") == true)
        #expect(facts?["rules"]?.stringValue?.contains("seed 42") == true)
    }

    @Test("the text output is a table with each goal, and an unknown flag is refused")
    func text() throws {
        let run = try Program.run(
            "waymark-bench", ["engine", "--sizes", "10", "--rounds", "1", "--seed", "7", "--only", "match"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("seed 7"))
        #expect(run.output.contains("match only, misses") && !run.output.contains("JSONDecoder to structs"))
        #expect(run.output.contains("index file → first answer, 10,000"))
        #expect(run.output.contains("not measured"))
        let wrong = try Program.run("waymark-bench", ["engine", "--fast"])
        #expect(wrong.status == 1 && wrong.errors.contains("--fast"))
    }
}
