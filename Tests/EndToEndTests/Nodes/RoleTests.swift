import Foundation
import TestSupport
import Testing

@Suite(
    "Roles of PostgreSQL", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct RoleTests {
    @Test("The guide's two roles: the owner migrates, and a server whose role changes no tables does all its work")
    func lesser() throws {
        let page = try PackageRoot.text(of: "Config/guides/operations.md")
        let blocks = page.components(separatedBy: "```sql\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        let script = try #require(blocks.first { $0.contains("waymark_owner") })
        let site = try NodeSite()
        // The cluster has a superuser of the other name.
        let roles = script.replacing("waymark_owner", with: "owner").replacing("ROLE waymark ", with: "ROLE lesser ")
            .replacing("TO waymark;", with: "TO lesser;")
        try roles.write(toFile: site.file("roles.sql"), atomically: false, encoding: .utf8)
        let made = try Command.run(
            URL(filePath: "/bin/bash"), ["-c", "psql --set=ON_ERROR_STOP=1 --file '\(site.file("roles.sql"))'"],
            environment: site.cluster.environment)
        #expect(made.status == 0, "\(made.errors)")
        func uri(_ user: String) -> String { site.cluster.uri(user: user, database: "waymark") }

        let serve = ["serve", "--listen", "127.0.0.1:0", "--node-folder", site.file(""), "--database"]
        let early = try Program.run("waymark", serve + [uri("lesser")])
        #expect(early.status == 1 && early.errors.contains("waymark store migrate"), "\(early.errors)")
        for _ in 0..<2 {
            let migrated = try Program.run("waymark", ["store", "migrate", "--database", uri("owner")])
            #expect(migrated.status == 0, "\(migrated.errors)")
        }
        let node = try RunningServer(
            database: uri("lesser"), arguments: ["--node-folder", site.file(""), "--retention-releases", "1"],
            environment: ["WAYMARK_ADMIN_TOKEN": NodeSite.token])
        try node.makeSharedShop()
        for id in ["one", "two", "three"] { #expect(try node.publishRule(id).status == 201) }
        #expect(try node.ask("DELETE", "/v1/apps/shop/draft/rules/one").status < 300)
        #expect(try node.ask("POST", "/v1/tokens", #"{"name":"t","role":"viewer","apps":["shop"]}"#).status == 201)
        #expect(try node.ask("DELETE", "/v1/apps/shop").status == 204)
        #expect(try node.auditRows("").count > 6)
        #expect(throws: PostgresCluster.Failure.self) {
            try site.cluster.query("SET ROLE lesser; DROP TRIGGER audit_is_never_cut ON audit", in: "waymark")
        }
        #expect(node.stop() == 0)
        #expect(!node.log.contains("42501"), "\(node.log)")
    }
}
