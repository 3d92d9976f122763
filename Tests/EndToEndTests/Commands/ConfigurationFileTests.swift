import Foundation
import TestSupport
import Testing

@Suite("Configuration file and confirmation of admin commands", .scheduled, .serialized)
struct ConfigurationFileTests {
    @Test("login keeps server and token in a file of mode 0600, which later commands use; a wider one is refused")
    func login() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let home = ["HOME": folder.path, "XDG_CONFIG_HOME": ""]
        let made = try Program.run(
            "waymark", ["login", "--server", server.url, "--app", "shop", "--token-file", "-"], environment: home,
            input: server.token + "\n")
        #expect(made.status == 0 && !made.output.contains(server.token), "\(made.output) \(made.errors)")
        let file = folder.file(".config/waymark/admin.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let list = try Program.run("waymark", ["rules", "list"], environment: home)
        #expect(list.status == 0 && list.output.contains("/cart"), "\(list.errors)")
        let flag = try Program.run("waymark", ["rules", "list", "--app", "none"], environment: home)
        #expect(flag.status == 3, "a flag goes before the file: \(flag.errors)")
        let token = try Program.run("waymark", ["whoami"], environment: home.merging(["WAYMARK_TOKEN": "x"]) { $1 })
        #expect(token.status == 3, "the environment goes before the file: \(token.output)")
        let again = try Program.run(
            "waymark", ["login", "--server", server.url, "--token", server.token], environment: home)
        #expect(again.status == 2 && again.errors.contains("--yes"), "\(again.errors)")

        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let wide = try Program.run("waymark", ["whoami"], environment: home)
        #expect(wide.status == 2 && wide.errors.contains("chmod 600"), "\(wide.errors)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try #"{"sever":"x"}"#.write(toFile: file, atomically: false, encoding: .utf8)
        let misspelt = try Program.run("waymark", ["whoami"], environment: home)
        #expect(misspelt.status == 2 && misspelt.errors.contains("sever"), "\(misspelt.errors)")
    }

    /// Runs a command in a pseudo-terminal (script(1)) with typed input.
    private func atTerminal(_ server: RunningServer, _ command: String, answer: String) throws -> ProgramResult {
        let binary = Program.products.appendingPathComponent("waymark").path
        let line =
            "XDG_STATE_HOME='\(server.readings)' WAYMARK_SERVER=\(server.url) WAYMARK_TOKEN=\(server.token) '\(binary)' \(command)"
        return try Program.tool("script", ["--quiet", "--return", "--command", line, "/dev/null"], input: answer)
    }

    @Test("at a terminal a command requests confirmation before it overwrites, and obeys the answer")
    func confirmation() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let draft = folder.file("draft.json")
        try #"{"rules":[]}"#.write(toFile: draft, atomically: true, encoding: .utf8)
        let put = "draft put --app shop \(draft)"
        let no = try atTerminal(server, put, answer: "n\n")
        #expect(no.status == 1 && no.output.contains("Go on? [y/N]"), "\(no.output)")
        #expect(try server.admin("GET", "/v1/apps/shop/draft").headers["etag"] == "\"r2\"")
        let yes = try atTerminal(server, put, answer: "y\n")
        #expect(yes.status == 0 && yes.output.contains("revision 3"), "\(yes.output)")
        let unasked = try atTerminal(server, put + " --yes", answer: "")
        #expect(unasked.status == 0 && !unasked.output.contains("Go on?"), "\(unasked.output)")
        // Without a terminal a command that deletes data is refused, and the others run without confirmation.
        #expect(try server.command(["app", "delete", "shop"]).status == 2)
        #expect(try server.command(["draft", "put", "--app", "shop", draft]).status == 0)
        #expect(try server.command(["app", "delete", "shop", "--yes"]).status == 0)
    }

    @Test("at a terminal a command shows what it would overwrite unread, and obeys the answer")
    func unread() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let rule = folder.file("rule.json")
        try #"{"match":["/cart"],"to":{"screen":"Mine"}}"#.write(toFile: rule, atomically: true, encoding: .utf8)
        let replace = "rules replace cart --app shop \(rule)"
        let no = try atTerminal(server, replace, answer: "n\n")
        #expect(no.status == 1 && no.output.contains("now") && no.output.contains("Go on? [y/N]"), "\(no.output)")
        let unasked = try atTerminal(server, replace + " --yes", answer: "")
        #expect(unasked.status == 2 && unasked.output.contains("--force"), "\(unasked.output)")
        let yes = try atTerminal(server, replace, answer: "y\n")
        #expect(yes.status == 0 && yes.output.contains("replaced cart"), "\(yes.output)")
    }

    @Test("at a terminal a backup shows its progress")
    func progress() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let file = folder.file("copy.db")
        let shown = try atTerminal(server, "backup \(file)", answer: "")
        #expect(shown.status == 0 && shown.output.contains("[####################] 100 %"), "\(shown.output)")
    }
}
