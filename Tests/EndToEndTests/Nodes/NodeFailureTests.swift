import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite(
    "Servers whose PostgreSQL database stops, or is another one", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct NodeFailureTests {
    @Test("With the database gone both serve and refuse writes; when it is back they go on under one higher epoch")
    func databaseStops() throws {
        let site = try NodeSite()
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("one").status == 201)
        #expect(try eventually { try b.shopVersion() == 1 })
        let before = try a.shopPosition()
        try site.cluster.crash()
        for server in [a, b] {
            #expect(try eventually { try server.send("GET", "/readyz").text.contains("away") })
            #expect(try server.send("GET", "/readyz").status == 200, "a balancer goes on sending clients")
            #expect(try server.send("GET", "/readyz?for=writes").status == 503, "and administrators elsewhere")
            #expect(try server.shopVersion() == 1)
            let refused = try server.publishRule("two")
            #expect(refused.status == 503 && refused.problemCode == "store-away", "\(refused.text)")
        }
        // A server that starts now has only what it kept.
        b.kill()
        let again = try site.start("b")
        #expect(try again.shopPosition() == before)
        #expect(try again.ask("GET", "/v1/whoami").status == 200)
        let nodes = try again.ask("GET", "/v1/nodes").json
        #expect(nodes["away"]?.boolValue == true && nodes["nodes"]?.arrayValue?.count == 1, "\(nodes)")
        try site.cluster.restart()
        #expect(try eventually { try a.publishRule("three").status == 201 })
        #expect(try eventually { try again.shopVersion() == 2 })
        #expect(try eventually { try a.shopHead() == again.shopHead() })
        #expect(try a.shopPosition()[0] > before[0])
        #expect(try a.auditRows("action=store.epoch").count == 1, "one of them raised the epoch, and only once")
        #expect(a.log.contains("the database is away") && a.log.contains("the database is back"))
        #expect(a.stop() == 0)
        #expect(again.stop() == 0)
    }

    @Test("A synchronous standby that is missing is named as that, and its return as the database's")
    func missingStandby() throws {
        let site = try NodeSite()
        let server = try site.start("a")
        try server.makeSharedShop()
        // The settings name a standby that does not exist.
        func set(_ change: String) throws {
            _ = try site.cluster.query("ALTER SYSTEM \(change)")
            _ = try site.cluster.query("SELECT pg_reload_conf()")
        }
        try set("SET synchronous_commit = on")
        #expect(try eventually { try server.publishRule("one").status == 503 })
        #expect(eventually { server.log.contains("a synchronous standby is missing") }, "\(server.log)")
        #expect(!server.log.contains("database server cannot be reached"), "\(server.log)")
        // What the hint says: commits that wait go on.
        try set("SET synchronous_standby_names = ''")
        #expect(try eventually { try server.publishRule("two").status == 201 })
        #expect(server.log.contains("the database is back"))
        #expect(server.stop() == 0)
    }

    @Test("A database that can be read and takes no writes, as with a full disk, ends readiness for changes alone")
    func fullDatabase() throws {
        let site = try NodeSite()
        let server = try site.start("a")
        try server.makeSharedShop()
        #expect(try server.send("GET", "/readyz?for=writes").status == 200)
        _ = try site.cluster.query(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                + "$$BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END$$")
        _ = try site.cluster.query(
            "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON nodes EXECUTE FUNCTION full_disk()")
        #expect(try eventually { try server.send("GET", "/readyz?for=writes").status == 503 })
        let ready = try server.send("GET", "/readyz")
        #expect(ready.status == 200 && ready.json["checks"]?["database"]?["ok"] == false, "\(ready.text)")
        #expect(!ready.text.contains("No space"), "\(ready.text)")
        _ = try site.cluster.query("DROP FUNCTION full_disk CASCADE")
        #expect(try eventually { try server.send("GET", "/readyz?for=writes").status == 200 })
        let lines = server.log.split(separator: "\n")
        #expect(lines.count { $0.contains("changes are refused, clients are served") } == 1, "\(server.log)")
        #expect(lines.count { $0.contains("changes are accepted again") } == 1, "\(server.log)")
        #expect(!server.log.contains("could not be applied"), "\(server.log)")
        #expect(server.stop() == 0)
    }

    @Test("A server that starts while it cannot reach the database goes on from what it has, under the same epoch")
    func unreachableAtStart() throws {
        let site = try NodeSite()
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("one").status == 201)
        #expect(try eventually { try b.shopVersion() == 1 })
        b.kill()
        #expect(try a.publishRule("two").status == 201)
        let position = try a.shopPosition()
        try site.cluster.hide()
        let again = try site.start("b")
        #expect(try again.shopVersion() == 1)
        try site.cluster.show()
        #expect(try eventually { try again.shopVersion() == 2 })
        #expect(try again.shopPosition() == position)
        #expect(try again.publishRule("three").status == 201)
        #expect(try eventually { try a.shopVersion() == 3 })
        #expect(again.log.contains("the database is away") && again.log.contains("the database is back"))
        #expect(!again.log.contains("retention failed") && !again.log.contains("for a checkpoint"), "\(again.log)")
        #expect(a.stop() == 0)
        #expect(again.stop() == 0)
    }

    @Test(
        "Tokens end and repeated requests are found by the database's clock, at servers whose clocks are days wrong",
        .enabled(if: FalseClock.isInstalled, "faketime is not installed"))
    func wrongClocks() throws {
        let site = try NodeSite()
        let clocks = try ["-2d", "+30h"].map { try FalseClock($0) }
        defer { for clock in clocks { clock.end() } }
        let right = try site.start("a")
        let (late, early) = (try site.start("b", clock: clocks[0]), try site.start("c", clock: clocks[1]))
        #expect(eventually { [late, early].allSatisfy { $0.log.contains("the clock of this machine differs") } })
        try right.makeSharedShop()
        let rule = #"{"id":"one","match":["/one/:id"],"to":{"screen":"Item"}}"#
        let key = ["Idempotency-Key: k-1"]
        let path = "/v1/apps/shop/draft/rules?publish=1"
        let first = try late.ask("POST", path, rule, headers: key)
        #expect(first.status == 201, "\(first.text)")
        for server in [right, early, late] {
            let again = try server.ask("POST", path, rule, headers: key)
            #expect(again.status == 201 && again.text == first.text, "\(again.text)")
        }
        #expect(try eventually { try [right, late, early].allSatisfy { try $0.shopVersion() == 1 } })
        let end = Date().addingTimeInterval(4).formatted(.iso8601)
        let made = try early.ask("POST", "/v1/tokens", #"{"name":"short","role":"viewer","expiresAt":"\#(end)"}"#)
        let token = try #require(made.json["token"]?.stringValue, "\(made.text)")
        for server in [right, late, early] {
            #expect(try eventually { try server.send("GET", "/v1/whoami", token: token).status == 200 })
        }
        for server in [right, late, early] {
            #expect(try eventually { try server.send("GET", "/v1/whoami", token: token).status == 401 })
            #expect(server.stop() == 0)
        }
    }

    @Test("Cut off for longer than staleAccessSeconds, requests that need a token get 503, and clients are served")
    func stale() throws {
        let site = try NodeSite()
        let server = try site.start("a", ["--stale-access-seconds", "1"])
        try server.makeSharedShop()
        #expect(try server.publishRule("one").status == 201)
        try site.cluster.crash()
        #expect(
            try eventually {
                let refused = try server.ask("GET", "/v1/whoami")
                return refused.status == 503 && refused.problemCode == "access-stale"
            })
        #expect(try server.shopVersion() == 1)
        try site.cluster.restart()
        #expect(try eventually { try server.ask("GET", "/v1/whoami").status == 200 })
        #expect(server.stop() == 0)
    }

    @Test("A standby that lacks a publish is promoted: one higher epoch, and no client sees its position fall")
    func promotion() throws {
        let primary = try PostgresCluster()
        let standby = try PostgresCluster(standbyOf: primary)
        let site = try NodeSite(primary, standby: standby)
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("one").status == 201)
        #expect(eventually { (try? standby.query("SELECT count(*) FROM releases")) == "1" })
        // What is written from here on is lost with the primary.
        try standby.stopReceiving()
        #expect(try b.publishRule("two").status == 201)
        #expect(try eventually { try a.shopVersion() == 2 })
        let lost = try a.shopPosition()
        let streams = try [a, b].map { try $0.shopEvents() }
        try primary.crash()
        _ = try standby.query("SELECT pg_promote()")
        #expect(try eventually { try b.publishRule("three").status == 201 })
        #expect(try eventually { try a.shopHead() == b.shopHead() })
        let after = try a.shopPosition()
        #expect(try a.shopVersion() == 2, "the lost release's number has another content now")
        #expect(after[0] > lost[0])
        for stream in streams {
            #expect(!stream.wait { HeadEvents($0).positions.last == after }.isEmpty)
            let seen = HeadEvents(stream.text).positions
            #expect(seen.first == lost && seen.last == after, "\(seen)")
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }, "\(seen)")
        }
        let raised = try a.auditRows("action=store.epoch")
        #expect(raised.count == 1 && "\(raised)".contains("promoted"), "\(raised)")
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }
}
