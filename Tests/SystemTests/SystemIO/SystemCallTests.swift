import Glibc
import TestSupport
import Testing

@testable import SystemIO

@Suite("System calls", .scheduled)
struct SystemCallTests {
    @Test("A new file is complete and private, and an existing one is not overwritten")
    func files() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("secret")
        try Files.create(path, Array("token".utf8), mode: 0o600)
        #expect(try Files.read(path, bytesMax: 100) == Array("token".utf8))
        #expect(try Files.read(path, bytesMax: 3).count == 3)
        #expect(throws: Errno.exists) { try Files.create(path, [], mode: 0o600) }
        let file = try ReadableFile(path)
        Files.remove(path)
        #expect(!Files.exists(path))
        #expect(try file.read(at: 2, bytesMax: 100) == Array("ken".utf8))
        #expect(throws: Errno(ENOENT)) { try ReadableFile(path) }
    }

    @Test(
        "Addresses are parsed and printed",
        arguments: [("127.0.0.1:80", "127.0.0.1:80"), ("[::1]:8080", "[::1]:8080"), ("*:1", "0.0.0.0:1")])
    func addresses(_ text: String, _ printed: String) throws {
        #expect(try #require(SocketAddress(text)).description == printed)
    }

    @Test("Invalid addresses are refused", arguments: ["", "80", "h:x", "h:70000", "127.0.0.1"])
    func noAddresses(_ text: String) { #expect(SocketAddress(text) == nil) }

    /// The next connection of a listener, if there is one.
    private func accepted(_ listener: Int32) -> Int32? {
        do throws(Errno) { return try Sockets.accept(listener).release() } catch { return nil }
    }

    /// Runs `body` with an accepted connection, whose peer has sent one byte and reads nothing.
    private func withAccepted(_ body: (Int32) throws -> Void) throws {
        let listener = try Sockets.listen(on: try #require(SocketAddress("127.0.0.1:0")), isShared: false).release()
        let client = try Sockets.connect(to: try Sockets.address(of: listener))
        defer { for descriptor in [listener, client] { Sockets.close(descriptor) } }
        try Sockets.sendAll(client, [1])
        var found: Int32?
        // accept(2) returns the connection when its bytes have arrived.
        _ = eventually {
            found = accepted(listener)
            return found != nil
        }
        let server = try #require(found)
        defer { Sockets.close(server) }
        try body(server)
    }

    @Test("Accepted connections have TCP_NODELAY and TCP_USER_TIMEOUT")
    func acceptedOptions() throws {
        let tcp = Int32(IPPROTO_TCP)
        try withAccepted { server in
            let noDelay = try SystemCall.option(server, tcp, TCP_NODELAY)
            let silence = try SystemCall.option(server, tcp, TCP_USER_TIMEOUT)
            #expect(noDelay != 0 && silence == Sockets.silenceMilliseconds)
        }
    }

    @Test("Mapped pages are zero and as many as requested")
    func pages() throws {
        let pages = try ZeroedPages(byteCount: 1 << 20)
        // The buffer is within the pages, which exist as long as the object.
        let bytes = unsafe UnsafeRawBufferPointer(start: pages.start, count: pages.byteCount)
        #expect(unsafe bytes.allSatisfy { $0 == 0 })
    }

    @Test("A queue keeps order, refuses elements over its limit, and ends when it is closed")
    func queue() throws {
        let queue = BlockingQueue<Int>(countMax: 3)
        #expect((1...4).map { queue.push($0) } == [true, true, true, false])
        #expect(queue.pop() == 1)
        // An element that is inserted first is accepted even if the queue is full.
        #expect((5...7).map { queue.pushFirst($0) } == [true, true, true])
        let thread = try Threads.start { queue.close() }
        thread.join()
        #expect(!queue.push(9) && !queue.pushFirst(9))
        #expect((0..<6).map { _ in queue.pop() } == [7, 6, 5, 2, 3, nil])
    }

    @Test("The system takes about a megabyte for a peer that reads nothing")
    func unsentBytes() throws {
        let bytes = [UInt8](repeating: 0, count: 4_096)
        try withAccepted { server in
            var taken = 0
            #expect(throws: Errno.wouldBlock) {
                while taken < 64 << 20 {
                    try Sockets.sendAll(server, bytes)
                    taken += bytes.count
                }
            }
            // One megabyte that is not sent, and what fits into the peer's buffer.
            #expect(taken >= 1 << 20 && taken < 2 << 20, "\(taken) bytes")
        }
    }

    @Test("A port in use is an error, also if it is shared")
    func portTaken() throws {
        let first = try Sockets.listen(on: try #require(SocketAddress("127.0.0.1:0")), isShared: true)
            .release()
        defer { Sockets.close(first) }
        let address = try Sockets.address(of: first)
        try Sockets.listen(on: address, isShared: true).close()
        #expect(throws: Errno.addressInUse) { try Sockets.listen(on: address, isShared: false).close() }
        #expect(throws: Errno.wouldBlock) { try Sockets.accept(first).close() }
    }

    @Test("A poller reports a wake-up, and nothing before it")
    func poller() throws {
        let poller = try Poller()
        let wakeUp = try WakeUp()
        try poller.watch(wakeUp.descriptor)
        #expect(try poller.wait(milliseconds: 0) == 0)
        wakeUp.signal()
        wakeUp.signal()
        #expect(try poller.wait(milliseconds: 1000) == 1)
        #expect(poller[0].descriptor == wakeUp.descriptor && poller[0].isReadable && !poller[0].isFinished)
        wakeUp.clear()
        #expect(try poller.wait(milliseconds: 0) == 0)
    }

    @Test("The monotonic clock does not go back")
    func clocks() {
        let first = MonotonicClock.milliseconds
        #expect(MonotonicClock.milliseconds >= first)
        #expect(WallClock.milliseconds > 1_700_000_000_000)
    }
}
