import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import waymark

@Suite("What admin commands print")
struct AdminTextTests {
    @Test("columns are as wide as their longest cell, wide characters counted twice")
    func table() {
        var table = TextTable("ID", "MATCH")
        table.add("a", "/博客")
        table.add("longer", "/x")
        #expect(table.lines == ["ID      MATCH", "a       /博客", "longer  /x"])
    }

    @Test("a problem names what is wrong, where, and what to do")
    func problem() {
        let document = """
            {"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"2 findings block","errors":[
            {"code":"syntax","pointer":"/match/0","line":1,"column":15,"detail":"the pattern is not valid","hint":"write it so"},
            {"code":"loop","severity":"error","rules":["a","b"],"detail":"it comes back"}]}
            """
        let text = ProblemText(ServerAnswer(status: 422, etag: nil, location: nil, body: Array(document.utf8)))
        #expect(text.summary == "Unprocessable Content: 2 findings block")
        #expect(
            text.details[0] == "syntax: the pattern is not valid\n    at /match/0, line 1, column 15\n    write it so")
        #expect(text.details[1] == "error loop (a, b): it comes back")
    }

    @Test("an answer that is no problem document still says something")
    func noProblem() {
        let text = ProblemText(ServerAnswer(status: 502, etag: nil, location: nil, body: Array("<html>".utf8)))
        #expect(text.summary == "status 502")
        #expect(text.details.isEmpty)
    }

    @Test(
        "names are escaped where they stand in a path",
        arguments: [("shop", "shop"), ("a/b c", "a%2Fb%20c"), ("é", "%C3%A9")])
    func escapes(name: String, escaped: String) {
        #expect(AdminCall.escaped(name) == escaped)
    }

    @Test("what others wrote does not steer the terminal")
    func harmless() {
        #expect(Terminal.harmless("a\tb\nc 博客 é") == "a\tb\nc 博客 é")
        #expect(
            Terminal.harmless("\u{1B}]0;x\u{07}\r\u{9B}2J\u{7F}") == "\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}2J\u{FFFD}")
        let transcript = Transcript()
        transcript.terminal.say("title \u{1B}[31m")
        #expect(transcript.out == "title \u{FFFD}[31m\n")
    }

    @Test("a pull writes nowhere but into its folder, whatever ids a server sends")
    func traversal() async throws {
        let folder = try TemporaryDirectory()
        let server = try LoopbackServer { request in
            let isDraft = request.split(separator: " ")[1].hasSuffix("/draft")
            let draft =
                #"{"revision":1,"rules":[{"id":"../../stolen","match":["/a"],"to":{"screen":"A"}}],"settings":{}}"#
            return .http(200, Array((isDraft ? draft : #"{"revision":0,"expectations":[]}"#).utf8))
        }
        defer { server.stop() }
        let transcript = Transcript()
        let words = ["pull", "--server", server.base, "--app", "a", "--token", "t", folder.file("rules/here")]
        #expect(await transcript.run(words, in: CommandTable(commands: AdminCommand.all)) == .refused)
        #expect(transcript.error.contains("stolen") && transcript.out.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a server that is none, and a server that is not there, are told apart")
    func connections() async {
        let table = CommandTable(commands: AdminCommand.all)
        let wrong = Transcript()
        #expect(await wrong.run(["app", "list", "--server", "ftp://h"], in: table) == .usage)
        #expect(wrong.error.contains("is no server"))
        let absent = Transcript()
        #expect(await absent.run(["app", "list", "--server", "http://127.0.0.1:1"], in: table) == .unreachable)
        #expect(absent.error.contains("is the server running?"))
    }
}
