import CanonicalJSON
import TestSupport
import Testing

@Suite("waymark-bench store", .scheduled, .enabled(if: !Sanitizer.isOn))
struct StoreBenchTests {
    private static let writes: [(BenchFigures.Expected, writers: [Int64])] = [
        (("bare SQLite loop, the same rows", "/s", 1...10_000_000), [1]),
        (("POST a rule over HTTP, durable", "/s", 1...10_000_000), [1, 16]),
        (("over HTTP / bare loop of the same round", "×", 0.0001...10_000), [1, 16]),
    ]

    private static let publishes: [BenchFigures.Expected] = [
        ("check over HTTP", "ms", 0.05...60_000),
        ("publish, nothing beside: request → first address resolved by it", "ms", 0.05...60_000),
        ("publish: request → 201", "ms", 0.05...60_000),
        ("publish: request → first address resolved by it", "ms", 0.05...60_000),
        ("publish: request → new body served whole", "ms", 0.05...60_000),
        ("publish: the server's processor time, all threads", "ms", 0...60_000),
        ("slowest other read meanwhile", "ms", 0...60_000),
        ("slowest other durable write meanwhile", "ms", 0...60_000),
        ("server start → ready", "ms", 1...120_000),
        ("resident memory when ready", "MB", 1...1_000),
        ("resident memory after a body and a resolved address", "MB", 1...1_000),
    ]

    @Test("A quick run writes, publishes and starts the real server, and its figures are possible")
    func quick() throws {
        let figures = try BenchFigures(of: "store")
        for (row, writers) in Self.writes {
            for count in writers { try figures.check(row, count, rounds: 2) }
        }
        for row in Self.publishes { try figures.check(row, 100, rounds: 2) }
        #expect(figures.list("rows").count == Self.writes.reduce(0) { $0 + $1.writers.count } + Self.publishes.count)
        #expect(figures.list("goals").count == 11)
        for goal in figures.list("goals") {
            let isWrite = goal["title"]?.stringValue?.contains("bare loop") == true
            #expect((goal["met"] != .null) == isWrite, "\(goal)")
        }
        #expect(figures.root["facts"]?["disk"]?.stringValue?.contains(" on ") == true)
    }
}
