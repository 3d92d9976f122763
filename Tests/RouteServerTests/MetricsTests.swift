import CanonicalJSON
import Foundation
import HTTPFetching
import RouteModel
import TestSupport
import Testing

@testable import APIContract
@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerLog
@testable import ServerMetrics

/// The samples of a metrics text by name and labels.
struct Samples {
    let text: String
    private let values: [String: Double]

    init(_ text: String) {
        self.text = text
        let pairs = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let blank = line.lastIndex(of: " ") ?? line.endIndex
            return (String(line[..<blank]), Double(line[blank...].dropFirst()) ?? .nan)
        }
        values = Dictionary(pairs, uniquingKeysWith: { _, _ in .nan })
    }

    subscript(_ name: String) -> Double? { values[name] }

    /// The sum of all samples that begin so.
    func sum(_ beginning: String) -> Double {
        values.filter { $0.key.hasPrefix(beginning) }.values.reduce(0, +)
    }
}

@Suite("What /metrics counts", .scheduled)
struct MetricsTests {
    private func scrape(_ server: LiveServer) throws -> Samples {
        let answer = try server.send("GET", "/metrics", token: nil)
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        return Samples(answer.text)
    }

    @Test("a bound is counted below itself, and what is above all bounds is in the total")
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

    @Test("a loop's bounds are those of the histogram, and its cells do not overlap")
    func cells() {
        #expect(LoopCells.nanoseconds.map { Double($0) / 1e9 } == Histogram.answerSeconds)
        #expect(LoopRoute.countMax == LoopEndpoint.all.count)
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

    @Test("loops and workers count every answer by route and status")
    func routes() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let head = try server.send("GET", "/v1/apps/shop/head", token: nil).json
        let (digest, body) = (head["digest"]?.stringValue ?? "", head["body"]?.stringValue ?? "")
        for _ in 0..<3 { _ = try server.send("GET", "/v1/apps/shop/rules", token: nil) }
        _ = try server.send("GET", "/v1/apps/shop/rules", token: nil, ["If-None-Match": "\"\(digest)\""])
        _ = try server.send("GET", "/v1/apps/shop/rules?format=cnrouter", token: nil)
        _ = try server.send("GET", body, token: nil, ["Accept-Encoding": "gzip"])
        _ = try server.send("HEAD", body, token: nil)
        _ = try server.send("GET", "/v1/apps/shop/releases/1/rules", token: nil)
        _ = try server.send("GET", "/v1/apps/shop/resolve?url=https://shop.example/item/1", token: nil)
        _ = try server.send("GET", "/v1/apps/nobody/rules", token: nil)
        _ = try server.send("GET", "/nowhere", token: nil)
        _ = try server.send("GET", "/v1/apps", token: "wmk_wrong_0123456789")
        let samples = try scrape(server)
        let expected: KeyValuePairs = [
            "route=\"head\",status=\"200\"": 1.0, "route=\"currentRules\",status=\"200\"": 4,
            "route=\"currentRules\",status=\"304\"": 1, "route=\"currentRules\",status=\"404\"": 1,
            "route=\"body\",status=\"200\"": 2, "route=\"releaseRules\",status=\"200\"": 1,
            "route=\"resolve\",status=\"200\"": 1, "route=\"none\",status=\"404\"": 1,
            "route=\"listApps\",status=\"401\"": 1, "route=\"publish\",status=\"201\"": 1,
        ]
        for (labels, count) in expected {
            #expect(samples["waymark_http_requests_total{\(labels)}"] == count, "\(labels)")
        }
        for route in ["currentRules", "body", "head", "resolve", "publish"] {
            let all = samples.sum("waymark_http_requests_total{route=\"\(route)\"")
            for family in ["waymark_http_request_seconds", "waymark_http_response_body_bytes"] {
                // A loop tells its turn's time when the turn is over, which is after the answer has come.
                let isCounted = try eventually {
                    let samples = try scrape(server)
                    let total = samples["\(family)_bucket{route=\"\(route)\",le=\"+Inf\"}"]
                    return total == all && samples["\(family)_count{route=\"\(route)\"}"] == all
                }
                #expect(isCounted, "\(family) \(route)")
            }
        }
        #expect(samples["waymark_http_request_body_bytes_count{route=\"publish\"}"] == 1)
        #expect(samples["waymark_publish_seconds_count"] == 1)
    }

