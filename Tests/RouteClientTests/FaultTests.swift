import Foundation
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// One way for a server, or what stands between, to go wrong.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: RouteClientError.Code
    let reply: ScriptedServer.Fault

    init(_ name: String, _ code: RouteClientError.Code, _ reply: @escaping ScriptedServer.Fault) {
        testDescription = name
        self.code = code
        self.reply = reply
    }

    static let page = Array("<html>Welcome to the airport. Please accept our terms.</html>".utf8)

    static let table: [Fault] = [
        Fault("404", .unknownApp) { _, _ in .http(404, type: "application/problem+json", Array("{}".utf8)) },
        Fault("500", .unexpectedStatus) { _, _ in .http(500) },
        Fault("503 on the body", .unexpectedStatus) { isHead, _ in isHead ? nil : .http(503, fields: ["Retry-After: 7"])
        },
        Fault("redirect to a login page", .unexpectedStatus) { _, _ in
            .http(302, fields: ["Location: http://login.example/"])
        },
        Fault("captive portal: HTML with 200", .unexpectedContent) { _, _ in .http(200, type: "text/html", page) },
        Fault("captive portal that lies about its type", .unexpectedContent) { _, _ in .http(200, page) },
        Fault("no HTTP at all", .unexpectedContent) { _, _ in .raw("220 mail.example ESMTP\r\n\r\n", closes: true) },
        Fault("hangs up", .unreachable) { _, _ in .raw("", closes: true) },
        Fault("truncated head", .unreachable) { isHead, good in isHead ? .raw(half(good), closes: true) : nil },
        Fault("truncated body", .unreachable) { isHead, good in isHead ? nil : .raw(half(good), closes: true) },
        Fault("wrong digest", .wrongDigest) { isHead, _ in isHead ? nil : .http(200, Publication.make(3).body) },
        Fault("empty body", .wrongDigest) { isHead, _ in isHead ? nil : .http(200, []) },
        Fault("body with a wrong type", .unexpectedContent) { isHead, _ in
            isHead ? nil : .http(200, type: "text/plain", Publication.make(2).body)
        },
        Fault("a head far too long", .tooLarge) { isHead, _ in
            isHead ? .http(200, Array(repeating: 0x20, count: 100_000)) : nil
        },
        Fault("another app's head", .unexpectedContent) { isHead, _ in
            var head = Publication.make(2).head()
            head.app = "other"
            return isHead ? .http(200, head.canonicalBytes) : nil
        },
        Fault("a body outside the app", .unexpectedContent) { isHead, _ in
            var head = Publication.make(2).head()
            head.body = "/v1/apps/other/bodies/\(head.digest)"
            return isHead ? .http(200, head.canonicalBytes) : nil
        },
    ]

    private static func half(_ reply: LoopbackServer.Reply) -> String {
        String(decoding: reply.pieces[0].dropLast(reply.pieces[0].count / 4), as: UTF8.self)
    }
}

@Suite("Whatever fails, the last good release stays in use")
struct FaultTests {
    @Test("A refresh that meets a fault changes nothing, in memory or on disk", arguments: Fault.table)
    func fault(_ fault: Fault) async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        let files = try client.filesInFolder()
        server.publish(.make(2))
        server.misbehave(fault.reply)
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == fault.code, "\(String(describing: error))")
        #expect(client.answer == "Detail1")
        #expect(try client.filesInFolder() == files)
        #expect(try RouteClient.make(server, cache).answer == "Detail1")
        server.misbehave(nil)
        try await client.refresh()
        #expect(client.answer == "Detail2", "and the next good refresh works")
    }

    @Test("A body of a later format is refused with its own code")
    func laterFormat() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        server.publish(.make(2, format: 2))
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == .unsupportedFormat)
        #expect(client.answer == "Detail1")
    }

    @Test("Retry-After comes through")
    func retryAfter() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.misbehave { _, _ in .http(503, fields: ["Retry-After: 7"]) }
        let error = await #expect(throws: RouteClientError.self) { try await RouteClient.make(server, cache).refresh() }
        #expect(error?.retryAfterSeconds == 7 && error?.status == 503)
    }

    @Test("A directory that cannot be written leaves the release in memory, with an event")
    func unwritable() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        // A file where the folder should be: what even root cannot write into.
        let blocked = cache.file("blocked")
        try Data().write(to: URL(fileURLWithPath: blocked))
        let client = try RouteClient(server: server.base, app: "moments", cache: blocked)
        #expect(client.launch.source == .nothing)
        var events = client.updates.makeAsyncIterator()
        try await client.refresh()
        guard case .cacheFailed(let error) = await events.next() else { return #expect(Bool(false), "no event") }
        #expect(error.code == .cacheUnwritable)
        #expect(client.answer == "Detail1" && client.counters.failures[.cacheUnwritable] == 1)
        #expect(try await client.refresh() == .unchanged)
        #expect(client.counters.failures[.cacheUnwritable] == 2, "each refresh tries to write again")
        try FileManager.default.removeItem(atPath: blocked)
        #expect(try await client.refresh() == .unchanged)
        #expect(client.counters.failures[.cacheUnwritable] == 2 && client.lastFailure == nil)
        #expect(server.paths.filter { $0.contains("/bodies/") }.count == 1, "without fetching again")
        #expect(try RouteClient(server: server.base, app: "moments", cache: blocked).answer == "Detail1")
    }

    @Test("A folder that the system purged is filled again by the next refresh")
    func purged() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        try FileManager.default.removeItem(atPath: client.folder)
        #expect(client.answer == "Detail1", "the mapped file outlives its name")
        #expect(try await client.refresh() == .unchanged)
        #expect(try RouteClient.make(server, cache).answer == "Detail1")
    }
}
