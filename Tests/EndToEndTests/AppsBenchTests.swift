import CanonicalJSON
import TestSupport
import Testing

@Suite("waymark-bench apps", .scheduled, .enabled(if: !Sanitizer.isOn))
struct AppsBenchTests {
    private static let rows: [BenchFigures.Expected] = [
        ("server start → ready, all apps with rules", "ms", 1...120_000),
        ("resident memory when ready", "MB", 1...1_000),
        ("first request for a body after the start, apps that come last", "ms", 0...60_000),
        ("slowest of these first requests", "ms", 0...60_000),
        ("next request for the same body", "ms", 0...60_000),
        ("channel move: the server's processor time", "ms", 0...60_000),
        ("request with a token: the server's processor time", "ns", 0...60_000_000_000),
    ]

    @Test("A quick run makes apps and tokens on the real server, and its figures are possible")
    func quick() throws {
        let figures = try BenchFigures(of: "apps")
        for row in Self.rows {
            for size in [10, 20] as [Int64] { try figures.check(row, size, rounds: 2) }
        }
        #expect(figures.list("rows").count == 2 * Self.rows.count && figures.list("goals").count == 6)
    }
}
