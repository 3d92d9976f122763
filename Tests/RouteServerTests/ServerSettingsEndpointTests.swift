import CanonicalJSON
import HTTPExchange
import TestSupport
import Testing

@testable import RouteServer
@testable import ServerFixtures

@Suite("GET /v1/settings", .scheduled)
struct ServerSettingsEndpointTests {
    private func rows(_ answer: Answer) -> [String: JSONValue] {
        let rows = answer.json["settings"]?.arrayValue ?? []
        return Dictionary(rows.map { ($0["name"]?.stringValue ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("each setting has its value, its source and how it changes, in pages, and no token is among them")
    func settings() throws {
        let desk = try Desk(["consoleHosts": "waymark.example"])
        let all = desk.send("GET", "/v1/settings?limit=1000")
        let rows = rows(all)
        #expect(rows.count == SettingTable.all.count && all.json["next"] == .null)
        #expect(
            rows["consoleHosts"] == [
                "name": "consoleHosts", "value": ["waymark.example"], "source": "--console-hosts",
                "changesBy": "restart",
            ])
        #expect(rows["logLevel"]?["source"] == "default" && rows["logLevel"]?["changesBy"] == "SIGHUP")
        #expect(!all.text.contains(Desk.adminSecret))
        let first = desk.send("GET", "/v1/settings?limit=2")
        #expect(first.json["next"] == "adminListen")
        let second = desk.send("GET", "/v1/settings?limit=1&after=adminListen")
        #expect(second.json["settings"]?.arrayValue?.first?["name"] == "linkListen")
        #expect(desk.send("GET", "/v1/settings?after=nothing").json["settings"] == [])
        #expect(desk.send("GET", "/v1/settings?after=no-name").status == 400)
        #expect(desk.send("GET", "/v1/settings?after=\(SettingTable.all.last?.name ?? "")").json["settings"] == [])
    }
}
