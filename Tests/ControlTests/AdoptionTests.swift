import CanonicalJSON
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerMetrics

@Suite("Adoption over HTTP", .scheduled)
struct AdoptionTests {
    /// The row of a release and a channel of the present hour.
    private func row(_ answer: JSONValue, _ version: Int64?, _ channel: String?) -> JSONValue? {
        answer["hours"]?.arrayValue?.last {
            $0["version"] == version.map(JSONValue.integer) ?? .null
                && $0["channel"] == channel.map(JSONValue.string) ?? .null
        }
    }

    @Test("answers to clients are counted by hour and release at once, and are there after a restart")
    func life() throws {
        let folder = try TemporaryDirectory()
        var server: LiveServer? = try LiveServer(folder: folder)
        do {
            let server = try #require(server)
            try server.makeApp()
            try server.publish("shop", "first")
            let head = try server.send("GET", "/v1/apps/shop/head", token: nil).json
            let digest = try #require(head["digest"]?.stringValue)
            let known = ["If-None-Match": "\"\(digest)\""]
            _ = try server.send("GET", "/v1/apps/shop/rules", token: nil)
            _ = try server.send("GET", "/v1/apps/shop/rules", token: nil, known)
            _ = try server.send("GET", "/v1/apps/shop/bodies/\(digest)", token: nil)
            try server.publish("shop", "second")
            _ = try server.send("GET", "/v1/apps/shop/rules", token: nil, known)
            let answer = try server.send("GET", "/v1/apps/shop/adoption?days=1").json
            let first = row(answer, 1, "production")
            #expect(first?["received"] == 1 && first?["unchanged"] == 1 && first?["heads"] == 1, "\(answer)")
            #expect(row(answer, 1, nil)?["received"] == 1 && row(answer, 1, nil)?["replaced"] == 1)
            #expect(row(answer, 2, "production")?["received"] == 1)
            #expect(answer["watchers"] == [["channel": "production", "count": 0]])
        }
        // A stopping server writes what it has counted.
        server = nil
        let again = try LiveServer(folder: folder)
        _ = try again.send("GET", "/v1/apps/shop/rules", token: nil)
        let answer = try again.send("GET", "/v1/apps/shop/adoption").json
        let sum = (answer["hours"]?.arrayValue ?? []).filter { $0["version"] == 2 && $0["channel"] == "production" }
            .compactMap { $0["received"]?.integerValue }.reduce(0, +)
        #expect(sum == 2, "\(answer)")
    }

    @Test("the number of days is from 1 to 14, and an app that is not there is 404")
    func refusals() throws {
        let desk = try Desk()
        desk.makeShop()
        for days in ["0", "15", "x"] { #expect(desk.send("GET", "/v1/apps/shop/adoption?days=\(days)").status == 400) }
        #expect(desk.send("GET", "/v1/apps/none/adoption").status == 404)
        #expect(desk.send("GET", "/v1/apps/shop/adoption").json["watchers"]?.arrayValue?.count == 1)
    }

    @Test("counts that cannot be written are written with the next ones")
    func failure() throws {
        let desk = try Desk()
        desk.makeShop()
        desk.components.data.snapshots.metrics.count(
            ReleaseLabels(app: "shop", channel: "production", version: 1), .body)
        desk.store.fail { $0.writes = FaultyStore.broken }
        desk.components.maintenance.recordAdoption()
        #expect(desk.lines.text.contains("the adoption of releases could not be written"))
        desk.store.fail { $0.writes = nil }
        desk.components.maintenance.recordAdoption()
        desk.components.maintenance.recordAdoption()
        let hours = desk.send("GET", "/v1/apps/shop/adoption").json["hours"]?.arrayValue ?? []
        #expect(hours.compactMap { $0["received"]?.integerValue }.reduce(0, +) == 1, "\(hours)")
    }
}
