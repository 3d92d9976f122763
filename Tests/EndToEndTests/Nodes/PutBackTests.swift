import Foundation
import TestSupport
import Testing

@Suite(
    "A database of PostgreSQL that went back, or that is another store", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct PutBackTests {
    /// What servers do while a dump is put back.
    enum Servers: CaseIterable {
        case run
        case areStopped
        case forget
    }

    @Test("A dump put back: one higher epoch, and no position gets two meanings", arguments: Servers.allCases)
    func dump(servers: Servers) throws {
        let site = try NodeSite()
        var nodes = [try site.start("a"), try site.start("b")]
        try nodes[0].makeSharedShop()
        #expect(try nodes[0].publishRule("one").status == 201)
        let dump = site.file("store.sql")
        try site.cluster.dump(to: dump)
        for id in ["two", "three"] { #expect(try nodes[1].publishRule(id).status == 201) }
        #expect(try eventually { try nodes[0].shopVersion() == 3 && nodes[1].shopVersion() == 3 })
        let lost = try nodes[0].shopPosition()
        if servers != .run {
            for node in nodes { #expect(node.stop() == 0) }
            if servers == .forget { for name in ["a", "b"] { try site.forget(name) } }
        }
        try site.cluster.restore(dump)
        if servers != .run { nodes = [try site.start("a"), try site.start("b")] }
        #expect(try eventually { try nodes.allSatisfy { try $0.shopVersion() == 1 } })
        #expect(try eventually { try nodes[0].shopHead() == nodes[1].shopHead() })
        let after = try nodes[0].shopPosition()
        #expect(after[0] > lost[0], "\(after) after \(lost)")
        #expect(try nodes[1].publishRule("other").status == 201)
        #expect(try eventually { try nodes[0].shopVersion() == 2 })
        let raised = try nodes[0].auditRows("action=store.epoch")
        #expect(raised.count == 1 && "\(raised)".contains("a dump was put back"), "\(raised)")
        #expect(nodes.contains { $0.log.contains("a dump was put back. Its epoch is now \(after[0])") })
        for node in nodes { #expect(node.stop() == 0) }
    }

    @Test("The guide's dump and restore, under a running server, which goes on under a higher epoch")
    func guide() throws {
        let page = try PackageRoot.text(of: "Config/guides/operations.md")
        let chapter = try #require(page.components(separatedBy: "#### Restore on PostgreSQL\n").last)
        let blocks = chapter.components(separatedBy: "```bash\n").dropFirst().prefix(2)
            .compactMap { $0.components(separatedBy: "```").first }
        try #require(blocks.count == 2)
        let site = try NodeSite()
        func run(_ block: String) throws {
            let text = "set -euo pipefail; cd '\(site.file(""))'; \(block)"
            let done = try Command.run(
                URL(filePath: "/bin/bash"), ["-c", text], environment: site.cluster.environment)
            #expect(done.status == 0, "\(done.errors)")
        }
        _ = try site.cluster.query("CREATE DATABASE waymark TEMPLATE template0")
        let node = try site.start("a", database: "waymark")
        try node.makeSharedShop()
        #expect(try node.publishRule("one").status == 201)
        try run(blocks[0])
        #expect(try node.publishRule("two").status == 201)
        let lost = try node.shopPosition()
        try run(blocks[1])
        #expect(try eventually { try node.shopPosition()[0] > lost[0] })
        #expect(try node.shopVersion() == 1)
        #expect(try eventually { try node.publishRule("three").status == 201 })
        #expect(node.stop() == 0)
    }

    @Test("Rows put back into the same tables: what a server has had raises the epoch", arguments: [true, false])
    func rows(isRunning: Bool) throws {
        let site = try NodeSite()
        var node = try site.start("a")
        try node.makeSharedShop()
        #expect(try node.publishRule("one").status == 201)
        let dump = site.file("rows.sql")
        try site.cluster.dump(to: dump, ["--data-only"])
        #expect(try node.publishRule("two").status == 201)
        let lost = try node.shopPosition()
        if !isRunning { #expect(node.stop() == 0) }
        try site.cluster.restoreRows(dump)
        if !isRunning { node = try site.start("a") }
        #expect(try eventually { try node.shopVersion() == 1 })
        #expect(try node.shopPosition()[0] > lost[0])
        #expect(node.log.contains("The database went back: "), "\(node.log)")
        let raised = try node.auditRows("action=store.epoch")
        #expect(raised.count == 1 && "\(raised)".contains("went back"), "\(raised)")
        #expect(node.stop() == 0)
    }

    @Test("A server refuses a database without its store, and keeps its copy; --accept-head takes the other store")
    func another() throws {
        let site = try NodeSite()
        let first = try site.start("a")
        try first.makeSharedShop()
        #expect(try first.publishRule("one").status == 201)
        #expect(first.stop() == 0)
        _ = try site.cluster.query("CREATE DATABASE other")
        let empty = try site.serve("a", database: "other")
        #expect(empty.status != 0 && empty.errors.contains("has no store"), "\(empty.errors)")
        #expect(empty.errors.contains("--accept-head"))
        let company = try site.start("c", database: "other")
        #expect(company.stop() == 0)
        let other = try site.serve("a", database: "other")
        #expect(other.status != 0 && other.errors.contains("and this node has served the store"), "\(other.errors)")
        try site.cluster.crash()
        let kept = try site.start("a")
        #expect(try kept.shopVersion() == 1, "the copy is what it was")
        try site.cluster.restart()
        #expect(try eventually { try kept.publishRule("two").status == 201 })
        #expect(kept.stop() == 0)
        let accepted = try site.start("a", ["--accept-head"], database: "other")
        #expect(try accepted.shopVersion() == nil)
        #expect(accepted.log.contains("This node serves the store"))
        #expect(accepted.stop() == 0)
    }

    @Test("epoch raise takes the URI of PostgreSQL, beside a server that runs; no tables are made")
    func raise() throws {
        let site = try NodeSite()
        let node = try site.start("a")
        try node.makeSharedShop()
        #expect(try node.publishRule("one").status == 201)
        let raised = try Program.run("waymark", ["epoch", "raise", "--database", site.uri(), "--above", "9000000000"])
        #expect(raised.status == 0 && raised.output.contains("is now 9000000001"), "\(raised.errors)")
        #expect(try eventually { try node.shopPosition()[0] == 9_000_000_001 })
        #expect(node.stop() == 0)
        _ = try site.cluster.query("CREATE DATABASE other")
        let none = try Program.run("waymark", ["epoch", "raise", "--database", site.uri("other")])
        #expect(none.status != 0 && none.errors.contains("There is no database"), "\(none.errors)")
        let tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'facts'"
        #expect(try site.cluster.query(tables, in: "other") == "0")
    }
}
