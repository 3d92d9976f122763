import Foundation
import SystemIO
import TestSupport
import Testing

/// The real program under load of callers without tokens; `make attack` runs it with full-size crowds.
@Suite("Requests of strangers do not block administrators", .scheduled, .serialized)
struct IsolationTests {
    /// A server with an app, and its addresses for strangers and for administrators.
    private final class Site {
        let server: RunningServer
        let address: SocketAddress
        let admin: SocketAddress
        private let folder: TemporaryDirectory

        init(separate: Bool, _ arguments: [String]) throws {
            folder = try TemporaryDirectory()
            let own = separate ? ["--admin-listen", "127.0.0.1:0"] : []
            let server = try RunningServer(database: folder.file("waymark.db"), arguments: own + arguments)
            self.server = server
            address = try #require(SocketAddress(String(server.url.dropFirst("http://".count))))
            let second = server.log.firstMatch(of: /listening on http:\/\/([0-9.:]+) \(control plane\)/)
            admin = try separate ? #require(second.flatMap { SocketAddress(String($0.1)) }) : address
            #expect(try send("POST", "/v1/apps", #"{"app":"a"}"#).hasPrefix("HTTP/1.1 201"))
            #expect(try send("PUT", "/v1/apps/a/draft/settings", IsolationTests.settings).hasPrefix("HTTP/1.1 200"))
            #expect(try send("POST", "/v1/apps/a/draft/rules?publish=1", IsolationTests.rule).hasPrefix("HTTP/1.1 201"))
        }

        /// Sends a request of an administrator on a new connection; returns the answer's text.
        func send(_ method: String, _ path: String, _ body: String) throws -> String {
            let peer = try AttackPeer(admin, fromLoopback: 240)
            let text =
                "\(method) \(path) HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(server.token)\r\nIf-Match: *\r\n"
                + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty, !peer.isClosed, peer.received.isEmpty {
                let count = peer.send(String(decoding: rest.prefix(200_000), as: UTF8.self))
                rest = rest.dropFirst(count)
                if count == 0 { peer.pump(10) }
            }
            return peer.wait()
        }

        /// An administrator's write with a body of 4 KB, which does not fit into the strangers' share when it is full.
        func write() throws -> String {
            let body = IsolationTests.settings + String(repeating: " ", count: 4_000)
            return try send("PUT", "/v1/apps/a/draft/settings", body)
        }
    }

    private static let settings = #"{"origins":["https://shop.example"],"destinations":[],"schemes":[]}"#
    private static let rule = #"{"id":"r","match":["/x"],"to":{"screen":"S"}}"#

    /// A request with the largest body that a stranger may send, 64 KiB: blanks, which `resolve` refuses.
    private static let largest =
        "POST /v1/apps/a/resolve HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n"
        + String(repeating: " ", count: 65_536)

    /// Sends a text from several peers in turns, until each has sent all of it or, if `reading`, got an answer.
    private func flood(_ peers: [AttackPeer], _ text: String, reading: Bool = true) {
        var rest = peers.map { (peer: $0, offset: 0) }
        let bytes = Array(text.utf8)
        let end = MonotonicClock.milliseconds + 60_000
        while !rest.isEmpty, MonotonicClock.milliseconds < end {
            for index in rest.indices {
                let piece = bytes[rest[index].offset...].prefix(200_000)
                rest[index].offset += rest[index].peer.send(String(decoding: piece, as: UTF8.self))
                if reading { rest[index].peer.pump(0) }
            }
            rest.removeAll { $0.offset == bytes.count || $0.peer.isClosed || !$0.peer.received.isEmpty }
        }
    }

