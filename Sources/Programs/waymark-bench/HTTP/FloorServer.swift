import SystemIO

/// The baseline of the comparisons: an epoll loop that answers every arrival with the same bytes and parses nothing.
///
/// No HTTP server on this machine can be faster; the difference to it is the cost of HTTP.
enum FloorServer {
    /// Serves until the process is ended.
    static func serve(_ address: SocketAddress, answer: [UInt8]) throws {
        let listener = try Sockets.listen(on: address, isShared: false).release()
        let poller = try Poller()
        try poller.watch(listener)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            for index in 0..<(try poller.wait(milliseconds: -1)) {
                let descriptor = poller[index].descriptor
                if descriptor == listener {
                    try accept(listener, poller)
                } else {
                    reply(descriptor, &buffer, answer)
                }
            }
        }
    }

    private static func accept(_ listener: Int32, _ poller: Poller) throws {
        do throws(Errno) {
            while true { try poller.watchArrivals(try Sockets.accept(listener).release()) }
        } catch {
            guard error == .wouldBlock else { throw error }
        }
    }

    @inline(__always)
    private static func reply(_ descriptor: Int32, _ buffer: inout [UInt8], _ answer: [UInt8]) {
        // Unsafe: each array lends its memory, with its own count, for one system call.
        let received = unsafe buffer.withUnsafeMutableBytes { raw in
            guard let start = raw.baseAddress else { return 0 }
            return (try? unsafe Sockets.receive(descriptor, into: start, count: raw.count)) ?? -1
        }
        guard received != 0 else { return Sockets.close(descriptor) }
        guard received > 0 else { return }
        let isSent = unsafe answer.withUnsafeBytes { raw in
            guard let start = raw.baseAddress else { return false }
            return (try? unsafe Sockets.send(descriptor, start, count: raw.count)) == raw.count
        }
        if !isSent { Sockets.close(descriptor) }
    }
}
