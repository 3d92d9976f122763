import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("The command line", .scheduled)
struct CommandLineTests {
    /// A command that prints its parsed options and operands.
    static let echo = Command(
        name: "echo", summary: "say it again", operands: "WORD…", operandCount: 0...2,
        options: [
            .value("--server", "URL", "where", environment: "WAYMARK_SERVER"),
            .value("--context", "k=v", "facts", repeats: true),
            .value("--limit", "N", "how many"),
            .flag("--json", "for machines"),
        ],
        action: .blocking { arguments, terminal throws(CommandError) in
            let limit = try arguments.integer("--limit", in: 1...10).map(String.init) ?? "-"
            terminal.say(
                [
                    arguments.text("--server") ?? "-", arguments.all("--context").joined(separator: "+"), limit,
                    arguments.has("--json") ? "json" : "text", arguments.operands.joined(separator: ","),
                ].joined(separator: "|"))
            return .done
        })

    static let needy = Command(
        name: "token create", summary: "make a token", operands: "NAME", operandCount: 1...1,
        options: [.value("--database", "FILE", "the database", required: true, environment: "WAYMARK_DATABASE")],
        action: .asynchronous { arguments, terminal throws(CommandError) in
            terminal.say(try arguments.required("--database"))
            throw CommandError(.refused, "no")
        })

    static let table = CommandTable(commands: [echo, needy])

    @Test(
        "Options and operands are read in any order",
        arguments: [
            ("echo", "-||-|text|"),
            ("echo a --server=http://h b --json", "http://h||-|json|a,b"),
            ("echo --context a=1 --context b=2 --limit 3", "-|a=1+b=2|3|text|"),
            ("echo -- --json", "-||-|text|--json"),
            ("echo --server= -", "||-|text|-"),
        ])
    func reads(line: String, answer: String) async {
        let transcript = Transcript()
        let code = await transcript.run(line.split(separator: " ").map(String.init), in: Self.table)
        #expect(code == .done)
        #expect(transcript.out == answer + "\n")
    }

    @Test(
        "A wrong command line exits with 2 and reports the error",
        arguments: [
            ("", "usage: waymark COMMAND"), ("ecoh", "did you mean `echo`?"), ("token", "there is `token create`"),
            ("token craete", "did you mean `token create`?"),
            ("token craete", "unknown command `token craete`"), ("tokne create", "did you mean `token create`?"),
            ("xyzzy", "`waymark help` lists all commands"),
            ("echo --sever x", "did you mean --server?"), ("echo --server", "--server needs a value: --server URL"),
            ("echo --server --json", "--server needs a value"), ("echo --json=1", "--json takes no value"),
            ("echo --server a --server b", "--server is given twice"), ("echo a b c", "“c” is one argument too many"),
            ("echo --limit 11", "a whole number from 1 to 10, not “11”"), ("token create x", "--database is missing"),
            ("token create --database f", "NAME is missing"), ("echo --zzzzzz", "see `waymark help echo`"),
        ])
    func refuses(line: String, complaint: String) async {
        let transcript = Transcript()
        let code = await transcript.run(line.split(separator: " ").map(String.init), in: Self.table)
        #expect(code == .usage)
        #expect(transcript.error.contains(complaint), "\(transcript.error)")
        #expect(transcript.out.isEmpty)
    }

    @Test("an option has precedence over its environment variable")
    func environment() async {
        let transcript = Transcript(environment: ["WAYMARK_SERVER": "http://env"])
        _ = await transcript.run(["echo"], in: Self.table)
        _ = await transcript.run(["echo", "--server", "http://flag"], in: Self.table)
        #expect(transcript.out == "http://env||-|text|\nhttp://flag||-|text|\n")
    }

    @Test("An error raised by a command decides the exit code")
    func failure() async {
        let transcript = Transcript()
        let code = await transcript.run(["token", "create", "--database=f", "n"], in: Self.table)
        #expect(code == .refused)
        #expect(transcript.error == "waymark: no\n")
    }

    @Test("Help and version go to the standard output and exit with 0", arguments: ["help", "--help", "-h"])
    func help(word: String) async {
        let transcript = Transcript()
        #expect(await transcript.run([word], in: Self.table) == .done)
        #expect(transcript.out.contains("  token create  make a token\n"))
        #expect(await transcript.run(["help", "echo"], in: Self.table) == .done)
        #expect(await transcript.run(["echo", "-h"], in: Self.table) == .done)
        #expect(
            transcript.out.contains("usage: waymark echo [--server URL] [--context k=v]… [--limit N] [--json] WORD…"))
        #expect(await transcript.run(["--version"], in: Self.table) == .done)
        #expect(transcript.out.hasSuffix("waymark \(CommandTable.version)\n"))
    }

    @Test(
        "a noun alone is explained, and an alias is the same command; both exit with 0",
        arguments: [
            ("help token", "token create  "), ("token --help", "token revoke  "),
            ("token -h", "usage: waymark token VERB"),
            ("help publish", "usage: waymark release publish "), ("publish --help", "Also: waymark publish\n"),
            ("audit -h", "usage: waymark audit list "), ("help backup", "usage: waymark backup create "),
        ])
    func nouns(line: String, shown: String) async {
        let transcript = Transcript()
        let code = await transcript.run(line.split(separator: " ").map(String.init), in: .standard)
        #expect(code == .done && transcript.error.isEmpty, "\(transcript.error)")
        #expect(transcript.out.contains(shown), "\(transcript.out)")
    }

    @Test(
        "a mistyped verb behind a noun that is also a command is no argument of that command",
        arguments: [("audit lst", "did you mean `audit list`?"), ("app creat", "did you mean `app create`?")])
    func verbs(line: String, hint: String) async {
        let transcript = Transcript()
        let code = await transcript.run(line.split(separator: " ").map(String.init), in: .standard)
        #expect(code == .usage && transcript.error.contains(hint), "\(transcript.error)")
        #expect(transcript.error.hasPrefix("waymark: unknown command `\(line)`"), "\(transcript.error)")
    }

    @Test(
        "app create takes the app once",
        arguments: [("app create", "APP is missing"), ("app create a --app b", "--app names b")])
    func apps(line: String, complaint: String) async {
        let transcript = Transcript()
        let code = await transcript.run(line.split(separator: " ").map(String.init), in: .standard)
        #expect(code == .usage && transcript.error.contains(complaint), "\(transcript.error)")
    }

    @Test(
        "token create refuses what contradicts itself",
        arguments: [
            ("token create", "NAME is missing"), ("token create ci", "--role is missing"),
            ("token create ci --role viewer --name x", "--name needs --database"),
            ("token create --database f --expires 2027-01-01T00:00:00Z", "exclude each other"),
        ])
    func tokens(line: String, complaint: String) async {
        let transcript = Transcript()
        let code = await transcript.run(line.split(separator: " ").map(String.init), in: .standard)
        #expect(code == .usage && transcript.error.contains(complaint), "\(transcript.error)")
    }

    @Test("No command of this binary is named twice, and each option of a command once")
    func unique() {
        let names = CommandTable.standard.commands.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        for command in CommandTable.standard.commands {
            #expect(Set(command.options.map(\.name)).count == command.options.count)
        }
    }
}
