import CanonicalJSON
import Foundation
import HTTPFetching
import RouteModel
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("The counters of /metrics", .scheduled)
struct MetricsTests {
    private func scrape(_ server: LiveServer) throws -> Samples {
        let answer = try server.send("GET", "/metrics", token: nil)
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        return Samples(answer.text)
    }

    @Test("every answer of a loop or a worker is counted by route and status")
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
                // A loop records the times of a turn when the turn ends, which may be after the answer has arrived.
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

    @Test("answers are counted per release, and updates by the release that the client had")
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

}
