import Foundation
import GzipCoding
import HTTPFetching
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// Actions of an attacker between server and client who does not have the server's key.
@Suite("An attacker between server and client", .scheduled)
struct AttackTests {
    let (server, cache): (ScriptedServer, TemporaryDirectory)
    let client: RouteClient

    init() async throws {
        (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        var short = FetchLimits()
        short.whole = .milliseconds(600)
        client = try RouteClient(
            server: server.base, app: "moments", cache: cache.path, transport: FetchingTransport(limits: short))
        try await client.refresh()
        server.publish(.make(2))
    }

    /// Checks that a refresh fails, changes nothing, and that the next one works.
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

    /// An answer that decompresses to `megabytes` MB of zeros.
    private static func bomb(megabytes: Int) throws -> LoopbackServer.Reply {
        let member = try Gzip.compress([UInt8](repeating: 0, count: 1 << 20), level: 9)
        return .http(
            200, fields: ["Content-Encoding: gzip"], Array(repeatElement(member, count: megabytes).joined()))
    }

    @Test("Decompression of a gzip bomb stops at the limit", arguments: [true, false])
    func bombs(isHead: Bool) async throws {
        let bomb = try Self.bomb(megabytes: isHead ? 1 : Limits.bodyBytesMax >> 20 + 1)
        #expect(bomb.pieces[0].count < 100_000)
        server.misbehave { $0 == isHead ? bomb : $1 }
        try await expectFailure(.tooLarge)
    }

    @Test("Reading an endless head, endless fields or an endless field stops at the limit")
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

    @Test("A body with a Content-Length beyond the limit is not read")
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

    @Test("An exchange with a server that sends byte by byte ends at the time limit", arguments: [true, false])
    func drips(isHead: Bool) async throws {
        server.misbehave { asked, good in
            guard asked == isHead else { return nil }
            return LoopbackServer.Reply(good.pieces[0].map { [$0] }, pause: .milliseconds(40))
        }
        try await expectFailure(.timedOut)
    }

    @Test("Redirects are not followed, not even to the same origin", arguments: [301, 302, 303, 307, 308])
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

    @Test("A 304 to a request without a condition is refused", arguments: [true, false])
    func notModified(isHead: Bool) async throws {
        let fresh = try RouteClient.make(server, try TemporaryDirectory())
        server.misbehave { $0 == isHead ? .raw("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n") : $1 }
        let error = await #expect(throws: RouteClientError.self) { try await fresh.refresh() }
        #expect(error?.code == .unexpectedStatus && error?.status == 304)
        #expect(error?.detail.contains("redirect") == false && fresh.release == nil)
        try await expectFailure(.unexpectedStatus)
    }

    @Test("ETags have no effect: a constant one hides no release, and a changing one causes no update")
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

    @Test("Heads at rising positions without a valid body change neither the release in use nor the cache")
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

    @Test("A body that this version cannot use is fetched once, although its head arrives again")
    func unusable() async throws {
        let later = Publication.make(2, format: 3)
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

    @Test("A body of another app or release than its head is refused")
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
        "A Retry-After that is too long, in the past or invalid is limited or ignored",
        arguments: [
            "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "-5", "soon", "",
        ])
    func retryAfter(text: String) async throws {
        server.misbehave { isHead, _ in .http(503, fields: ["Retry-After: \(text)"]) }
        await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(client.retryAfterMilliseconds <= Limits.pollMillisecondsMax)
        try await expectFailure(.unexpectedStatus)
        #expect(client.retryAfterMilliseconds <= 0, "an answer ends the wait")
    }
}
