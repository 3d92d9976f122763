#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import TestSupport
import Testing
import WireConformance

@Suite("Hostile peers of one event loop", .scheduled)
struct HostilePeerTests {
    private static let chunked = "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// The beginning of a message, and bytes that are repeated and never end it.
    private static let endless = [
        ("", "\r\n"), ("", "A"), ("GET /", "a"), ("GET / HTTP/1.1\r\nHost: h\r\n", "X: y\r\n"),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: ", "y"), ("GET / HTTP/1.1\r\nHost: h\r\nX:", " "),
        (chunked, "0"), (chunked + "5;a=", "b"), (chunked + "5;a=\"", "b"), (chunked + "5", " "),
        (chunked, "1\r\nx\r\n"), (chunked + "0\r\n", "X: y\r\n"), (chunked + "0\r\nX:", "y"),
    ]

    @Test("A message that never ends is refused at a limit, and memory stays bounded", arguments: endless)
    func endlessFlood(beginning: String, more: String) throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(beginning.utf8, room: 1 << 20)
        let piece = Array(String(repeating: more, count: 4096 / more.utf8.count).utf8)
        for _ in 0..<500 where driver.isOpen(peer) {
            driver.deliver(peer, piece)
            #expect((driver.memory(peer)?.unparsed ?? 0) <= 64 * 1024)
        }
        #expect(driver.text(peer).hasPrefix("HTTP/1.1 4") || driver.text(peer).hasPrefix("HTTP/1.1 501"))
        #expect(driver.text(peer).contains("Connection: close"))
        driver.finish(peer)
        #expect(!driver.isOpen(peer) && driver.bodyBytes == 0 && driver.heldBytes == 0)
    }

    @Test(
        "A message that arrives too slowly is cut off at its deadline, for all pieces and pauses",
        arguments: endless + [("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n", "x")],
        [(1, 900), (60, 7900), (64, 500)])
    func endlessTrickle(_ message: (beginning: String, more: String), _ pace: (bytes: Int, pause: Int64)) throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(message.beginning.utf8, room: 1 << 20)
        let bystander = driver.connect(room: 1 << 20)
        var milliseconds: Int64 = 0
        var offset = 0
        let stream = Array(message.more.utf8)
        while driver.isOpen(peer), milliseconds < 60_000 {
            driver.deliver(peer, (0..<pace.bytes).map { stream[(offset + $0) % stream.count] })
            offset += pace.bytes
            driver.advance(milliseconds: pace.pause)
            milliseconds += pace.pause
            if milliseconds < 8_000 { driver.deliver(bystander, request("GET", "/").utf8) }
        }
        #expect(!driver.isOpen(peer), "it is still there after a minute")
        #expect(driver.text(peer).hasPrefix("HTTP/1.1 4") || driver.text(peer).hasPrefix("HTTP/1.1 501"))
        #expect(driver.text(bystander).hasPrefix("HTTP/1.1 200"))
    }

    @Test("A stream is closed if its client has read nothing between two comments")
    func silentWatchers() throws {
        let driver = try LoopDriver.make()
        let probe = driver.connect(request("GET", "/events").utf8, room: 1 << 20)
        let room = driver.sent(probe).count
        let silent = (0..<200).map { _ in driver.connect(request("GET", "/events").utf8, room: room) }
        #expect(driver.statistics.streams == 201)
        driver.advance(milliseconds: 20_100)
        #expect(driver.statistics.streams == 201)
        driver.advance(milliseconds: 20_100)
        #expect(silent.allSatisfy { !driver.isOpen($0) } && driver.isOpen(probe))
        #expect(driver.statistics.streams == 1 && driver.statistics.watchersDropped == 200)
        #expect(ChunkedText.joined(driver.text(probe)).hasSuffix("data: first\n\n:\n\n:\n\n"))
    }

    @Test("A flood of requests is deferred once, gets one buffer a turn, and is answered completely")
    func flood() throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(room: 1 << 24)
        let count = 5000
        let piece = Array(Array(repeating: request("HEAD", "/"), count: count).joined().utf8)
        #expect(driver.deliver(peer, inOneTurn: [piece, piece, piece]) == 1)
        #expect(driver.statistics.requests == 3 * count)
        #expect(driver.text(peer).occurrences(of: "HTTP/1.1 200") == 3 * count)
        driver.finish(peer)
        #expect(!driver.isOpen(peer) && driver.heldBytes == 0)
    }

    @Test("Over the memory budget the largest holders are closed, and small ones are served")
    func holding() throws {
        // The limit is for two loops.
        let driver = try LoopDriver.make { $0.heldBytesMax = 2_000_000 }
        let beginning = driver.connect("GET / HTTP/1.1\r\nHost: h\r\n".utf8, room: 1 << 20)
        let requests = Array(Array(repeating: request("GET", "/"), count: 5000).joined().utf8)
        for _ in 0..<100 {
            _ = driver.connect(requests, room: 0)
            #expect(driver.heldBytes <= 1_000_000)
        }
        #expect(driver.statistics.shed >= 80 && driver.statistics.open == 101 - driver.statistics.shed)
        driver.deliver(beginning, "\r\n".utf8)
        #expect(driver.text(beginning).hasPrefix("HTTP/1.1 200"))
        for _ in 0..<20 { driver.advance(milliseconds: 10_000) }
        #expect(driver.statistics.open == 0 && driver.heldBytes == 0)
    }

    @Test("The limit for one address applies to an IPv6 network of 64 bits, and to each IPv4 address")
    func networks() throws {
        let driver = try LoopDriver.make { $0.connectionsPerAddressMax = 2 }
        let isServed = { (peer: PeerAddress) in
            String(
                decoding: driver.sent(driver.connect(request("GET", "/").utf8, room: 1 << 20, from: peer)),
                as: UTF8.self
            )
            .hasPrefix("HTTP/1.1 200")
        }
        #expect((0..<5).map { isServed(PeerAddress(high: 7, low: $0)) } == [true, true, false, false, false])
        #expect(isServed(PeerAddress(high: 8, low: 0)))
        #expect((0..<3).map { isServed(PeerAddress(version4: 7 + $0)) } == [true, true, true])
        #expect((0..<3).map { isServed(PeerAddress(high: 0, low: 1 + $0 / 2)) } == [true, true, true])
        #expect(driver.statistics.refused == 3)
    }

    @Test("Requests beyond the workers' queue are refused at once, and their connections stay open")
    func busyWorkers() throws {
        let driver = try LoopDriver.make { $0.lanes.workQueueMax = 2 }
        let peers = (0..<4).map { _ in driver.connect(request("POST", "/echo", body: "one").utf8, room: 1 << 20) }
        #expect(peers.map { driver.text($0).prefix(12) } == ["", "", "HTTP/1.1 503", "HTTP/1.1 503"])
        #expect(driver.statistics.workRefused == 2 && driver.bodyBytes == 6)
        while driver.work() {}
        driver.deliver(peers[3], request("POST", "/echo", body: "two").utf8)
        while driver.work() {}
        #expect(peers.prefix(2).allSatisfy { driver.text($0).hasPrefix("HTTP/1.1 200") })
        #expect(driver.text(peers[3]).hasSuffix("two") && driver.bodyBytes == 0)
    }

    @Test(
        "A refusal is not lost by a reset: what the peer still sends is discarded for a limited time",
        arguments: [
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n",
            "POST /nothing HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 50000\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 50000\r\n\r\n", "what is this?\r\n",
            chunked + "x",
        ])
    func refusalArrives(beginning: String) throws {
        for leaves in [true, false] {
            let driver = try LoopDriver.make()
            let peer = driver.connect(beginning.utf8, room: 1 << 20)
            #expect(driver.text(peer).contains("Connection: close") && driver.isOpen(peer))
            let answer = driver.sent(peer)
            driver.deliver(peer, [UInt8](repeating: 0x78, count: 10_000))
            #expect(driver.isOpen(peer))
            if leaves { driver.finish(peer) } else { driver.advance(milliseconds: 2_100) }
            #expect(!driver.isOpen(peer) && driver.sent(peer) == answer)
        }
    }

    @Test("The client of a stream may send content up to a limit, and is closed beyond it", arguments: ["", "content"])
    func talkingWatcher(content: String) throws {
        let driver = try LoopDriver.make { $0.discardedBodyBytesMax = 100_000 }
        let length = content.isEmpty ? "" : "Content-Length: 1000000\r\n"
        let head = "GET /events HTTP/1.1\r\nHost: h\r\n\(length)\r\n"
        let peer = driver.connect((head + content).utf8, room: 1 << 20)
        driver.deliver(peer, request("GET", "/").utf8)
        driver.broadcast(3, StreamBytes(Array("data: second\n\n".utf8)))
        #expect(ChunkedText.joined(driver.text(peer)).hasSuffix("data: first\n\ndata: second\n\n"))
        #expect(driver.text(peer).occurrences(of: "HTTP/1.1") == 1)
        for _ in 0..<10 { driver.deliver(peer, [UInt8](repeating: 0x78, count: 9_000)) }
        #expect(driver.isOpen(peer))
        driver.deliver(peer, [UInt8](repeating: 0x78, count: 20_000))
        #expect(!driver.isOpen(peer) && driver.statistics.streams == 0)
    }
}
#endif
