import CanonicalJSON
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("waymark resolve", .scheduled)
struct ResolveCommandTests {
    let server: RulesServer
    let cache: TemporaryDirectory
    static let share = "https://moments.example.com/m/42"

    init() throws {
        server = try RulesServer()
        cache = try TemporaryDirectory()
        server.publish(3, rules: momentsRules)
    }

    /// Runs a command of the real table.
    private func run(
        _ command: String = "resolve", _ words: String..., server: String? = nil, environment: [String: String] = [:]
    ) async -> (code: ExitCode, out: String, error: String) {
        let transcript = Transcript(environment: environment)
        let common = ["--server", server ?? self.server.base, "--app", "moments", "--cache", cache.path]
        let code = await transcript.run([command] + common + words, in: .standard)
        return (code, transcript.out, transcript.error)
    }

    @Test("An address is resolved with the server's rules, through redirects, with its parameters")
    func text() async throws {
        let (code, out, error) = await run("resolve", Self.share)
        #expect(code == .done && error.isEmpty)
        #expect(
            out == """
                \(Self.share)
                  → screen MomentDetail
                      id = 42
                    by old-share, then moment; release 3, from the network

                """)
    }

    @Test("--json prints the documented members, one object per line")
    func json() async throws {
        let (code, out, _) = await run("resolve", "--json", Self.share, "https://moments.example.com/nothing")
        #expect(code == .negative)
        let lines = out.split(separator: "\n")
        let first = try JSONValue(parsing: Array(lines[0].utf8))
        #expect(first["outcome"] == "screen" && first["screen"] == "MomentDetail" && first["source"] == "network")
        #expect(first["version"] == 3 && first["parameters"]?["id"] == "42")
        #expect(first["trail"]?.arrayValue?.count == 2)
        #expect(try JSONValue(parsing: Array(lines[1].utf8))["outcome"] == "unmatched")
    }

    @Test("without the server the cache is used, and standard error says so")
    func offline() async throws {
        _ = await run("resolve", Self.share)
        server.stop()
        let (code, out, error) = await run("resolve", "--json", Self.share)
        #expect(code == .done)
        #expect(try JSONValue(parsing: Array(out.utf8))["source"] == "cache")
        #expect(error.contains("using the cache, release 3"))
        let chosen = await run("resolve", "--offline", Self.share)
        #expect(chosen.code == .done && chosen.error.isEmpty && chosen.out.contains("from the cache"))
    }

    @Test("without server and cache the exit code is 4, and 3 if the server refuses")
    func nothing() async throws {
        #expect(await run("resolve", "--offline", Self.share).code == .unreachable)
        #expect(await run("resolve", "--app=moments", Self.share).code == .usage)
        let transcript = Transcript()
        let code = await transcript.run(
            ["resolve", "--server", server.base, "--app", "other", "--cache", cache.path, Self.share], in: .standard)
        #expect(code == .refused && transcript.error.contains("does not exist"))
        server.stop()
        let (gone, _, error) = await run("resolve", Self.share)
        #expect(gone == .unreachable && error.contains("Connection refused"))
    }

    @Test(
        "Outcome and exit code follow context and time",
        arguments: [
            (["https://moments.example.com/timeline"], ExitCode.negative, "no rule matches"),
            (["--context", "signedIn=true", "https://moments.example.com/timeline"], .done, "screen Timeline"),
            (
                ["--context", "platform=ios", "signedIn=true", "https://moments.example.com/timeline"], .done,
                "screen Timeline"
            ),
            (["https://moments.example.com/wipe"], .negative, "blocked: links never delete data"),
            (["--at", "2026-04-01T00:00:00Z", "https://moments.example.com/spring"], .done, "screen Spring"),
            (["--at", "2026-07-01T00:00:00Z", "https://moments.example.com/spring"], .negative, "no rule matches"),
            (["--explain", "https://moments.example.com/timeline"], .negative, "signedIn"),
        ])
    func conditions(words: [String], code: ExitCode, text: String) async {
        let transcript = Transcript()
        let common = ["resolve", "--server", server.base, "--app", "moments", "--cache", cache.path]
        #expect(await transcript.run(common + words, in: .standard) == code)
        #expect(transcript.out.contains(text), "\(transcript.out) \(transcript.error)")
    }

    @Test(
        "an invalid argument is a usage error",
        arguments: [
            ["--context", "colour=red"], ["--context", "platform"], ["--at", "yesterday"], ["--channel", "NO"],
            ["--context", "platform=ios", "colour=red"],
        ])
    func usage(words: [String]) async {
        let transcript = Transcript()
        let common = ["resolve", "--server", server.base, "--app", "moments", "--cache", cache.path]
        #expect(await transcript.run(common + words + [Self.share], in: .standard) == .usage)
        #expect(transcript.out.isEmpty)
    }

    @Test("explain lists the candidates of each step")
    func explain() async {
        let (code, out, _) = await run("explain", Self.share)
        #expect(code == .done)
        #expect(out.contains("old-share (alternative 0): won") && out.contains("moment (alternative 0): won"))
    }

    @Test("if no rule matches, explain names the rule that came nearest, and what was missing")
    func explainMiss() async {
        let (code, out, _) = await run("explain", "https://moments.example.com/m")
        #expect(code == .negative)
        #expect(out.contains("no rule's pattern matches") && out.contains("nearest: ") && out.contains("path"))
    }

    @Test("explain --json has each step's candidates with their verdicts, and the nearest miss")
    func explainJSON() async throws {
        let (code, out, _) = await run(
            "explain", "--json", Self.share, "https://moments.example.com/timeline", "https://moments.example.com/m")
        #expect(code == .negative)
        let lines = try out.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(lines.count == 3 && lines.allSatisfy { $0["source"] == "network" })
        let hops = try #require(lines.first?["explanation"]?.arrayValue)
        #expect(hops.map { $0["candidates"]?.arrayValue?.last?["verdict"] } == ["won", "won"])
        let timeline = lines[1]["explanation"]?.arrayValue?.first?["candidates"]?.arrayValue?.first
        #expect(timeline?["verdict"] == "failed" && timeline?["component"] == "signedIn")
        let miss = lines[2]["explanation"]?.arrayValue?.first
        #expect(miss?["candidates"]?.arrayValue?.isEmpty == true && miss?["nearestMiss"]?["component"] == "path")
    }

    @Test("The default cache is below XDG_CACHE_HOME, else below the home directory")
    func defaultCache() async throws {
        for environment in [["XDG_CACHE_HOME": cache.file("xdg")], ["HOME": cache.file("home")]] {
            let transcript = Transcript(environment: environment)
            let words = ["resolve", "--server", server.base, "--app", "moments", Self.share]
            #expect(await transcript.run(words, in: .standard) == .done)
        }
        let offline = Transcript(environment: ["HOME": cache.file("home")])
        let words = [
            "resolve", "--server", server.base, "--app", "moments", "--cache", cache.file("home/.cache/waymark"),
        ]
        #expect(await offline.run(words + ["--offline", Self.share], in: .standard) == .done)
        let homeless = Transcript()
        #expect(await homeless.run(["resolve", "--app", "moments", Self.share], in: .standard) == .usage)
    }

    @Test("bundle writes a folder that a client can start from")
    func bundle() async throws {
        let transcript = Transcript()
        let words = ["bundle", "--server", server.base, "--app", "moments", "--output", cache.file("bundle")]
        #expect(await transcript.run(words, in: .standard) == .done)
        #expect(transcript.out.hasPrefix("release 3 of moments, digest "))
        let printed = Transcript()
        #expect(await printed.run(words + ["--json"], in: .standard) == .done)
        let json = try JSONDocument(parsing: Array(printed.out.utf8)).root
        #expect(json["app"]?.stringValue == "moments" && json["version"]?.integerValue == 3)
        #expect(json["channel"]?.stringValue == "production" && json["output"]?.stringValue == cache.file("bundle"))
        #expect(transcript.out.contains(json["digest"]?.stringValue ?? "no digest"))
        server.stop()
        #expect(
            await Transcript().run(
                ["bundle", "--server", server.base, "--app", "none", "--output", cache.file("b")], in: .standard)
                == .unreachable)
    }
}
