import CanonicalJSON
import Foundation
import SystemIO
import TestSupport
import Testing

/// Event streams of the real program; `make attack` runs it with all bursts, and asserts times.
@Suite("Event streams end with the right to them, keep their order, and have places", .scheduled, .serialized)
struct StreamRightTests {
    /// A server with an app of two releases; `production` is public, `staging` private.
    private final class Site {
        let server: RunningServer
        let address: SocketAddress
        private let folder: TemporaryDirectory

        init(_ arguments: [String] = []) throws {
            folder = try TemporaryDirectory()
            let server = try RunningServer(database: folder.file("waymark.db"), arguments: arguments)
            self.server = server
            address = try #require(SocketAddress(String(server.url.dropFirst("http://".count))))
            #expect(try server.admin("POST", "/v1/apps", #"{"app":"a"}"#).status == 201)
            for channel in ["production", "staging"] {
                let visibility = #""createChannel":true,"public":\#(channel == "production")"#
                let release = #"{"message":"m","channel":"\#(channel)",\#(visibility)}"#
                #expect(try server.admin("POST", "/v1/apps/a/releases", release).status == 201)
            }
        }

        /// A token of a viewer: its id and secret.
        func token(_ members: String = "") throws -> (id: String, secret: String) {
            let made = try server.admin(
                "POST", "/v1/tokens", #"{"name":"\#(UInt64.random(in: 0 ... .max))","role":"viewer"\#(members)}"#
            ).json
            return (try #require(made["id"]?.stringValue), try #require(made["token"]?.stringValue))
        }

        /// A stream that has its first event.
        func stream(_ channel: String = "production", _ secret: String? = nil, from source: Int = 0) throws
            -> AttackPeer
        {
            let peer = try request(channel, secret, from: source)
            #expect(peer.wait { $0.hasSuffix("}\n\n") }.hasPrefix("HTTP/1.1 200"), "\(peer.text)")
            return peer
        }

        /// The status of a request for a stream.
        func status(_ channel: String, _ secret: String? = nil) throws -> Int {
            let text = try request(channel, secret).wait { $0.contains("\r\n\r\n") }
            return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }

        func request(_ channel: String, _ secret: String?, from source: Int = 0) throws -> AttackPeer {
            let peer = try AttackPeer(address, fromLoopback: source)
            let field = secret.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            peer.send("GET /v1/apps/a/events?channel=\(channel) HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
            return peer
        }
    }

    /// Waits for the ends of streams; `make attack` asserts that they take a second at most.
    private func expectEnd(_ peers: [AttackPeer], since start: Int64, allowed: Int64 = 1000, _ what: String) {
        for peer in peers {
            #expect(peer.wait().hasSuffix(": the stream ends, connect again\n\n"), "\(what): \(peer.text)")
            #expect(peer.isClosed, "\(what)")
        }
        let took = MonotonicClock.milliseconds - start
        print("counts: \(what): \(peers.count) streams ended within \(took) ms")
        #expect(AttackScale.percent < 100 || took <= allowed, "\(what)")
    }

    @Test("a channel that turns private ends the streams without a token; a deleted app ends all")
    func channel() throws {
        let site = try Site()
        let token = try site.token()
        #expect(
            try site.server.admin("PUT", "/v1/apps/a/channels/staging", #"{"version":1,"public":true}"#).status == 200)
        let strangers = try (0..<5).map { try site.stream("staging", from: $0) }
        #expect(
            try site.server.admin("PUT", "/v1/apps/a/channels/staging", #"{"version":2,"public":false}"#).status == 200)
        expectEnd(strangers, since: MonotonicClock.milliseconds, "a channel turned private")
        // The head that the channel had when it was private was not sent to them.
        #expect(strangers.allSatisfy { $0.text.components(separatedBy: "event: head").count == 2 })
        #expect(try site.status("staging") == 404)
        let known = try site.stream("staging", token.secret)
        let others = try (0..<5).map { try site.stream(from: $0) }
        #expect(try site.server.admin("PUT", "/v1/apps/a/channels/staging", #"{"version":1}"#).status == 200)
        #expect(known.wait { $0.components(separatedBy: "event: head").count == 3 }.hasSuffix("}\n\n"))
        #expect(!known.isClosed)
        #expect(try site.server.admin("DELETE", "/v1/apps/a").status == 204)
        expectEnd(others + [known], since: MonotonicClock.milliseconds, "an app was deleted")
        #expect(try site.status("production") == 404)
        #expect(site.server.stop() == 0)
    }

    @Test("a deleted channel ends all its streams, also those with a token; other channels' streams go on")
    func deletedChannel() throws {
        let site = try Site()
        let token = try site.token()
        let streams = [try site.stream("staging", token.secret), try site.stream("staging", site.server.token)]
        let other = try site.stream()
        #expect(try site.server.admin("DELETE", "/v1/apps/a/channels/staging").status == 204)
        expectEnd(streams, since: MonotonicClock.milliseconds, "a channel was deleted")
        #expect(try site.status("staging", token.secret) == 404)
        other.pump(0)
        #expect(!other.isClosed)
        let made = #"{"version":1,"public":false}"#
        #expect(try site.server.admin("PUT", "/v1/apps/a/channels/staging", made).status == 200)
        let again = try site.stream("staging", token.secret)
        #expect(again.text.contains("\"sequence\":2,"), "\(again.text)")
        #expect(site.server.stop() == 0)
    }

    @Test("a stream ends with its token: revoked, rotated or expired; other streams go on")
    func tokens() throws {
        let site = try Site()
        let (revoked, rotated, lasting) = (try site.token(), try site.token(), try site.token())
        let first = try (0..<3).map { try site.stream("staging", revoked.secret, from: $0) }
        let second = try site.stream("staging", rotated.secret)
        let others = [try site.stream("staging", lasting.secret), try site.stream()]
        #expect(try site.server.admin("DELETE", "/v1/tokens/\(revoked.id)").status == 204)
        expectEnd(first, since: MonotonicClock.milliseconds, "a token was revoked")
        #expect(try site.status("staging", revoked.secret) == 401)
        let rotation = try site.server.admin("POST", "/v1/tokens/\(rotated.id)/rotate", #"{"overlapSeconds":0}"#)
        #expect(rotation.status == 200)
        expectEnd([second], since: MonotonicClock.milliseconds, "a token was rotated")
        let end = MonotonicClock.milliseconds + 3000
        let text = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 3))
        let passing = try site.token(#","expiresAt":"\#(text)""#)
        let third = try site.stream("staging", passing.secret)
        expectEnd([third], since: end, "a token expired")
        #expect(try site.status("staging", passing.secret) == 401)
        for other in others { other.pump(0) }
        #expect(others.allSatisfy { !$0.isClosed })
        #expect(site.server.stop() == 0)
    }

    @Test("streams have places, in all and by address, and a refusal is one that web pages can read")
    func places() throws {
        let site = try Site(["--streams-max", "3", "--streams-per-address-max", "2"])
        let own = [try site.stream(), try site.stream()]
        let third = try site.request("production", nil).wait { $0.contains("}\n") }
        #expect(third.hasPrefix("HTTP/1.1 429") && third.contains("urn:waymark:problem:too-many-streams"))
        let other = try site.stream(from: 1)
        let fourth = try site.request("production", nil, from: 2).wait { $0.contains("}\n") }
        #expect(fourth.hasPrefix("HTTP/1.1 503") && fourth.contains("urn:waymark:problem:busy"))
        for text in [third, fourth] {
            #expect(text.contains("Access-Control-Allow-Origin: *\r\n") && text.contains("Retry-After: 30\r\n"))
            #expect(text.contains("Access-Control-Expose-Headers:") && text.contains("X-Request-Id:"))
        }
        let metrics = try site.server.admin("GET", "/metrics").text
        #expect(metrics.contains("waymark_event_streams_refused_total{limit=\"all\"} 1"))
        #expect(metrics.contains("waymark_event_streams_refused_total{limit=\"address\"} 1"))
        own[0].willReset()
        #expect(!other.isClosed && own.count == 2)
        #expect(site.server.stop() == 0)
    }

    @Test("bursts of concurrent moves reach every stream in order, and the newest head last")
    func order() throws {
        let site = try Site(["--loops", "2"])
        let streams = try (0..<4).map { try site.stream(from: $0) }
        let movers = try (0..<8).map { try AttackPeer(site.address, fromLoopback: 100 + $0) }
        let bursts = AttackScale.of(1000)
        for burst in 0..<bursts {
            for (number, mover) in movers.enumerated() {
                let body = #"{"version":\#((burst + number) % 2 + 1)}"#
                mover.forget()
                mover.send(
                    "PUT /v1/apps/a/channels/production HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(site.server.token)\r\n"
                        + "If-Match: *\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
            for mover in movers { #expect(mover.wait { $0.hasSuffix("}\n") }.hasPrefix("HTTP/1.1 200")) }
            for stream in streams { stream.pump(0) }
        }
        let newest = try site.server.admin("GET", "/v1/apps/a/channels/production").json["sequence"]?.integerValue ?? 0
        #expect(newest == Int64(bursts * 8 + 1))
        for stream in streams {
            let text = stream.wait { $0.contains("\"sequence\":\(newest),") }
            let seen = text.matches(of: /"sequence":([0-9]+)/).compactMap { Int64($0.1) }
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
            #expect(seen.last == newest)
        }
        print("counts: \(bursts) bursts of 8 moves, the newest is \(newest)")
        #expect(site.server.stop() == 0)
    }
}
