import HTTPServing
import HTTPWire
import SystemIO
import TestSupport
import Testing

@Suite("Event streams", .scheduled)
struct WatcherTests {
    /// The client of a stream, which expects a number of bytes.
    private struct Watcher {
        let descriptor: Int32
        var received = 0
    }

    private func watch(_ address: SocketAddress, from source: Int) throws -> Int32 {
        let descriptor = try Sockets.connect(to: address, fromLoopback: source)
        try Sockets.sendAll(descriptor, Array("GET /events HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        var text = ""
        while !text.hasSuffix("data: first\n\n\r\n") {
            let bytes = try Sockets.receive(descriptor, countMax: 4096)
            try #require(!bytes.isEmpty, "\(text)")
            text += String(decoding: bytes, as: UTF8.self)
        }
        return descriptor
    }

    @Test("hundreds of streams get all events, and one whose client never reads is closed without delay")
    func slowWatcher() throws {
        let running = try RunningServer.make(loops: 2) { $0.watcherBacklogBytesMax = 200_000 }
        var watchers = try (0..<300).map { Watcher(descriptor: try watch(running.address, from: $0 % 100)) }
        let deaf = try watch(running.address, from: 101)
        defer { for descriptor in watchers.map(\.descriptor) + [deaf] { Sockets.close(descriptor) } }
        #expect(running.server.statistics.streams == 301)
        // Larger than the unread rest of clients that read, so that only the other one exceeds the backlog.
        let event = StreamBytes(Array(repeating: UInt8(ascii: "x"), count: 50_000) + Array("\n\n".utf8))
        var rounds = 0
        while running.server.statistics.watchersDropped == 0 {
            rounds += 1
            // 400 events are more than the socket buffers of both sides and the backlog can hold.
            try #require(rounds < 400, "nobody was dropped")
            running.server.broadcast(3, event, number: rounds)
            for index in watchers.indices {
                while watchers[index].received < rounds * event.chunk.count {
                    let bytes = try Sockets.receive(watchers[index].descriptor, countMax: event.chunk.count)
                    try #require(!bytes.isEmpty, "watcher \(index) was dropped in round \(rounds)")
                    watchers[index].received += bytes.count
                }
            }
        }
        #expect(running.server.statistics.watchersDropped == 1)
        #expect(running.server.statistics.streams == 300)
        running.server.broadcast(3, event, number: rounds + 1)
        for watcher in watchers {
            var left = event.chunk.count
            while left > 0 {
                let bytes = try Sockets.receive(watcher.descriptor, countMax: left)
                try #require(!bytes.isEmpty)
                left -= bytes.count
            }
        }
    }
}
