import CanonicalJSON
import Foundation
import GzipCoding
import HTTPFetching
import RouteDocuments
import RouteModel
import Synchronization
import TestSupport
import Testing

@testable import RouteClient

/// One fault of a server or of the network, and the error that it causes.
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
        Fault("503 on the head, with a date", .unexpectedStatus) { _, _ in
            .http(503, fields: ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:49:30 GMT"])
        },
        Fault("503 on the body", .unexpectedStatus) { isHead, _ in isHead ? nil : .http(503, fields: ["Retry-After: 7"])
        },
        Fault("redirect to a login page", .unexpectedStatus) { _, _ in
            .http(302, fields: ["Location: http://login.example/"])
        },
        Fault("captive portal: HTML with 200", .unexpectedContent) { _, _ in .http(200, type: "text/html", page) },
        Fault("captive portal with a wrong content type", .unexpectedContent) { _, _ in .http(200, page) },
        Fault("captive portal that answers with JSON", .unexpectedContent) { _, _ in
            .http(200, Array(#"{"login":"/"}"#.utf8))
        },
        Fault("no HTTP at all", .unexpectedContent) { _, _ in .raw("220 mail.example ESMTP\r\n\r\n", closes: true) },
        Fault("hangs up", .unreachable) { _, _ in .raw("", closes: true) },
        Fault("truncated head", .unreachable) { isHead, good in isHead ? .raw(half(good), closes: true) : nil },
        Fault("truncated body", .unreachable) { isHead, good in isHead ? nil : .raw(half(good), closes: true) },
        Fault("wrong digest", .wrongDigest) { isHead, _ in isHead ? nil : .http(200, Publication.make(3).body) },
        Fault("truncated body with a matching Content-Length", .wrongDigest) { isHead, _ in
            isHead ? nil : .http(200, Array(Publication.make(2).body.dropLast(9)))
        },
        Fault("truncated gzip", .unexpectedContent) { isHead, _ in isHead ? nil : packed(dropping: 9) },
        Fault("gzip of another body", .wrongDigest) { isHead, _ in isHead ? nil : packed(.make(3)) },
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

    /// A compressed body without its last `count` bytes.
    static func packed(_ publication: Publication = .make(2), dropping count: Int = 0) -> LoopbackServer.Reply? {
        guard let bytes = try? Gzip.compress(publication.body) else { return nil }
        return .http(200, fields: ["Content-Encoding: gzip"], Array(bytes.dropLast(count)))
    }

    private static func half(_ reply: LoopbackServer.Reply) -> String {
        String(decoding: reply.pieces[0].dropLast(reply.pieces[0].count / 4), as: UTF8.self)
    }
}

@Suite("Faults of server and network: the last good release stays in use", .scheduled)
struct FaultTests {
    @Test("A refresh that fails changes nothing, neither in memory nor on disk", arguments: Fault.table)
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
        server.publish(.make(2, format: 3))
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == .unsupportedFormat)
        #expect(client.answer == "Detail1")
    }

    @Test("Errors contain Retry-After")
    func retryAfter() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.misbehave { _, _ in .http(503, fields: ["Retry-After: 7"]) }
        let error = await #expect(throws: RouteClientError.self) { try await RouteClient.make(server, cache).refresh() }
        #expect(error?.retryAfterSeconds == 7 && error?.status == 503)
        server.misbehave(Fault.table[2].reply)
        let later = await #expect(throws: RouteClientError.self) { try await RouteClient.make(server, cache).refresh() }
        #expect(later?.retryAfterSeconds == 7, "a date, relative to the server's clock")
    }

    @Test("A compressed body is decompressed")
    func compressed() async throws {
        let (server, cache) = (try ScriptedServer(.make(2)), try TemporaryDirectory())
        server.misbehave { isHead, _ in isHead ? nil : Fault.packed() }
        try await RouteClient.make(server, cache).refresh()
        server.stop()
        #expect(try RouteClient.make(server, cache).answer == "Detail2")
    }

    @Test("Without a network, without a server, or with a silent server the last good release is used")
    func unreachable() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        try await RouteClient.make(server, cache).refresh()
        server.misbehave { _, _ in LoopbackServer.Reply([]) }
        var impatient = FetchLimits()
        impatient.silence = .milliseconds(50)
        let silent = try RouteClient(
            server: server.base, app: "moments", cache: cache.path, transport: FetchingTransport(limits: impatient))
        try await expectFailure(silent, .timedOut)
        server.stop()
        try await expectFailure(try RouteClient.make(server, cache), .unreachable)
        // connect(2) fails with ENETUNREACH, as on a device without a network.
        let nowhere = try RouteClient(server: "http://255.255.255.255", app: "moments", cache: cache.path)
        try await expectFailure(nowhere, .unreachable)
        #expect(nowhere.lastFailure?.detail.contains("etwork is unreachable") == true)
    }

    private func expectFailure(_ client: RouteClient, _ code: RouteClientError.Code) async throws {
        var events = client.updates.makeAsyncIterator()
        let error = try #require(await #expect(throws: RouteClientError.self) { try await client.refresh() })
        #expect(error.code == code && client.answer == "Detail1", "\(error)")
        #expect(await events.next() == .refreshFailed(error))
        #expect(client.lastFailure == error && client.counters.failures == [code: 1])
    }

    @Test("A clock change affects only rules with a time window")
    func clockJumps() async throws {
        let clock = JumpingClock()
        let window: JSONValue = ["after": "2026-01-01T00:00:00Z", "before": "2027-01-01T00:00:00Z"]
        let (server, cache) = (try ScriptedServer(.make(1, conditions: window)), try TemporaryDirectory())
        let client = try RouteClient(server: server.base, app: "moments", cache: cache.path, clock: { clock.now })
        var version = 1
        for (time, holds) in [
            ("2026-06-01T00:00:00Z", true), ("1970-01-01T00:00:00Z", false), ("2026-12-31T23:59:59Z", true),
            ("2106-02-07T06:28:16Z", false), ("2026-01-01T00:00:00Z", true), ("2025-12-31T23:59:59Z", false),
        ] {
            clock.now = try #require(Instant(rfc3339: time))
            guard case .updated = try await client.refresh() else { return #expect(Bool(false), "not updated") }
            #expect(client.answer == (holds ? "Detail\(version)" : nil), "at \(time)")
            let restarted = try RouteClient(
                server: server.base, app: "moments", cache: cache.path, clock: { clock.now })
            #expect(restarted.launch.source == .index && restarted.answer == client.answer)
            version += 1
            server.publish(.make(version, conditions: window))
        }
    }
}

/// A wall clock that a test sets.
private final class JumpingClock: Sendable {
    private let state = Mutex(Instant(milliseconds: 0))

    var now: Instant {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
