import SystemIO
import TestSupport
import Testing

@testable import ServerMetrics

@Suite("Counters of requests and their text", .scheduled)
struct CounterTests {
    /// The value of one sample of a metrics text.
    private func sample(_ name: String, in text: MetricsText) -> Double? {
        text.text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }.flatMap {
            Double($0.dropFirst(name.utf8.count + 1))
        }
    }

    @Test("a value equal to a bound is in the bucket of that bound, and a value above all bounds only in +Inf")
    func histogram() {
        var histogram = Histogram([1, 2.5])
        histogram.add(1)
        histogram.add(2, times: 3)
        histogram.add(9)
        var text = MetricsText()
        text.histograms("x_seconds", "X.", [(["a": "b"], histogram)])
        #expect(
            text.text == """
                # HELP x_seconds X.
                # TYPE x_seconds histogram
                x_seconds_bucket{a="b",le="1"} 1
                x_seconds_bucket{a="b",le="2.5"} 4
                x_seconds_bucket{a="b",le="+Inf"} 5
                x_seconds_sum{a="b"} 16
                x_seconds_count{a="b"} 5

                """)
    }

    @Test("a loop uses the bounds of the histogram, and its cells do not overlap")
    func cells() {
        #expect(LoopCells.nanoseconds.map { Double($0) / 1e9 } == Histogram.answerSeconds)
        let times = (0..<LoopRoute.countMax).flatMap { route in
            [LoopCells.turn(route), LoopCells.timeSum(route)]
                + (0...LoopCells.nanoseconds.count).map { LoopCells.times(route, $0) }
        }
        #expect(Set(times).count == times.count)
        #expect((times.max() ?? 0) < LoopCells.block(0))
        #expect(LoopCells.block(LoopCells.blockCount - 1) + CounterBlock.cellCount <= LoopCounterRows.cellCount)
        for seconds in [0, 0.00005, 0.000051, 0.02, 7] {
            #expect(
                LoopCells.place(of: Int64((seconds * 1e9).rounded()))
                    == Histogram.place(of: seconds, in: Histogram.answerSeconds))
        }
    }

    @Test("if no cells are free, answers are still counted by route and status")
    func noCells() throws {
        let (body, head, events) = (LoopRoute(0, "body"), LoopRoute(1, "head"), LoopRoute(2, "events"))
        let metrics = try RequestMetrics(loops: 2, routes: [body, head, events])
        let labels = ReleaseLabels(app: "shop", channel: nil, version: 1)
        metrics.track([1], of: "shop")
        var blocks: [CounterBlock] = []
        while let block = metrics.block(.body(body, identityBytes: 10, gzipBytes: 5), labels) { blocks.append(block) }
        #expect(blocks.count > 16_000)
        metrics.counters.raise(RequestMetrics.bodiless(body), loop: 1)
        let last = try #require(blocks.last)
        metrics.counters.raise(last.first, loop: 0)
        metrics.counters.raise(last.first + 2, loop: 1, by: 2)
        #expect(metrics.totals().requests.answers[.init(route: "body", status: 200)] == 4)
        // A block that is used again counts from zero.
        blocks = []
        let next = try #require(metrics.block(.head(head, stream: events, bytes: 1), labels))
        #expect(metrics.totals().requests.answers[.init(route: "head", status: 200)] == nil)
        metrics.counters.raise(next.first, loop: 0)
        let counts = metrics.totals().requests
        #expect(counts.answers[.init(route: "head", status: 200)] == 1)
        #expect(counts.answers[.init(route: "body", status: 200)] == 4)
        #expect(counts.responseBytes["body"]?.sum == 20)
    }

    @Test("a change of an app adds up its own blocks, however many apps there are")
    func tracking() throws {
        let body = LoopRoute(0, "body")
        let metrics = try RequestMetrics(loops: 1, routes: [body])
        var blocks: [String: [CounterBlock]] = [:]
        for number in 0..<1000 {
            let labels = ReleaseLabels(app: "a\(number)", channel: nil, version: 1)
            for _ in 0..<3 {
                blocks["a\(number)", default: []].append(
                    try #require(metrics.block(.body(body, identityBytes: 1, gzipBytes: 1), labels)))
            }
        }
        #expect(metrics.track([1], of: "a7") == 3 && metrics.track([1], of: "none") == 0)
        metrics.counters.raise(try #require(blocks["a7"]?.first).first, loop: 0)
        blocks["a7"]?.removeFirst()
        #expect(metrics.track([1, 2], of: "a7") == 2)
        #expect(metrics.totals().requests.answers[.init(route: "body", status: 200)] == 1)
        blocks["a7"] = nil
        #expect(metrics.track(nil, of: "a7") == 0)
    }

    @Test("apps beyond the limit share one series, and so do the older releases of an app")
    func limits() {
        var adoption = Adoption()
        for app in 0..<(MetricsLimits.trackedAppsMax + 5) {
            adoption.track(Set(1...40), of: "a\(app)")
            for version in 1...40 {
                adoption.add(ReleaseLabels(app: "a\(app)", channel: "c", version: version), .body, 1)
            }
        }
        var text = MetricsText()
        adoption.write(into: &text) { _, _, _ in true }
        let family = "waymark_release_answers_total"
        #expect(sample("\(family){app=\"*\",channel=\"-\",version=\"older\",kind=\"body\"}", in: text) == 200)
        #expect(sample("\(family){app=\"a0\",channel=\"c\",version=\"older\",kind=\"body\"}", in: text) == 24)
        #expect(sample("\(family){app=\"a0\",channel=\"c\",version=\"40\",kind=\"body\"}", in: text) == 1)
        let most = MetricsLimits.trackedAppsMax * (MetricsLimits.trackedReleasesMax + 1) + 1
        #expect(text.text.split(separator: "\n").count(where: { $0.hasPrefix("\(family){") }) == most)
    }
}
