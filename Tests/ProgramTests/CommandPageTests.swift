import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("The page of commands and completion", .scheduled)
struct CommandPageTests {
    @Test("the page names every command and no other")
    func page() throws {
        let page = try PackageRoot.text(of: "Config/commands.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            (row.split(separator: "|").first ?? "").split(separator: "`").map(String.init)
                .filter { !$0.allSatisfy { " ,".contains($0) } }
        }
        let known = CommandTable.standard.commands.filter { !$0.isHidden }.map(\.name)
        #expect(Set(named) == Set(known))
        #expect(named.count == known.count)
    }

    @Test("every command that sends requests has --json, and every command that overwrites has --yes")
    func options() {
        for command in AdminCommand.all {
            #expect(command.options.contains { $0.name == "--json" }, "\(command.name)")
        }
        for name in [
            "draft replace", "draft settings", "draft import", "release restore", "draft pull", "draft push",
            "expect replace", "app delete",
            "channel delete",
        ] {
            let command = AdminCommand.all.first { $0.name == name }
            #expect(command?.options.contains { $0.name == "--yes" } == true, "\(name)")
        }
    }

    @Test(
        "completion offers the possible next words",
        arguments: [
            ([""], "audit"), (["to"], "token"), (["token", "c"], "create"), (["backup", ""], "create"),
            (["serve", "--lis"], "--listen"),
            (["serve", "--log-level", ""], "warning"), (["serve", "--access-log-format", ""], "json"),
            (["draft", "import", "--from", ""], "cnrouter"), (["import", "--from", "v"], "vercel"),
            (["import", "--order", ""], "specificity"),
            (["help", "rel"], "release"),
            (["release", "p"], "publish"), (["publish", "--mes"], "--message"),
        ] as [([String], String)])
    func completion(words: [String], offered: String) {
        #expect(Completion(table: .standard).candidates(words).contains(offered))
    }

    @Test("completion offers neither the hidden command nor an option that is already given")
    func notOffered() {
        let completion = Completion(table: .standard)
        #expect(!completion.candidates(["comp"]).contains("complete"))
        #expect(!completion.candidates(["publish", "--app", "x", "--"]).contains("--app"))
        #expect(completion.candidates(["backup", "create", ""]).isEmpty, "files are the shell's")
        #expect(!completion.candidates(["pub"]).contains("publish"), "the name is release publish")
    }

    @Test(
        "progress is a bar",
        arguments: [
            (0, 10, "x  [                    ] 0 %"), (5, 10, "x  [##########          ] 50 %"), (7, nil, "x  7"),
        ]
            as [(Int, Int?, String)])
    func progress(done: Int, total: Int?, text: String) { #expect(Progress.text("x", done: done, of: total) == text) }

    @Test(
        "the time that is left is told when some of the work is done",
        arguments: [
            (1, 50, 100, ""), (2, 50, 100, ", 2 s left"), (10, 1, 100, ", 17 min left"), (99, 50, 100, ", 99 s left"),
            (100, 50, 100, ", 2 min left"), (9, 0, 100, ""), (9, 100, 100, ""), (9, 5, nil, ""),
        ] as [(Int64, Int, Int?, String)])
    func left(seconds: Int64, done: Int, total: Int?, text: String) {
        #expect(Progress.left(after: seconds, done: done, of: total) == text)
    }
}