    @Test("Incomplete bodies of strangers leave room for the bodies of administrators", arguments: [true, false])
    func bodies(separate: Bool) throws {
        let small = AttackScale.percent < 100
        let site = try Site(separate: separate, small ? ["--stranger-body-megabytes", "1"] : [])
        // Twice as many bodies without their last bytes as the share holds.
        var crowd = try (0..<(small ? 32 : 2_048)).map { try AttackPeer(site.address, fromLoopback: $0 % 200) }
        flood(crowd, String(Self.largest.dropLast()))
        let isShareFull = eventually {
            for peer in crowd { peer.pump(0) }
            return crowd.contains { $0.text.hasPrefix("HTTP/1.1 503") }
        }
        #expect(isShareFull)
        for _ in 0..<5 { #expect(try site.write().hasPrefix("HTTP/1.1 200")) }
        // Without this, the server waits for the bodies until the time for its stop is over.
        crowd = []
        #expect(site.server.stop() == 0)
    }

    @Test("A stranger's body is refused at its time limit, even if it keeps arriving")
    func bodyAge() throws {
        let site = try Site(separate: false, ["--stranger-body-seconds", "1"])
        let peer = try AttackPeer(site.address)
        peer.send("POST /v1/apps/a/resolve HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n")
        while !peer.isClosed, peer.text.isEmpty {
            peer.send(String(repeating: " ", count: 200))
            peer.pump(20)
        }
        #expect(peer.text.hasPrefix("HTTP/1.1 408"))
        #expect(site.server.stop() == 0)
    }

    @Test("Event streams of strangers on every place leave places for administrators", arguments: [true, false])
    func places(separate: Bool) throws {
        let site = try Site(separate: separate, ["--connections-max", "64"])
        let crowd = try (0..<64).map { try AttackPeer(site.address, fromLoopback: $0 % 200) }
        for peer in crowd {
            peer.send("GET /v1/apps/a/events HTTP/1.1\r\nHost: h\r\n\r\n")
            peer.wait { $0.contains("event:") || $0.contains("data:") }
        }
        #expect(crowd.contains { $0.text.hasPrefix("HTTP/1.1 200") })
        // With one listener, the connections in the last places are closed after two seconds.
        #expect(try eventually { try site.write().hasPrefix("HTTP/1.1 200") })
        if separate { #expect(!crowd.contains { $0.isClosed }) }
        #expect(site.server.stop() == 0)
    }

    @Test("A viewer who reads nothing keeps no answer from an administrator at the same address")
    func unreadDrafts() throws {
        let site = try Site(separate: false, [])
        let draft = { (count: Int, note: Int) in
            let note = String(repeating: "n", count: note)
            let rules = (0..<count).map {
                #"{"id":"r\#($0)","match":["/x/\#($0)"],"to":{"screen":"S"},"note":"\#(note)"}"#
            }
            return #"{"settings":\#(Self.settings),"rules":[\#(rules.joined(separator: ","))]}"#
        }
        #expect(try site.send("POST", "/v1/apps", #"{"app":"b"}"#).hasPrefix("HTTP/1.1 201"))
        #expect(try site.send("PUT", "/v1/apps/a/draft", draft(1_400, 3_800)).hasPrefix("HTTP/1.1 200"))
        #expect(try site.send("PUT", "/v1/apps/b/draft", draft(1_000, 20)).hasPrefix("HTTP/1.1 200"))
        let made = try site.send("POST", "/v1/tokens", #"{"name":"viewer","role":"viewer"}"#)
        let token = try #require(made.firstMatch(of: /"token":"([^"]+)"/)).1
        let read = "GET /v1/apps/a/draft HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(token)\r\n\r\n"
        var crowd: [AttackPeer] = []
        var refused = 0
        for _ in 0..<40 {
            // The server closes the oldest, and the viewer asks again.
            repeat {
                crowd.append(try AttackPeer(site.address, fromLoopback: 240))
                crowd.last?.send(read)
            } while crowd.count < 10
            let answer = try site.send("GET", "/v1/apps/b/draft", "")
            if !answer.hasPrefix("HTTP/1.1 200") || answer.utf8.count < 70_000 { refused += 1 }
            pause(milliseconds: 20)
        }
        #expect(refused == 0)
        crowd = []
        #expect(site.server.stop() == 0)
    }

    @Test("Answers that clients do not read take bounded memory")
    func unreadAnswers() throws {
        let isFull = AttackScale.percent >= 100
        let site = try Site(separate: false, [])
        let note = String(repeating: "n", count: 4_000)
        let rules = (0..<1_400).map { #"{"id":"r\#($0)","match":["/x/\#($0)"],"to":{"screen":"S"},"note":"\#(note)"}"# }
        let draft = #"{"settings":\#(Self.settings),"rules":[\#(rules.joined(separator: ","))]}"#
        #expect(try site.send("PUT", "/v1/apps/a/draft", draft).hasPrefix("HTTP/1.1 200"))
        let whole = try site.send("GET", "/v1/apps/a/draft", "")
        #expect(whole.hasPrefix("HTTP/1.1 200") && whole.utf8.count > 5_600_000)
        let before = ProcessFigures.residentBytes(site.server.processIdentifier)
        let address = #"{"address":"https://shop.example/\#(String(repeating: "x", count: 1_000_000))","context":{}}"#
        let read = "GET /v1/apps/a/draft HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(site.server.token)\r\n\r\n"
        let resolve =
            "POST /v1/apps/a/resolve HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(address.utf8.count)\r\n\r\n\(address)"
        var crowd: [AttackPeer] = []
        for number in 0..<AttackScale.of(500) {
            let peer = try AttackPeer(site.address, fromLoopback: number % 200)
            peer.send(read)
            crowd.append(peer)
        }
        let resolvers = try (0..<(isFull ? 1_500 : 20)).map { try AttackPeer(site.address, fromLoopback: $0 % 200) }
        for peer in resolvers { flood([peer], resolve, reading: false) }
        var most = 0
        for _ in 0..<(isFull ? 200 : 40) {
            most = max(most, ProcessFigures.residentBytes(site.server.processIdentifier) - before)
            pause(milliseconds: 50)
        }
        print("counts: \(crowd.count) unread drafts and \(resolvers.count) unread resolves; grown by \(most >> 20) MB")
        #expect(Sanitizer.isOn || most <= 64 << 20)
        #expect(try site.write().hasPrefix("HTTP/1.1 200"))
        for peer in crowd + resolvers { peer.willReset() }
        crowd = []
        withExtendedLifetime(resolvers) {}
        #expect(site.server.stop() == 0)
    }

    @Test("A client that does not read its backup keeps others from one until it leaves")
    func unreadBackup() throws {
        let site = try Site(separate: false, [])
        let note = String(repeating: "n", count: 4_000)
        let rules = (0..<2_500).map { #"{"id":"r\#($0)","match":["/x/\#($0)"],"to":{"screen":"S"},"note":"\#(note)"}"# }
        let draft = #"{"settings":\#(Self.settings),"rules":[\#(rules.joined(separator: ","))]}"#
        #expect(try site.send("PUT", "/v1/apps/a/draft", draft).hasPrefix("HTTP/1.1 200"))
        var peer: AttackPeer? = try AttackPeer(site.address)
        peer?.send(
            "POST /v1/backup HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(site.server.token)\r\nContent-Length: 0\r\n\r\n"
        )
        peer?.wait { $0.hasPrefix("HTTP/1.1 200") }
        let refused = try site.send("POST", "/v1/backup", "")
        #expect(
            refused.hasPrefix("HTTP/1.1 429") && refused.contains("Retry-After: ") && refused.contains("one at a time"))
        peer?.willReset()
        peer = nil
        #expect(try eventually { try site.send("POST", "/v1/backup", "").hasPrefix("HTTP/1.1 200") })
        #expect(site.server.stop() == 0)
    }

    @Test("A crowd that keeps all workers busy does not delay an administrator", arguments: [true, false])
    func workers(separate: Bool) throws {
        let site = try Site(separate: separate, ["--workers", "1"])
        // Each peer sends 1 MiB of bodies that a worker reads and refuses, and there is one worker.
        let crowd = try (0..<AttackScale.of(1000)).map { try AttackPeer(site.address, fromLoopback: $0 % 200) }
        flood(crowd, String(repeating: Self.largest, count: 16), reading: false)
        let answer = try site.write()
        for peer in crowd { peer.pump(0) }
        let waiting = crowd.count { !$0.isClosed && $0.text.split(separator: "HTTP/1.1 400").count < 16 }
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        print("counts: an administrator was answered while \(waiting) of \(crowd.count) strangers waited")
        #expect(site.server.stop() == 0)
    }
}
