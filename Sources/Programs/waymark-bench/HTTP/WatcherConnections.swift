import SystemIO

/// Thousands of event streams on one thread; records when each receives an event.
final class WatcherConnections {
    private let poller: Poller
    private var descriptors: [Int32] = []
    /// Bytes received since the last publish, by index in `descriptors`.
    private var received: [Int] = []
    /// Index in `descriptors`, by descriptor.
    private var places: [Int]

    /// The number of streams.
    var count: Int { descriptors.count }

    /// Opens the streams and reads the first event of each.
    ///
    /// - Parameters:
    ///   - count: the number of streams.
    ///   - address: the server.
    ///   - target: the stream's path.
    /// - Throws: the first error of a stream.
    init(_ count: Int, _ address: SocketAddress, _ target: String) throws {
        poller = try Poller()
        places = Array(repeating: 0, count: count + 4_096)
        received = Array(repeating: 0, count: count)
        let request = LoadPlan.request(target, address, ["Accept: text/event-stream"])
        for place in 0..<count {
            let descriptor = try Sockets.connect(to: address, fromLoopback: place % LoadLimits.sources)
            guard Int(descriptor) < places.count else { throw BenchError("descriptors are not small") }
            descriptors.append(descriptor)
            places[Int(descriptor)] = place
            try Sockets.sendAll(descriptor, request)
            try Self.readFirst(descriptor)
            try poller.watch(descriptor)
        }
    }

    deinit { for descriptor in descriptors { Sockets.close(descriptor) } }

    /// Reads until the first event is whole.
    private static func readFirst(_ descriptor: Int32) throws {
        var text = ""
        while !(text.contains("\r\n\r\n") && text.hasSuffix("\n\n\r\n")) {
            let bytes = try Sockets.receive(descriptor, countMax: LoadLimits.headBytesMax)
            guard !bytes.isEmpty else { throw BenchError("a stream ended at once: \(text)") }
            text += String(decoding: bytes, as: UTF8.self)
        }
        guard text.hasPrefix("HTTP/1.1 200 ") else { throw BenchError("no stream: \(text)") }
    }

    /// Waits until every stream has received something.
    ///
    /// - Parameter began: the start of all times, in nanoseconds.
    /// - Returns: for each stream the milliseconds until its first byte, sorted.
    /// - Throws: if a stream has received nothing within `LoadLimits.silenceMilliseconds`, or another number of bytes.
    func waitForAll(since began: Int64) throws -> [Double] {
        for place in received.indices { received[place] = 0 }
        var times: [Double] = []
        times.reserveCapacity(count)
        let end = began + Int64(LoadLimits.silenceMilliseconds) * 1_000_000
        var now = MonotonicClock.nanoseconds
        while times.count < count {
            guard now < end else { throw BenchError("\(count - times.count) streams received nothing") }
            let events = try poller.wait(milliseconds: Cores.areSeparate ? 0 : 100)
            now = MonotonicClock.nanoseconds
            for index in 0..<events {
                let descriptor = poller[index].descriptor
                let bytes = try Sockets.discard(descriptor, countMax: LoadLimits.discardBytesMax)
                guard bytes > 0 else { throw BenchError("the server closed a stream") }
                let place = places[Int(descriptor)]
                if received[place] == 0 { times.append(Double(now - began) / 1_000_000) }
                received[place] += bytes
            }
        }
        guard received.allSatisfy({ $0 == received[0] }) else {
            throw BenchError("the streams received different numbers of bytes")
        }
        return times.sorted()
    }
}
