#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import Synchronization
import SystemIO
import TestSupport
import Testing
import WireConformance

/// A file in memory that records how it is read.
private final class RecordedFile: Sendable {
    let bytes: [UInt8]
    /// Offsets and counts of the reads.
    let reads = Mutex<[Range<Int>]>([])
    let ends = Atomic(0)
    private let available: Int
    private let beforeRead: @Sendable () -> Void

    /// A file of `count` bytes, of which only `available` can be read.
    init(_ count: Int, available: Int = .max, beforeRead: @escaping @Sendable () -> Void = {}) {
        bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        self.available = available
        self.beforeRead = beforeRead
    }

    var answer: AnswerFile {
        AnswerFile(
            byteCount: bytes.count,
            read: { [self] offset, count in
                beforeRead()
                reads.withLock { $0.append(offset..<offset + count) }
                return Array(bytes[offset..<max(offset, min(offset + count, available))])
            }, end: { [self] in ends.add(1, ordering: .relaxed) })
    }

    var handler: FixtureHandler { FixtureHandler { self.answer } }
    var ended: Int { ends.load(ordering: .relaxed) }
}

@Suite("Answers that are files", .scheduled)
struct FileAnswerTests {
    private static let part = 256 * 1024

    private func ask(_ driver: LoopDriver, room: Int) -> Int32 {
        let peer = driver.connect(request("GET", "/file").utf8, room: room)
        #expect(driver.work())
        return peer
    }

