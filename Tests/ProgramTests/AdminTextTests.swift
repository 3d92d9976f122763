import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("The output of admin commands", .scheduled)
struct AdminTextTests {
    @Test("columns are as wide as their longest cell, wide characters counted twice")
    func table() {
        var table = TextTable("ID", "MATCH")
        table.add("a", "/博客")
        table.add("longer", "/x")
        #expect(table.lines == ["ID      MATCH", "a       /博客", "longer  /x"])
    }

    @Test("a problem names the error, its position, and the correction")
    func problem() {
        let document = """
            {"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"2 findings block","errors":[
            {"code":"syntax","pointer":"/match/0","line":1,"column":15,"detail":"the pattern is not valid","hint":"write it so"},
            {"code":"loop","severity":"error","rules":["a","b"],"detail":"it comes back"}]}
            """
        let text = ProblemText(ServerAnswer(status: 422, body: Array(document.utf8)) { _ in nil })
        #expect(text.summary == "Unprocessable Content: 2 findings block")
        #expect(
            text.details[0] == "syntax: the pattern is not valid\n    at /match/0, line 1, column 15\n    write it so")
        #expect(text.details[1] == "error loop (a, b): it comes back")
    }

    @Test(
        "a difference lists the rules that differ, then for each address the context, the old and the new target",
        arguments: [
            (#"{"added":[],"changed":[],"removed":[],"addresses":[],"witnesses":0}"#, ["no difference"]),
            (
                #"{"added":["a","b"],"moved":["c"],"settings":true,"addresses":[],"witnesses":7}"#,
                [
                    "added: a, b", "moved: c", "settings: changed",
                    "no address leads elsewhere",
                ]
            ),
            (
                #"""
                {"changed":["item"],"addresses":[
                {"witness":{"address":"https://h.com/i/1","context":{"platform":"ios"},"at":"2026-01-01T00:00:00Z"},"stored":true,
                "from":{"outcome":"unmatched"},
                "to":{"outcome":"screen","screen":"Item","parameters":{"path":{"id":"1"}},"trail":[{"rule":"old"},{"rule":"item"}]}},
                {"witness":{"address":"https://h.com/x","context":{}},
                "from":{"outcome":"address","address":"https://new.com/x","trail":[{"rule":"r"}]},
                "to":{"outcome":"blocked","reason":"gone","trail":[{"rule":"b"}]}},
                {"witness":{"address":"https://h.com/l"},"from":{"outcome":"failed","failure":{"code":"loop"},"trail":[{"rule":"l"}]},
                "to":{}}],"addressesLeftOut":3,"incomplete":true,"notProved":["a","b"]}
                """#,
                [
                    "changed: item",
                    #"https://h.com/i/1  {"platform":"ios"}  at 2026-01-01T00:00:00Z  (stored test address)"#,
                    #"    unmatched → screen Item {"path":{"id":"1"}} by item"#,
                    "https://h.com/x", "    https://new.com/x by r → blocked (gone) by b",
                    "https://h.com/l", "    failed (loop) by l → ?",
                    "3 more addresses lead elsewhere and are not listed",
                    "not proved: further addresses may lead elsewhere through a, b",
                ]
            ),
        ])
    func difference(document: String, lines: [String]) throws {
        let json = try JSONDocument(parsing: Array(document.utf8)).root.value
        #expect(DifferenceText(json).lines == lines)
    }

    @Test("an answer that is no problem document is shown as its status")
    func noProblem() {
        let text = ProblemText(ServerAnswer(status: 502, body: Array("<html>".utf8)) { _ in nil })
        #expect(text.summary == "status 502")
        #expect(text.details.isEmpty)
    }

    @Test(
        "names in a path are escaped",
        arguments: [("shop", "shop"), ("a/b c", "a%2Fb%20c"), ("é", "%C3%A9")])
    func escapes(name: String, escaped: String) {
        #expect(AdminCall.escaped(name) == escaped)
    }

    @Test("control characters in the server's text are not printed")
    func harmless() {
        #expect(Terminal.harmless("a\tb\nc 博客 é") == "a\tb\nc 博客 é")
        #expect(
            Terminal.harmless("\u{1B}]0;x\u{07}\r\u{9B}2J\u{7F}") == "\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}2J\u{FFFD}")
        let transcript = Transcript()
        transcript.terminal.say("title \u{1B}[31m")
        #expect(transcript.out == "title \u{FFFD}[31m\n")
    }

    @Test("a pull writes only into its folder, for all ids that a server sends")
    func traversal() async throws {
        let folder = try TemporaryDirectory()
        let server = try LoopbackServer.waymark { request in
            let isDraft = request.split(separator: " ")[1].hasSuffix("/draft")
            let draft =
                #"{"revision":1,"rules":[{"id":"../../stolen","match":["/a"],"to":{"screen":"A"}}],"settings":{}}"#
            return .http(200, Array((isDraft ? draft : #"{"revision":0,"expectations":[]}"#).utf8))
        }
        defer { server.stop() }
        let transcript = Transcript()
        let words = ["pull", "--server", server.base, "--app", "a", "--token", "t", folder.file("rules/here")]
        #expect(await transcript.run(words, in: CommandTable(commands: AdminCommand.all)) == .unreachable)
        #expect(transcript.error.contains("stolen") && transcript.out.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("an invalid server address and a server that does not answer have different errors")
    func connections() async {
        let table = CommandTable(commands: AdminCommand.all)
        let wrong = Transcript()
        #expect(await wrong.run(["app", "list", "--server", "ftp://h"], in: table) == .usage)
        #expect(wrong.error.contains("is not the address of a server"))
        let absent = Transcript()
        #expect(await absent.run(["app", "list", "--server", "http://127.0.0.1:1"], in: table) == .unreachable)
        #expect(absent.error.contains("is the server running?"))
    }
}
