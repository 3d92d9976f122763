import CanonicalJSON
import Foundation
import TestSupport
import Testing
import WebAddress

@testable import WaymarkCommands
@testable import waymark

@Suite("surfaces export, verify and import", .scheduled)
struct SurfaceCommandTests {
    private static let apple = #"""
        {"applinks":{"details":[{"appIDs":["ABCDE12345.shop"],"components":[{"/":"/login","exclude":true},{"/":"/i/*"}]}]}}
        """#
    private static let print = [String](repeating: "0A", count: 32).joined(separator: ":")
    private static let android = #"""
        [{"relation":["delegate_permission/common.handle_all_urls"],"relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/login","exclude":true},{"/":"/i/*"}]}},"target":{"namespace":"android_app","package_name":"example.shop","sha256_cert_fingerprints":["\#(print)"]}}]
        """#
    private static let harmony = #"{"applinking":{"apps":[{"appIdentifier":"101"}]}}"#

    /// A Waymark server whose production serves release 3 with files of the host `localhost`.
    private func waymark() throws -> LoopbackServer {
        try LoopbackServer.waymark { request in
            if request.contains("/channels/production ") { return .http(200, Array(#"{"version":3}"#.utf8)) }
            guard request.contains("/releases/3/surfaces ") else { return .http(404) }
            let files = "{\"android\":\(Self.android),\"apple\":\(Self.apple),\"harmony\":\(Self.harmony)}"
            return .http(200, Array("{\"files\":{\"localhost\":\(files)}}".utf8))
        }
    }

    /// A host that serves the files; `change` replaces its answers.
    private func host(_ change: @escaping @Sendable (String) -> LoopbackServer.Reply? = { _ in nil }) throws
        -> LoopbackServer
    {
        try LoopbackServer { request in
            let path = String(request.split(separator: " ")[1])
            if let changed = change(path) { return changed }
            switch path {
            case LinkReader.iOS.path: return .http(200, Array(Self.apple.utf8))
            case LinkReader.android.path: return .http(200, Array(Self.android.utf8))
            case LinkReader.harmony.path: return .http(200, Array(Self.harmony.utf8))
            default: return .http(404)
            }
        }
    }

    private func run(_ words: [String], _ server: LoopbackServer) async -> (code: ExitCode, out: String, error: String)
    {
        let transcript = Transcript()
        let connection = ["--server", server.base, "--token", "t", "--app", "shop"]
        let code = await transcript.run(["surfaces"] + words + connection, in: .standard)
        return (code, transcript.out, transcript.error)
    }

    @Test("export writes each file at the path that its system reads")
    func export() async throws {
        let (server, folder) = (try waymark(), try TemporaryDirectory())
        defer { server.stop() }
        let result = await run(["export", folder.path], server)
        #expect(result.code == .done, "\(result.error)")
        for (system, text) in [
            (LinkReader.iOS, Self.apple), (.android, Self.android), (.harmony, Self.harmony),
        ] {
            let written = try String(contentsOfFile: folder.file("localhost\(system.path)"), encoding: .utf8)
            #expect(try JSONValue(parsing: Array(written.utf8)) == JSONValue(parsing: Array(text.utf8)))
        }
        let none = try LoopbackServer.waymark { _ in .http(200, Array(#"{"version":3,"files":{}}"#.utf8)) }
        defer { none.stop() }
        #expect(await run(["export", folder.path], none).code == .negative)
    }

    /// A server with a draft of one rule, which takes every draft.
    private func drafts() throws -> LoopbackServer {
        try LoopbackServer.waymark { request in
            if request.hasPrefix("PUT ") { return .http(200, Array(#"{"revision":5,"findings":[]}"#.utf8)) }
            let paths = #""claim":["/old"],"never":["/old/a"]"#
            let surface = #"{"web":"https://www.example/",\#(paths),"android":[{"package":"a.b","sha256":["AB"]}]}"#
            let settings = #"{"surfaces":{"go.example":\#(surface)}}"#
            let rules =
                #"{"id":"i","match":["/a"],"to":{"screen":"A"}},"#
                + #"{"id":"b","match":["https://go.example/b/*"],"to":{"screen":"B"}}"#
            let draft = #"{"revision":4,"settings":\#(settings),"rules":[\#(rules)]}"#
            return .http(200, fields: [#"ETag: "r4""#], Array(draft.utf8))
        }
    }

    @Test("import makes a surface of hand-written files, keeps what the draft says besides, and makes rules if asked")
    func importing() async throws {
        let (server, folder) = (try drafts(), try TemporaryDirectory())
        defer { server.stop() }
        let (apple, android) = (folder.file("aasa"), folder.file("assetlinks.json"))
        try Self.apple.write(toFile: apple, atomically: true, encoding: .utf8)
        try Self.android.write(toFile: android, atomically: true, encoding: .utf8)
        let words = ["import", "go.example", "--apple", apple, "--android", android]
        let result = await run(words + ["--screen", "Item"], server)
        #expect(result.code == .done, "\(result.out)\(result.error)")
        let request = try #require(server.requests.last)
        let content = try #require(request.components(separatedBy: "\r\n\r\n").last)
        let body = try JSONValue(parsing: Array(content.utf8))
        let surface = body["settings"]?["surfaces"]?["go.example"]
        #expect(surface?["claim"] == ["/i/*"] && surface?["never"] == ["/login"], "\(body)")
        #expect(surface?["web"] == "https://www.example/" && surface?["apple"]?[0]?["appID"] == "ABCDE12345.shop")
        #expect(surface?["android"]?[0]?["package"] == "example.shop")
        let ids = body["rules"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
        #expect(ids?.prefix(2) == ["i", "b"] && Set(ids ?? []).count == 3, "the draft's rules stay: \(body)")
        #expect(body["rules"]?[2]?["match"] == ["https://go.example/i/*"], "\(body)")
        #expect(request.contains("If-Match: \"r4\""))
        #expect(result.out.contains("imported go.example: 1 claim, 1 path of never"), "\(result.out)")
    }

    @Test("import replaces the paths and the apps of the files that it reads, also by none, and keeps the others")
    func importReplaces() async throws {
        let (server, folder) = (try drafts(), try TemporaryDirectory())
        defer { server.stop() }
        let apple = folder.file("aasa")
        let text = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.shop"],"components":[{"/":"/*"}]}]}}"#
        try text.write(toFile: apple, atomically: true, encoding: .utf8)
        let result = await run(["import", "go.example", "--apple", apple], server)
        let content = try #require(server.requests.last?.components(separatedBy: "\r\n\r\n").last)
        let surface = try JSONValue(parsing: Array(content.utf8))["settings"]?["surfaces"]?["go.example"]
        #expect(surface?["claim"] == ["/*"] && surface?["never"] == nil, "\(content)")
        #expect(surface?["android"] == [["package": "a.b", "sha256": ["AB"]]])
        #expect(surface?["apple"]?[0]?["appID"] == "ABCDE12345.shop")
        #expect(result.out.contains("differs: “/old/a” is not in `never` any more: the files do not exclude it"))
        let harmony = folder.file("applinking.json")
        try Self.harmony.write(toFile: harmony, atomically: true, encoding: .utf8)
        let withoutPaths = await run(["import", "go.example", "--harmony", harmony], server)
        let kept = try #require(server.requests.last?.components(separatedBy: "\r\n\r\n").last)
        #expect(kept.contains(#""claim":["/old"]"#) && kept.contains(#""never":["/old/a"]"#), "\(kept)")
        #expect(kept.contains(#""harmony":"#) && !withoutPaths.out.contains("any more"), "\(withoutPaths.out)")
        try #"{"applinks":{"details":[],}}"#.write(toFile: apple, atomically: true, encoding: .utf8)
        let refused = await run(["import", "go.example", "--apple", apple], server)
        #expect(refused.error.contains("is not JSON; line 1, column 26: "), "\(refused.error)")
        #expect(!refused.error.contains("JSONError"), "\(refused.error)")
    }

    @Test("import says what a surface cannot, with an address, and a dry run changes nothing")
    func importDifferences() async throws {
        let (server, folder) = (try drafts(), try TemporaryDirectory())
        defer { server.stop() }
        let apple = folder.file("aasa")
        let late = #"{"/":"/i/*"},{"/":"/i/*/edit","exclude":true},{"/":"/s","?":{"q":"?*"}}"#
        let text = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.shop"],"components":[\#(late)]}]}}"#
        try text.write(toFile: apple, atomically: true, encoding: .utf8)
        let result = await run(["import", "go.example", "--apple", apple, "--dry-run"], server)
        #expect(result.code == .negative && server.requests.last?.contains("dryRun=1") == true)
        #expect(result.out.contains("now comes before all claims") && result.out.contains("a query or a fragment"))
        #expect(result.out.contains("https://go.example/i/x/edit is decided otherwise"), "\(result.out)")
        let none = await run(["import", "Go.example", "--apple", apple], server)
        #expect(none.code == .usage)
        try "[]".write(toFile: apple, atomically: true, encoding: .utf8)
        let refused = await run(["import", "go.example", "--apple", apple], server)
        #expect(refused.code == .negative && refused.error.contains("nothing was changed"), "\(refused.error)")
    }

    @Test("verify finds a host in order, and says what each system does with an address")
    func inOrder() async throws {
        let (server, host) = (try waymark(), try host())
        defer {
            server.stop()
            host.stop()
        }
        let addresses = ["https://localhost/i/7", "https://localhost/login", "https://localhost/other"]
        let result = await run(["verify", "--from", host.base] + addresses, server)
        #expect(result.code == .done, "\(result.out)\(result.error)")
        #expect(result.out.contains("iOS opens ABCDE12345.shop where it is installed, by /applinks/details/0"))
        #expect(result.out.contains("Android opens example.shop where it is installed"))
        #expect(result.out.contains("HarmonyOS opens the app 101 if its module declares the address"))
        #expect(result.out.contains("iOS opens a browser: /applinks/details/0/components/0 excludes it"))
        #expect(result.out.contains("iOS opens a browser: no rule of the file matches"))
        let json = await run(["verify", "--json", "--from", host.base, addresses[0]], server)
        let summary = try JSONValue(parsing: Array(json.out.utf8))
        #expect(summary["files"]?.arrayValue?.count == 3 && summary["decisions"]?.arrayValue?.count == 3)
    }

    @Test(
        "verify names what the platforms forbid",
        arguments: [
            ("redirect", "redirects to https://other.example/ with 301; iOS follows no redirect"),
            ("status", "the host answers 503; iOS wants 200"), ("type", "the media type is text/html"),
            ("other", "the file is not the one of the release"), ("text", "is not JSON"),
            ("discards", "Android discards all dynamic rules"),
        ])
    func forbidden(_ kind: String, _ sentence: String) async throws {
        let wrong = try host { path in
            guard path == (kind == "discards" ? LinkReader.android.path : LinkReader.iOS.path) else { return nil }
            switch kind {
            case "redirect": return .http(301, fields: ["Location: https://other.example/"])
            case "status": return .http(503)
            case "type": return .http(200, type: "text/html", Array(Self.apple.utf8))
            case "other": return .http(200, Array(Self.apple.replacing("/i/*", with: "/*").utf8))
            case "discards": return .http(200, Array(Self.android.replacing(#""/i/*""#, with: #""""#).utf8))
            default: return .http(200, Array("<html>".utf8))
            }
        }
        let server = try waymark()
        defer {
            server.stop()
            wrong.stop()
        }
        let result = await run(["verify", "--from", wrong.base, "https://localhost/i/7"], server)
        #expect(result.code == .negative)
        #expect(result.out.contains(sentence), "\(result.out)")
    }

    @Test("a host that cannot be reached is a problem of each file, and a wrong address is a usage error")
    func unreachable() async throws {
        let server = try waymark()
        defer { server.stop() }
        let result = await run(["verify", "--from", "http://127.0.0.1:1", "https://localhost/i/7"], server)
        #expect(result.code == .negative && result.out.contains("iOS opens a browser: it cannot read the file"))
        #expect(await run(["verify", "http://localhost/"], server).code == .usage)
        #expect(await run(["verify", "--from", "nothing"], server).code == .usage)
    }
}
