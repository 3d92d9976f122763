import CanonicalJSON
import Foundation
import Glibc
import HTTPFetching
import Synchronization
import TestSupport
import Testing

@Suite(
    "Several servers on one PostgreSQL database", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct SeveralNodesTests {
    private let site: NodeSite

    init() throws { site = try NodeSite() }

    @Test("What one server publishes the other serves; a reader with the position waits for it; nodes are listed")
    func publishes() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        let made = try a.publishRule("one")
        #expect(made.status == 201 && made.headers["waymark-node"] == "a", "\(made.text)")
        let position = try #require(made.headers["waymark-position"])
        let read = try b.ask("GET", "/v1/apps/shop/releases/1", headers: ["Waymark-Position: \(position)"])
        #expect(read.status == 200 && read.headers["waymark-node"] == "b", "\(read.text)")
        #expect(try b.shopVersion() == 1, "the position covers memory, too")
        let far = try b.ask("GET", "/v1/apps/shop", headers: ["Waymark-Position: 9000000000.1"])
        #expect(far.status == 503 && far.problemCode == "behind", "\(far.text)")
        #expect(try b.ask("GET", "/v1/apps/shop", headers: ["Waymark-Position: x"]).status == 400)
        #expect(try eventually { try a.ask("GET", "/v1/nodes").json["nodes"]?.arrayValue?.count == 2 })
        let nodes = try b.ask("GET", "/v1/nodes").json
        #expect(nodes["store"]?.stringValue == "postgresql" && nodes["away"]?.boolValue == false)
        #expect(nodes["nodes"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["a", "b"])
        let listed = try b.command(["nodes"], environment: ["WAYMARK_TOKEN": NodeSite.token])
        let lines = listed.output.split(separator: "\n")
        #expect(listed.status == 0 && lines.count == 3 && lines[0].hasPrefix("NAME"), "\(listed)")
        #expect(lines[1].hasPrefix("a ") && lines[2].hasPrefix("b *"), "\(listed.output)")
        let json = try b.command(["nodes", "--json"], environment: ["WAYMARK_TOKEN": NodeSite.token])
        #expect(json.output.contains(#""store":"postgresql""#), "\(json)")
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    /// Prints how long each took; two seconds are the promise, which a busy machine can break, so nothing fails by it.
    @Test("Each publish is served by the other server, and told to its clients")
    func visibility() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("r0").status == 201)
        #expect(try eventually { try b.shopVersion() == 1 })
        let stream = try b.shopEvents()
        var times: [Duration] = []
        for step in 1...20 {
            let server = step.isMultiple(of: 2) ? a : b
            #expect(try server.publishRule("r\(step)").status == 201)
            let published = ContinuousClock.now
            let other = step.isMultiple(of: 2) ? b : a
            #expect(try eventually { try other.shopVersion() == Int64(step) + 1 })
            times.append(ContinuousClock.now - published)
        }
        times.sort()
        print("counts: a publish was on the other server after \(times[10]) (median), \(times[19]) at most")
        let last = try b.shopPosition()
        #expect(!stream.wait { HeadEvents($0).positions.last == last }.isEmpty)
        #expect(HeadEvents(stream.text).positions.last == last)
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    @Test("Servers count each other, and two with one name are told; one that starts again is not its own namesake")
    func namesakes() throws {
        func metric(_ server: RunningServer, _ name: String) throws -> String? {
            let lines = try server.send("GET", "/metrics").text.split(separator: "\n")
            return lines.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let (a, b) = (try site.start("a"), try site.start("b"))
        #expect(try eventually { try metric(a, "waymark_nodes") == "2" && metric(b, "waymark_nodes") == "2" })
        b.kill()
        let again = try site.start("b")
        var reports: Set<String> = []
        let hasReported = try eventually {
            reports.insert(try site.cluster.query("SELECT seen_at FROM nodes WHERE name = 'b'"))
            return reports.count > 3
        }
        #expect(hasReported)
        #expect(try metric(again, "waymark_node_namesake") == "0" && !again.log.contains("the name of this one"))
        let clone = try site.serve("c", as: "a")
        #expect(clone.status == 1 && clone.errors.contains("Another server with the name a"), "\(clone.errors)")
        // A machine whose name was taken while it slept.
        let told = try eventually {
            _ = try site.cluster.query("UPDATE nodes SET started_at = 1 WHERE name = 'a'")
            return try metric(a, "waymark_node_namesake") == "1"
        }
        #expect(told && a.log.matches(of: /another server has the name of this one/).count == 1, "\(a.log)")
        #expect(try eventually { try metric(a, "waymark_node_namesake") == "0" })
        #expect(a.stop() == 0)
        #expect(again.stop() == 0)
    }

    @Test("A token that one server revokes is refused by the other, and its streams there end")
    func revokes() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("one").status == 201)
        let hidden = #"{"version":1,"public":false}"#
        #expect(try a.ask("PUT", "/v1/apps/shop/channels/staging", hidden).status == 200)
        let token = try a.ask("POST", "/v1/tokens", #"{"name":"v","role":"viewer","apps":["shop"]}"#).json
        let (id, secret) = (try #require(token["id"]?.stringValue), try #require(token["token"]?.stringValue))
        // Access is read before apps.
        let staging = "/v1/apps/shop/head?channel=staging"
        #expect(try eventually { try b.send("GET", staging, token: secret).status == 200 })
        let stream = try b.shopEvents(channel: "staging", token: secret)
        #expect(try a.ask("DELETE", "/v1/tokens/\(id)").status == 204)
        #expect(try eventually { try b.send("GET", "/v1/apps/shop", token: secret).status == 401 })
        stream.wait()
        #expect(stream.isClosed && stream.text.hasSuffix(": the stream ends, connect again\n\n"), "\(stream.text)")
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    @Test("A channel that one server makes private ends the streams of strangers at the other")
    func privacy() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("one").status == 201)
        #expect(try eventually { try b.shopVersion() == 1 })
        let stream = try b.shopEvents()
        let hidden = #"{"version":1,"public":false}"#
        #expect(try a.ask("PUT", "/v1/apps/shop/channels/production", hidden).status == 200)
        stream.wait()
        #expect(stream.isClosed)
        #expect(try b.send("GET", "/v1/apps/shop/head").status == 404)
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    @Test("The same request with one key, sent to both servers at once, is done once, and both have its answer")
    func sameKey() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try eventually { try b.ask("GET", "/v1/apps/shop").status == 200 })
        let targets = try [a, b].map { try KillTarget($0, token: NodeSite.token) }
        for round in 0..<10 {
            let answers = Mutex<[Int: FetchResponse]>([:])
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                let answer = targets[index].publishRule("k\(round)", key: "k\(round)")
                answers.withLock { $0[index] = answer }
            }
            let both = answers.withLock { $0 }
            #expect(both[0]?.status == 201 && both[1]?.status == 201, "\(both)")
            #expect(both[0]?.content == both[1]?.content)
        }
        #expect(try a.auditRows("action=rule.add").count == 10)
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    @Test("Servers that start together with one new database make one administrator's token")
    func firstTokens() throws {
        let tokens = Mutex<[String]>([])
        let site = site
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            guard let server = try? site.start("n\(index)", token: nil) else { return }
            tokens.withLock { $0 += site.firstToken(of: "n\(index)").map { [$0] } ?? [] }
            #expect(server.stop() == 0)
        }
        #expect(tokens.withLock { $0.count } == 1)
    }

    @Test("Two servers write at the same time: one history without gaps, and both serve the same in the end")
    func writesTogether() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try eventually { try b.ask("GET", "/v1/apps/shop").status == 200 })
        let targets = try [a, b].map { try KillTarget($0, token: NodeSite.token) }
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            for step in 0..<10 { _ = targets[index].publishRule("r\(index)x\(step)") }
        }
        let numbers = try a.auditRows("").compactMap { $0["sequence"]?.integerValue }
        #expect(!numbers.isEmpty && numbers == Array((1...Int64(numbers.count)).reversed()), "\(numbers)")
        let rules = try a.ask("GET", "/v1/apps/shop/draft").json["rules"]?.arrayValue?.count
        #expect(rules == 20, "every write was acknowledged and kept")
        #expect(try eventually { try a.shopHead() == b.shopHead() })
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    @Test("A server that was stopped for a while (SIGSTOP) catches up when it goes on")
    func paused() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("one").status == 201)
        #expect(try eventually { try b.shopVersion() == 1 })
        Glibc.kill(b.processIdentifier, SIGSTOP)
        for step in 2...5 { #expect(try a.publishRule("n\(step)").status == 201) }
        Glibc.kill(b.processIdentifier, SIGCONT)
        #expect(try eventually { try a.shopHead() == b.shopHead() })
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }
}