    /// The bytes after the answer's head.
    private func body(_ bytes: [UInt8]) throws -> ArraySlice<UInt8> {
        bytes[try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8))).upperBound...]
    }

    @Test("While a part is read, the loop answers other connections")
    func slowDisk() throws {
        let disk = Signal()
        let file = RecordedFile(1_000_001) { disk.wait() }
        let running = try RunningServer.make(handler: file.handler)
        let (slow, other) = (running.client(), running.client())
        slow.send(request("GET", "/file"))
        slow.wait { $0.contains("\r\n\r\n") }
        for count in 1...3 {
            other.send(request("GET", "/"))
            other.wait { $0.occurrences(of: "hello") == count }
        }
        #expect(String(decoding: other.received, as: UTF8.self).occurrences(of: "hello") == 3 && file.ended == 0)
        for _ in 0..<4 { disk.send() }
        let whole = try slow.received.count + 1_000_001 - body(slow.received).count
        slow.wait(forMoreThan: whole - 1)
        #expect(try body(slow.received).elementsEqual(file.bytes) && file.ended == 1)
    }

    @Test("A file of an odd length arrives in order, whatever its client accepts at a time, with two parts in memory")
    func parts() throws {
        let file = RecordedFile(3_000_017)
        let driver = try LoopDriver.make(handler: file.handler)
        let peer = ask(driver, room: 1)
        var random = SystemRandomNumberGenerator()
        var heldMax = 0
        while driver.state(peer).phase == .writing {
            if driver.readFile() { continue }
            heldMax = max(heldMax, driver.heldBytes)
            driver.makeSpace(peer, .random(in: 1...400_000, using: &random))
        }
        #expect(try body(driver.sent(peer)).elementsEqual(file.bytes))
        #expect(heldMax > Self.part && heldMax < 2 * Self.part + 8192 && driver.heldBytes == 0 && file.ended == 1)
        let reads = file.reads.withLock { $0 }
        #expect(reads.map(\.count) == Array(repeating: Self.part, count: 11) + [3_000_017 - 11 * Self.part])
        #expect(zip(reads, reads.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        // The connection is idle and can be used again.
        driver.makeSpace(peer, 1000)
        driver.deliver(peer, request("GET", "/").utf8)
        #expect(driver.text(peer).hasSuffix("hello"))
    }

    @Test("Requests behind a file are answered after it")
    func pipelined() throws {
        let file = RecordedFile(Self.part * 2 + 1)
        let driver = try LoopDriver.make(handler: file.handler)
        let both = request("GET", "/file") + request("GET", "/")
        let peer = driver.connect(both.utf8, room: 1 << 24)
        #expect(driver.work())
        #expect(!driver.text(peer).contains("hello"))
        while driver.readFile() {}
        #expect(driver.text(peer).hasSuffix("hello") && driver.state(peer).phase == .idle)
    }

    @Test("A file that ends before its Content-Length closes the connection", arguments: [0, 256 * 1024, 300_000])
    func short(available: Int) throws {
        let file = RecordedFile(600_000, available: available)
        let driver = try LoopDriver.make(handler: file.handler)
        let peer = ask(driver, room: 1 << 24)
        while driver.readFile() {}
        #expect(!driver.isOpen(peer) && driver.heldBytes == 0 && file.ended == 1)
        #expect(try body(driver.sent(peer)).elementsEqual(file.bytes.prefix(available / Self.part * Self.part)))
    }

    @Test(
        "A connection that closes while a part is read frees its memory and the file; the next one gets nothing of it")
    func closed() throws {
        let file = RecordedFile(3_000_017)
        let driver = try LoopDriver.make(handler: file.handler)
        let peer = ask(driver, room: 1000)
        #expect(driver.readFile() && driver.heldBytes > Self.part)
        driver.reset(peer)
        #expect(!driver.isOpen(peer) && driver.heldBytes == 0)
        // Another connection gets the number.
        var next = driver.connect(room: 1000)
        while next != peer {
            driver.finish(next)
            next = driver.connect(room: 1000)
        }
        while driver.readFile() {}
        #expect(file.ended == 1 && driver.isOpen(next) && driver.memory(next) == nil)
        driver.deliver(next, request("GET", "/").utf8)
        #expect(driver.text(next).hasPrefix("HTTP/1.1 200 OK") && driver.text(next).hasSuffix("hello"))
    }

    @Test("A client is not closed while the disk is late, and is closed if it takes nothing")
    func deadlines() throws {
        let file = RecordedFile(400_001)
        let driver = try LoopDriver.make(handler: file.handler) { $0.timeouts.write = 2000 }
        let peer = ask(driver, room: 1000)
        for _ in 0..<20 { driver.advance(milliseconds: 1000) }
        #expect(driver.isOpen(peer) && driver.statistics.timedOut == 0)
        while driver.readFile() {}
        for _ in 0..<4 { driver.advance(milliseconds: 1000) }
        #expect(!driver.isOpen(peer) && driver.statistics.timedOut == 1 && driver.heldBytes == 0)
        while driver.readFile() {}
        #expect(file.ended == 1)
    }

    @Test("A server with little memory for connections reads smaller parts")
    func littleMemory() throws {
        let file = RecordedFile(100_000)
        let driver = try LoopDriver.make(handler: file.handler) { $0.heldBytesMax = 400_000 }
        let peer = ask(driver, room: 1000)
        while driver.readFile() {}
        // Two loops: each has half, a quarter of it is for administrators, and a part is a quarter of that.
        #expect(file.reads.withLock { $0.map(\.count).max() } == 12_500)
        #expect(driver.isOpen(peer) && driver.heldBytes < 2 * 12_500 + 1000)
    }

    @Test("HEAD gets no file, and the file ends at once")
    func head() throws {
        let file = RecordedFile(100_000)
        let driver = try LoopDriver.make(handler: file.handler)
        let peer = driver.connect(request("HEAD", "/file").utf8, room: 1000)
        #expect(driver.work())
        while driver.readFile() {}
        #expect(driver.text(peer).contains("Content-Length: 100000") && driver.text(peer).hasSuffix("\r\n\r\n"))
        #expect(file.ended == 1 && file.reads.withLock { $0.isEmpty } && driver.state(peer).phase == .idle)
    }

    @Test("A server that stops ends the files of its connections, also if a part is being read")
    func stopping() throws {
        let (disk, isReading) = (Signal(), Signal())
        let file = RecordedFile(1_000_001) {
            isReading.send()
            disk.wait()
        }
        let running = try RunningServer.make(handler: file.handler)
        let client = running.client()
        client.send(request("GET", "/file"))
        isReading.wait()
        let stopping = try running.beginStop(within: 0)
        client.wait()
        #expect(client.isClosed && file.ended == 0)
        disk.send()
        stopping.join()
        #expect(file.ended == 1 && running.server.statistics.open == 0)
    }
}
#endif
