import Foundation
import GzipCoding
import HTTPFetching
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// Somebody between the server and the client who means harm, as far as one without the server's key can.
@Suite("An attacker on the way", .scheduled)
struct AttackTests {
    let (server, cache): (ScriptedServer, TemporaryDirectory)
    let client: RouteClient

    init() async throws {
        (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        var hasty = FetchLimits()
        hasty.whole = .milliseconds(600)
        client = try RouteClient(
            server: server.base, app: "moments", cache: cache.path, transport: FetchingTransport(limits: hasty))
        try await client.refresh()
        server.publish(.make(2))
    }

    /// Sees that a refresh fails, and that nothing else happened.
    private func expectFailure(_ code: RouteClientError.Code) async throws {
        let files = try client.filesInFolder()
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == code && client.answer == "Detail1", "\(String(describing: error))")
        #expect(try client.filesInFolder() == files)
        #expect(try RouteClient.make(server, cache).answer == "Detail1")
        server.misbehave(nil)
        try await client.refresh()
        #expect(client.answer == "Detail2", "and the next good refresh works")
    }

    /// A megabyte of zeros in a kilobyte, so often.
    private static func bomb(megabytes: Int) throws -> LoopbackServer.Reply {
        let member = try Gzip.compress([UInt8](repeating: 0, count: 1 << 20), level: 9)
        return .http(
            200, fields: ["Content-Encoding: gzip"], Array(repeatElement(member, count: megabytes).joined()))
    }

    @Test("A gzip bomb is given up at the limit", arguments: [true, false])
    func bombs(isHead: Bool) async throws {
        let bomb = try Self.bomb(megabytes: isHead ? 1 : Limits.bodyBytesMax >> 20 + 1)
        #expect(bomb.pieces[0].count < 100_000)
        server.misbehave { $0 == isHead ? bomb : $1 }
        try await expectFailure(.tooLarge)
    }

    @Test("An endless head, an endless line of fields and an endless field are given up at the limit")
    func endless() async throws {
        let chunk = Array("1000\r\n".utf8) + [UInt8](repeating: 0x20, count: 4096) + Array("\r\n".utf8)
        let begin = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        let chunked = [Array((begin + "Transfer-Encoding: chunked\r\n\r\n").utf8)]
        let replies = [
            LoopbackServer.Reply(chunked + Array(repeating: chunk, count: 1000)),
            LoopbackServer.Reply([Array(begin.utf8)] + Array(repeating: Array("X: y\r\n".utf8), count: 50_000)),
            LoopbackServer.Reply(
                [Array((begin + "X: ").utf8)] + Array(repeating: [UInt8](repeating: 0x78, count: 4096), count: 200)),
        ]
        for reply in replies {
            server.misbehave { isHead, _ in isHead ? reply : nil }
            let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
            #expect(error?.code == .tooLarge, "\(String(describing: error))")
        }
        try await expectFailure(.tooLarge)
    }

    @Test("A body that says it is longer than the limit is not waited for")
    func announced() async throws {
        server.misbehave { isHead, _ in
            isHead
                ? nil
                : .raw(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(Limits.bodyBytesMax + 1)\r\n\r\n"
                )
        }
        try await expectFailure(.tooLarge)
    }

    @Test("A server that drips is given up when the whole takes too long", arguments: [true, false])
    func drips(isHead: Bool) async throws {
        server.misbehave { asked, good in
            guard asked == isHead else { return nil }
            return LoopbackServer.Reply(good.pieces[0].map { [$0] }, pause: .milliseconds(40))
        }
        try await expectFailure(.timedOut)
    }

    @Test("No redirect is followed, to the same origin neither", arguments: [301, 302, 303, 307, 308])
    func redirects(status: Int) async throws {
        let trap = try ScriptedServer(.make(9))
        for (place, isHead) in [("/v1/apps/moments/head", true), (trap.base + "/v1/apps/moments/head", false)] {
            server.misbehave { $0 == isHead ? .http(status, fields: ["Location: \(place)"]) : $1 }
            let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
            #expect(error?.status == status && error?.hint?.contains("redirects") == true)
        }
        #expect(trap.paths.isEmpty)
        try await expectFailure(.unexpectedStatus)
    }

    @Test("A 304 to a first request, which had no condition, is no answer", arguments: [true, false])
    func notModified(isHead: Bool) async throws {
        let fresh = try RouteClient.make(server, try TemporaryDirectory())
        server.misbehave { $0 == isHead ? .raw("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n") : $1 }
        let error = await #expect(throws: RouteClientError.self) { try await fresh.refresh() }
        #expect(error?.code == .unexpectedStatus && error?.status == 304)
        #expect(error?.detail.contains("redirect") == false && fresh.release == nil)
        try await expectFailure(.unexpectedStatus)
    }

    @Test("An ETag that never changes hides no release, and one that always does makes none")
    func tags() async throws {
        for (tag, version) in [("\"same\"", 2), ("\"same\"", 3), ("W/\"other\"", 3)] {
            let publication = Publication.make(version)
            server.publish(publication)
            server.misbehave { isHead, _ in
                .http(200, fields: ["ETag: \(tag)"], isHead ? publication.head().canonicalBytes : publication.body)
            }
            try await client.refresh()
            #expect(client.answer == "Detail\(version)")
        }
        #expect(client.counters.updates == 3 && client.counters.unchanged == 1)
    }

    @Test("Heads that rise for ever without a body that fits take nothing away and leave nothing behind")
    func risingHeads() async throws {
        let files = try client.filesInFolder()
        for number in 2..<40 {
            let next = Publication.make(number)
            server.publish(next)
            server.misbehave { isHead, _ in
                isHead ? nil : number % 2 == 0 ? .http(404) : .http(200, next.body.reversed())
            }
            let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
            #expect(error?.code == (number % 2 == 0 ? .unknownApp : .wrongDigest))
        }
        #expect(try client.filesInFolder() == files && client.answer == "Detail1")
        #expect(client.release?.position?.sequence == 1)
        server.publish(.make(2))
        try await expectFailure(.wrongDigest)
    }

    @Test("A body that this version cannot use is fetched once, however often its head comes")
    func unusable() async throws {
        let later = Publication.make(2, format: 2)
        server.publish(later)
        for _ in 0..<5 {
            let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
            #expect(error?.code == .unsupportedFormat)
        }
        #expect(server.paths.filter { $0.hasSuffix(later.digest) }.count == 1)
        server.publish(.make(3))
        try await client.refresh()
        #expect(client.answer == "Detail3")
    }

    @Test("A body of another app or of another release, under a head that is right in itself, is refused")
    func foreignBody() async throws {
        let other = Publication.make(2, app: "other")
        var changed = Publication.make(2)
        changed.version = 3
        for publication in [other, changed] {
            server.publish(publication)
            let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
            #expect(error?.code == .invalidBody && client.answer == "Detail1", "\(String(describing: error))")
        }
    }

    @Test(
        "A Retry-After beyond reason, or in the past, is no harm",
        arguments: [
            "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "-5", "soon", "",
        ])
    func retryAfter(text: String) async throws {
        server.misbehave { isHead, _ in .http(503, fields: ["Retry-After: \(text)"]) }
        await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(client.quietMilliseconds <= Limits.pollMillisecondsMax)
        try await expectFailure(.unexpectedStatus)
        #expect(client.quietMilliseconds <= 0, "an answer ends it")
    }
}
