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

    /// What the server reported about answers with the file.
    let drops = Mutex<[DroppedDownload]>([])

    var handler: FixtureHandler {
        FixtureHandler(
            file: { self.answer }, dropped: { [self] download in drops.withLock { $0.append(download) } })
    }
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
        let drops = file.drops.withLock { $0 }
        #expect(drops.map(\.reason) == [.unreadable] && drops[0].byteCount == 600_000)
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
        for _ in 0..<300 { driver.advance(milliseconds: 1000) }
        #expect(driver.isOpen(peer) && driver.statistics.timedOut == 0)
        while driver.readFile() {}
        for _ in 0..<4 { driver.advance(milliseconds: 1000) }
        #expect(!driver.isOpen(peer) && driver.statistics.timedOut == 1 && driver.heldBytes == 0)
        #expect(file.drops.withLock { $0.map(\.reason) } == [.slowClient] && driver.statistics.downloadsDropped == 0)
        while driver.readFile() {}
        #expect(file.ended == 1)
    }

    /// A client of a file of 1 MB that takes `first` bytes at once, and then `step` bytes each second for ten minutes.
    ///
    /// - Returns: the seconds until the connection was closed or had taken all, and the report of the server.
    private func take(
        first: Int = 0, step: Int, least: Int = 1000
    ) throws -> (seconds: Int, drop: DroppedDownload?, count: Int) {
        let file = RecordedFile(1_000_000)
        let driver = try LoopDriver.make(handler: file.handler) {
            $0.downloadBytesPerSecondMin = least
            $0.downloadGraceMilliseconds = 20_000
        }
        let peer = ask(driver, room: 200 + first)
        var seconds = 0
        while seconds < 600, driver.isOpen(peer), driver.state(peer).phase == .writing {
            while driver.readFile() {}
            driver.makeSpace(peer, step)
            driver.advance(milliseconds: 1000)
            seconds += 1
        }
        while driver.readFile() {}
        #expect(driver.isOpen(peer) || file.ended == 1 && driver.heldBytes == 0)
        return (seconds, file.drops.withLock { $0.first }, driver.statistics.downloadsDropped)
    }

    @Test("A client that takes less than the least rate is closed after the grace, however fast it began")
    func slowClients() throws {
        for first in [0, 700_000] {
            let (seconds, drop, count) = try take(first: first, step: 1)
            #expect((19...22).contains(seconds) && count == 1)
            #expect(drop?.reason == .slowClient && drop?.byteCount == 1_000_000)
            #expect(abs((drop?.takenBytes ?? 0) - first) < 300 && drop?.milliseconds == Int64(seconds) * 1000)
        }
        // Half of the rate gives half of the time back.
        #expect((38...42).contains(try take(step: 500).seconds))
    }

    @Test("A client at the least rate is never closed, nor any client without a least rate")
    func patience() throws {
        #expect(try take(step: 1000).count == 0)
        #expect(try take(step: 1, least: 0).count == 0)
        let (seconds, drop, count) = try take(step: 20_000)
        #expect(seconds < 60 && drop == nil && count == 0)
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

    @Test("The kernel keeps little of a file for a client that does not read, and the client gets all when it reads")
    func kernelBuffer() throws {
        let count = 12 << 20
        let file = AnswerFile(
            byteCount: count, read: { _, count in [UInt8](repeating: 0x61, count: count) }, end: {})
        let running = try RunningServer.make(handler: FixtureHandler(file: { file }))
        let client = running.client()
        client.send(request("GET", "/file"))
        // Two parts are in memory only when the socket takes no more.
        #expect(eventually { running.server.statistics.held.strangers > Self.part })
        #expect(running.server.statistics.bytesSent < 2 << 20)
        client.wait(forMoreThan: count)
        #expect(client.received.count > count && running.server.statistics.bytesSent > count)
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
