#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import TestSupport
import Testing
import WireConformance

@Suite("The event loop on sockets in memory", .scheduled)
struct LoopDriverTests {
    @Test(
        "A body that is refused, too slow or cut off is no longer counted in the memory of bodies",
        arguments: [
            ("3\r\nabcX", 0), ("3\r\nabc\r\n", 20_000), ("100000000\r\nabc\r\n", 0), ("3\r\nabc\r\nzz\r\n", 0),
        ])
    func bodyMemory(_ body: String, _ waits: Int) throws {
        let driver = try LoopDriver.make()
        let head = "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        let peer = driver.connect((head + body).utf8, room: 1 << 20)
        if waits > 0 {
            #expect(driver.bodyBytes == 3)
            driver.advance(milliseconds: Int64(waits))
        }
        #expect(driver.text(peer).contains(waits > 0 ? "408" : "HTTP/1.1 4"))
        driver.finish(peer)
        #expect(!driver.isOpen(peer))
        #expect(driver.bodyBytes == 0)
        #expect(driver.statistics.open == 0)
    }

    @Test(
        "The last answer and the end of the connection leave in one segment",
        arguments: [
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET /\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 9\r\n\r\n",
        ])
    func lastSegment(_ bytes: String) throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(bytes.utf8, room: 1 << 20)
        driver.finish(peer)
        #expect(!driver.isOpen(peer))
        #expect(driver.text(peer).contains("Connection: close\r\n"))
        #expect(driver.departures(peer) == 1)
    }

    @Test("If the kernel takes only a part of the last answer, the rest follows, and then the end")
    func lastAnswerInPieces() throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8, room: 20)
        #expect(driver.isOpen(peer) && driver.sent(peer).count == 20)
        driver.makeSpace(peer, 1 << 20)
        driver.finish(peer)
        #expect(!driver.isOpen(peer) && driver.text(peer).contains("Connection: close\r\n"))
    }

    @Test("Bodies beyond the memory of all bodies are refused with 503, and accepted when memory is free")
    func bodyMemoryMax() throws {
        let driver = try LoopDriver.make { $0.lanes.bodyMemoryBytesMax = 1000 }
        let head = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 600\r\n\r\n"
        let half = [UInt8](repeating: 0x61, count: 599)
        let first = driver.connect(Array(head.utf8) + half, room: 1 << 20)
        let second = driver.connect(Array(head.utf8) + half, room: 1 << 20)
        #expect(driver.text(second).contains("HTTP/1.1 503"))
        driver.deliver(first, [0x61])
        #expect(driver.work())
        #expect(driver.text(first).contains("HTTP/1.1 200"))
        #expect(driver.bodyBytes == 0)
        let third = driver.connect(Array(head.utf8) + half + [0x61], room: 1 << 20)
        #expect(driver.work())
        #expect(driver.text(third).contains("HTTP/1.1 200"))
    }

    @Test("Without a spare descriptor the youngest idle connection of any loop is closed")
    func roomForOthers() throws {
        for isNeighbour in [false, true] {
            let driver = try LoopDriver.make()
            let old = driver.connect(request("GET", "/").utf8, room: 1 << 20)
            let young = driver.connect(request("GET", "/").utf8, room: 1 << 20)
            let busy = driver.connect("GET / HTTP/1.1\r\n".utf8, room: 1 << 20)
            driver.runOut(neighbour: isNeighbour)
            #expect(driver.isOpen(old) && !driver.isOpen(young) && driver.isOpen(busy))
            driver.runOut(neighbour: isNeighbour)
            #expect(!driver.isOpen(old) && driver.isOpen(busy))
            driver.runOut(neighbour: isNeighbour)
            #expect(driver.isOpen(busy))
        }
    }

    @Test("If no connection is idle, the youngest event stream is closed")
    func roomFromWatchers() throws {
        let driver = try LoopDriver.make()
        let watchers = (0..<2).map { _ in driver.connect(request("GET", "/events").utf8, room: 1 << 20) }
        driver.runOut(neighbour: true)
        #expect(driver.isOpen(watchers[0]) && !driver.isOpen(watchers[1]))
        #expect(driver.statistics.watchersDropped == 1)
    }

    @Test("A request of the turn in which a descriptor is needed is answered before a connection is closed")
    func roomAfterEvents() throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(request("GET", "/").utf8, room: 1 << 20)
        let before = driver.sent(peer).count
        driver.runOut(neighbour: false, before: (peer, Array(request("GET", "/").utf8)))
        #expect(driver.sent(peer).count > before + before / 2)
        #expect(!driver.isOpen(peer))
    }

    @Test("A peer that never reads holds at most one answer and the bytes of one read")
    func neverReads() throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(room: 0)
        for _ in 0..<200 { driver.deliver(peer, Array(repeating: request("GET", "/large"), count: 20).joined().utf8) }
        let memory = try #require(driver.memory(peer))
        #expect(memory.unsent <= FixtureHandler.large.count + 1000)
        #expect(memory.unparsed <= 64 * 1024)
        for _ in 0..<20 { driver.advance(milliseconds: 1000) }
        #expect(!driver.isOpen(peer))
        #expect(driver.statistics.timedOut == 1)
    }

    @Test("A peer that reads byte by byte is served until it stops reading")
    func readsSlowly() throws {
        let driver = try LoopDriver.make()
        let peer = driver.connect(request("GET", "/large").utf8, room: 0)
        for _ in 0..<100 {
            driver.makeSpace(peer, 1)
            driver.advance(milliseconds: 10_000)
        }
        #expect(driver.isOpen(peer))
        #expect(driver.sent(peer).count == 100)
        for _ in 0..<4 { driver.advance(milliseconds: 10_000) }
        #expect(!driver.isOpen(peer))
    }

    @Test("Answers that are sent a few bytes at a time are complete and in order", arguments: [1, 7, 1000])
    func smallRoom(_ bytes: Int) throws {
        let talk =
            request("GET", "/") + request("POST", "/echo", body: "one") + request("HEAD", "/") + request("GET", "/")
        let whole = try LoopDriver.make()
        let reader = whole.connect(talk.utf8, room: 1 << 20)
        while whole.work() {}
        let driver = try LoopDriver.make()
        let peer = driver.connect(talk.utf8, room: 0)
        for _ in 0..<(2000 / bytes + 10) {
            driver.makeSpace(peer, bytes)
            _ = driver.work()
        }
        #expect(driver.sent(peer) == whole.sent(reader))
        #expect(driver.text(peer).occurrences(of: "HTTP/1.1 200") == 4)
    }

    @Test("A stream whose client does not read is closed; the others get all events")
    func slowWatcher() throws {
        let driver = try LoopDriver.make { $0.watcherBacklogBytesMax = 1000 }
        let slow = driver.connect(request("GET", "/events").utf8, room: 300)
        let quick = driver.connect(request("GET", "/events").utf8, room: 1 << 20)
        for number in 0..<300 { driver.broadcast(3, StreamBytes(Array("data: \(number)\n\n".utf8))) }
        #expect(!driver.isOpen(slow) && driver.isOpen(quick))
        #expect(driver.text(quick).occurrences(of: "data: ") == 301)
        #expect(driver.statistics.watchersDropped == 1 && driver.statistics.streams == 1)
    }

    @Test("Peers that disconnect at any point leave no connection and no memory", arguments: 0..<8)
    func vanish(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let driver = try LoopDriver.make()
        let talk = Array(
            (request("POST", "/echo", body: "one") + request("GET", "/large") + request("GET", "/events")).utf8)
        for count in 0...talk.count {
            let peer = driver.connect(talk.prefix(count), room: Int.random(in: 0..<1000, using: &generator))
            if Bool.random(using: &generator) { _ = driver.work() }
            if Bool.random(using: &generator) { driver.reset(peer) } else { driver.finish(peer) }
            while driver.work() {}
            // A peer that has not read the answer has the deadline of a slow reader.
            for _ in 0..<4 where driver.isOpen(peer) { driver.advance(milliseconds: 10_000) }
            #expect(!driver.isOpen(peer), "after \(count) bytes")
        }
        #expect(driver.statistics.open == 0 && driver.statistics.streams == 0 && driver.bodyBytes == 0)
    }
}
#endif