    @Test("who takes which release is counted, and from which one clients come")
    func adoption() throws {
        let server = try LiveServer(["releasesInMemory": "2"])
        try server.makeApp()
        var digests: [String] = []
        for version in 1...4 {
            try server.publish("shop", "release \(version)")
            let digest = try server.send("GET", "/v1/apps/shop/head", token: nil).json["digest"]?.stringValue ?? ""
            digests.append(digest)
            _ = try server.send("GET", "/v1/apps/shop/rules", token: nil)
        }
        for digest in digests {
            let fields = ["If-None-Match": "\"\(digest)-gzip\"", "Accept-Encoding": "gzip"]
            _ = try server.send("GET", "/v1/apps/shop/rules", token: nil, fields)
            _ = try server.send("GET", "/v1/apps/shop/bodies/\(digest)", token: nil)
        }
        let samples = try scrape(server)
        let family = "waymark_release_answers_total"
        let production = "app=\"shop\",channel=\"production\""
        #expect(samples["\(family){\(production),version=\"4\",kind=\"body\"}"] == 4)
        #expect(samples["\(family){\(production),version=\"4\",kind=\"unchanged\"}"] == 1)
        #expect(samples["\(family){\(production),version=\"4\",kind=\"head\"}"] == 1)
        #expect(samples["\(family){\(production),version=\"3\",kind=\"body\"}"] == 1)
        #expect(samples["\(family){\(production),version=\"2\",kind=\"body\"}"] == nil)
        for (version, count) in ["4": 1.0, "3": 1, "older": 2] {
            let labels = "app=\"shop\",channel=\"-\",version=\"\(version)\",kind=\"body\""
            #expect(samples["\(family){\(labels)}"] == count, "\(version)")
        }
        #expect(samples["waymark_release_updates_total{app=\"shop\",from=\"3\"}"] == 1)
        #expect(samples["waymark_release_updates_total{app=\"shop\",from=\"older\"}"] == 2)
        _ = try server.force("DELETE", "/v1/apps/shop")
        #expect(try !scrape(server).text.contains("app=\"shop\""))
    }

    @Test("where no cells are left, answers still count by route and status")
    func noCells() throws {
        let (body, head) = (LoopEndpoint.body.route, LoopEndpoint.head.route)
        let metrics = try RequestMetrics(loops: 2, routes: LoopEndpoint.all.map(\.route))
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
        let next = try #require(metrics.block(.head(head, stream: LoopEndpoint.events.route, bytes: 1), labels))
        #expect(metrics.totals().requests.answers[.init(route: "head", status: 200)] == nil)
        metrics.counters.raise(next.first, loop: 0)
        let counts = metrics.totals().requests
        #expect(counts.answers[.init(route: "head", status: 200)] == 1)
        #expect(counts.answers[.init(route: "body", status: 200)] == 4)
        #expect(counts.responseBytes["body"]?.sum == 20)
    }

    @Test("apps and releases beyond the limits are counted together")
    func limits() {
        var adoption = Adoption()
        for app in 0..<(MetricsLimits.trackedAppsMax + 5) {
            adoption.track(Set(1...40), of: "a\(app)")
            for version in 1...40 {
                adoption.add(ReleaseLabels(app: "a\(app)", channel: "c", version: version), .body, 1)
            }
        }
        var text = MetricsText()
        adoption.write(into: &text)
        let samples = Samples(text.text)
        let family = "waymark_release_answers_total"
        #expect(samples["\(family){app=\"*\",channel=\"-\",version=\"older\",kind=\"body\"}"] == 200)
        #expect(samples["\(family){app=\"a0\",channel=\"c\",version=\"older\",kind=\"body\"}"] == 24)
        #expect(samples["\(family){app=\"a0\",channel=\"c\",version=\"40\",kind=\"body\"}"] == 1)
        let most = MetricsLimits.trackedAppsMax * (MetricsLimits.trackedReleasesMax + 1) + 1
        #expect(text.text.split(separator: "\n").count(where: { $0.hasPrefix("\(family){") }) == most)
    }
}
