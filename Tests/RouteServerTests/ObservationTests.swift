import CanonicalJSON
import RouteModel
import RouteServer
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("The dashboard, the alerts and the guide name only metrics that /metrics has", .scheduled)
struct ObservationTests {
    /// The metric families, with the kind and the labels of each, without `le`.
    private struct Families {
        var kinds: [String: String] = [:]
        var labels: [String: Set<String>] = [:]

        /// The family of a series; a histogram has series with the endings `_bucket`, `_sum` and `_count`.
        func family(of name: String) -> String? {
            if kinds[name] != nil { return kinds[name] == "histogram" ? nil : name }
            for ending in ["_bucket", "_sum", "_count"] where name.hasSuffix(ending) {
                let family = String(name.dropLast(ending.count))
                if kinds[family] == "histogram" { return family }
            }
            return nil
        }
    }

    /// The families of a server that has answered requests of several kinds.
    private static func families() throws -> Families {
        let server = try LiveServer(["linkListen": "127.0.0.1:0"])
        try server.makeApp()
        try server.publish()
        _ = try server.send("GET", "/", at: server.addresses[1])
        let digest = String(repeating: "0", count: 64)
        _ = try server.send("GET", "/v1/apps/shop/rules", token: nil, ["If-None-Match": "\"\(digest)\""])
        var families = Families()
        let text = try server.send("GET", "/metrics", token: nil).text + nodeMetrics
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE ") {
                families.kinds[String(words[2])] = String(words[3])
            } else if !line.hasPrefix("#") {
                let query = MetricQuery(String(line.prefix(upTo: line.lastIndex(of: " ") ?? line.endIndex)))
                for (name, labels) in query.metrics {
                    let family = try #require(families.family(of: name), "\(name)")
                    families.labels[family, default: []].formUnion(labels.subtracting(["le"]))
                }
            }
        }
        return families
    }

    /// The families that only a server on a shared database has.
    private static var nodeMetrics: String {
        let start = StorePosition(epoch: 1, sequence: 1)
        let status = NodeStatus(
            name: "a", version: "1.0.0", startedAt: Instant(milliseconds: 0), applied: start, staleSeconds: 300,
            waitersMax: 1, milliseconds: { 0 })
        var text = MetricsText()
        status.write(into: &text)
        return text.text
    }

    /// Labels that Prometheus adds to every series.
    private static let added: Set<String> = ["job", "instance"]
    private static let functions: Set<String> = [
        "sum", "count", "count_values", "rate", "increase", "changes", "histogram_quantile", "time", "vector",
        "predict_linear", "abs", "max", "max_over_time",
    ]

    /// Checks that the names in a query exist, and returns the families that it uses.
    private func check(_ text: String, _ families: Families) -> Set<String> {
        let query = MetricQuery(text)
        var (used, labels): (Set<String>, Set<String>) = ([], Self.added.union(["le"]))
        if query.functions.contains("count_values") { labels.insert("version") }
        for (name, selected) in query.metrics where name != "up" {
            guard let family = families.family(of: name) else {
                Issue.record("there is no metric \(name): \(text)")
                continue
            }
            used.insert(family)
            let own = (families.labels[family] ?? []).union(Self.added)
            #expect(selected.isSubset(of: own), "\(name) has \(own.sorted()): \(text)")
            labels.formUnion(own)
        }
        #expect(query.grouping.isSubset(of: labels), "\(query.grouping.subtracting(labels)): \(text)")
        #expect(query.functions.isSubset(of: Self.functions), "\(query.functions.subtracting(Self.functions))")
        return used
    }

    @Test("a query is split into metrics, grouping labels and functions")
    func reading() {
        let query = MetricQuery(
            #"histogram_quantile(0.9, sum by (le, a) (rate(x_bucket{b="c d{", e!~"f"}[5m]))) / on (g) y > 3e9 unless z"#
        )
        #expect(query.metrics == ["x_bucket": ["b", "e"], "y": [], "z": []])
        #expect(query.grouping == ["le", "a", "g"])
        #expect(query.functions == ["histogram_quantile", "sum", "rate"])
    }

    @Test("every query of the dashboard names existing metrics and labels")
    func dashboard() throws {
        let families = try Self.families()
        let json = try JSONValue(parsing: PackageRoot.bytes(of: "Config/deploy/grafana.json"))
        #expect((json["schemaVersion"]?.integerValue ?? 0) >= 38)
        let panels = json["panels"]?.arrayValue ?? []
        let queries = panels.flatMap { $0["targets"]?.arrayValue ?? [] }.compactMap { $0["expr"]?.stringValue }
        #expect(queries.count > 40)
        let used = queries.reduce(into: Set<String>()) { $0.formUnion(check($1, families)) }
        let rows = panels.filter { $0["type"] == "row" }.compactMap { $0["title"]?.stringValue }
        #expect(Set(rows).isSuperset(of: ["Clients and adoption", "Latency", "Publishes", "Store", "Process"]))
        print("metrics that no panel shows: \(Set(families.kinds.keys).subtracting(used).sorted())")
    }

    @Test("every alert names existing metrics and labels")
    func alerts() throws {
        let families = try Self.families()
        let text = try String(decoding: PackageRoot.bytes(of: "Config/deploy/alerts.yml"), as: UTF8.self)
        var queries: [String] = []
        var isInside = false
        for line in text.split(separator: "\n") {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("expr:") {
                let query = words.dropFirst("expr:".count)
                isInside = query.hasSuffix("|")
                queries.append(isInside ? "" : String(query))
            } else if isInside, line.prefix(10).allSatisfy({ $0 == " " }) {
                queries[queries.count - 1] += "\n" + words
            } else {
                isInside = false
            }
        }
        #expect(queries.count >= 10 && !queries.contains(""))
        for query in queries { _ = check(query, families) }
    }

    @Test("the guide lists every family with its labels, and no other")
    func guide() throws {
        let families = try Self.families()
        let page = try String(decoding: PackageRoot.bytes(of: "Config/guides/operations.md"), as: UTF8.self)
        let section = page.split(separator: "## What to watch").last?.split(separator: "\n## ").first ?? ""
        var listed: [String: Set<String>] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").joined(separator: " ") }
            #expect(cells.count == 6 && !cells[3].isEmpty, "\(line)")
            listed[cells[1].split(separator: "`").joined()] = Set(cells[2].split(separator: ", ").map(String.init))
        }
        #expect(Set(listed.keys).symmetricDifference(families.kinds.keys).sorted() == [])
        for (name, labels) in listed { #expect(families.labels[name] ?? [] == labels, "\(name)") }
    }
}
