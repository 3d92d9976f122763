import Foundation
import Glibc

/// A server on 127.0.0.1 that sends the bytes that a test gives it, HTTP or not.
package final class LoopbackServer: Sendable {
    /// The answer to one request.
    package struct Reply: Sendable {
        /// The bytes to send, in pieces.
        package var pieces: [[UInt8]]
        /// The pause before each piece.
        package var pause: Duration
        /// Whether to close the connection afterwards.
        package var closes: Bool
        /// Whether the connection also gets the texts of ``LoopbackServer/push(_:)``.
        package var isStream = false

        /// Makes a reply of raw pieces.
        package init(_ pieces: [[UInt8]], pause: Duration = .zero, closes: Bool = false) {
            self.pieces = pieces
            self.pause = pause
            self.closes = closes
        }

        /// A reply of raw text.
        package static func raw(_ text: String, closes: Bool = false) -> Reply {
            Reply([Array(text.utf8)], closes: closes)
        }

        /// The beginning of an answer that ``LoopbackServer/push(_:)`` continues, and that ends with the connection.
        package static func stream(type: String = "text/event-stream", _ text: String) -> Reply {
            var reply = Reply.raw("HTTP/1.1 200 Scripted\r\nContent-Type: \(type)\r\n\r\n" + text)
            reply.isStream = true
            return reply
        }

        /// A well-formed answer.
        package static func http(
            _ status: Int, type: String = "application/json", fields: [String] = [], _ content: [UInt8] = []
        ) -> Reply {
            let head = ["HTTP/1.1 \(status) Scripted", "Content-Type: \(type)", "Content-Length: \(content.count)"]
            return Reply([Array(((head + fields).joined(separator: "\r\n") + "\r\n\r\n").utf8) + content])
        }
    }

    private struct State {
        var requests: [String] = []
        var connections: [Int32] = []
        var streams: Set<Int32> = []
        var accepted = 0
        var isStopped = false
    }

    /// The port of the server.
    package let port: UInt16
    private let listener: Int32
    // NSLock is fast enough: a test uses this state a few times.
    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()  // Only between lock and unlock, in `guarded`.
    private let answer: @Sendable (String) -> Reply

    /// Starts the server; the closure gets each request's text, head and content, and returns the reply.
    package init(_ answer: @escaping @Sendable (String) -> Reply) throws {
        self.answer = answer
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The struct is passed with its own size; sockaddr is only a view of it.
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { view in
                unsafe bind(descriptor, view, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, view, &size) == 0
            }
        }
        guard descriptor >= 0, bound else { throw POSIXError(.EADDRNOTAVAIL) }
        listener = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                guard let self, self.welcome(connection) else {
                    close(connection)
                    return
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit { stop() }

    /// `http://127.0.0.1:PORT`.
    package var base: String { "http://127.0.0.1:\(port)" }
    /// The requests so far, each with head and content.
    package var requests: [String] { guarded { $0.requests } }
    /// How many connections were made.
    package var connections: Int { guarded { $0.accepted } }

    /// Closes all connections and stops listening.
    package func stop() {
        let first = guarded { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        // The flag is set before, so that no connection is accepted afterwards.
        hangUp()
        // Its thread closes the listener: if it were closed here, another socket could get its number before `accept`
        // returns.
        if first { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    /// Closes all connections and continues to listen.
    package func hangUp() {
        guarded { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Sends a text to every stream; returns the number of streams.
    @discardableResult
    package func push(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return guarded { state in
            for stream in state.streams {
                _ = unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.send(stream, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            return state.streams.count
        }
    }

    private func guarded<Answer>(_ work: (inout State) -> Answer) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        return unsafe work(&state)
    }

    private func welcome(_ connection: Int32) -> Bool {
        guarded { state in
            guard !state.isStopped else { return false }
            state.accepted += 1
            state.connections.append(connection)
            return true
        }
    }

    private func serve(_ connection: Int32) {
        defer {
            guarded { state in
                state.connections.removeAll { $0 == connection }
                state.streams.remove(connection)
            }
            // A child process that another test starts may hold a copy, which would keep the connection open.
            shutdown(connection, Int32(SHUT_RDWR))
            close(connection)
        }
        var pending = ""
        while let request = nextRequest(connection, &pending) {
            guarded { $0.requests.append(request) }
            let reply = answer(request)
            if reply.isStream {
                // In one step, so that a client that has the beginning also gets all texts that are pushed later.
                let begun = guarded { state in
                    state.streams.insert(connection)
                    return send(reply, to: connection)
                }
                guard begun else { return }
            } else {
                guard send(reply, to: connection), !reply.closes else { return }
            }
        }
    }

    /// - Returns: whether all pieces were sent.
    private func send(_ reply: Reply, to connection: Int32) -> Bool {
        for piece in reply.pieces {
            if reply.pause > .zero { usleep(UInt32(reply.pause / .microseconds(1))) }
            let sent = unsafe piece.withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent == piece.count else { return false }
        }
        return true
    }

    private func nextRequest(_ connection: Int32, _ pending: inout String) -> String? {
        while true {
            if let end = pending.range(of: "\r\n\r\n") {
                let head = pending[..<end.upperBound]
                let length =
                    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
                let rest = pending[end.upperBound...]
                if rest.utf8.count >= length {
                    defer { pending = "" }
                    return pending
                }
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let got = unsafe recv(connection, &buffer, buffer.count, 0)
            guard got > 0 else { return nil }
            pending += String(decoding: buffer.prefix(got), as: UTF8.self)
        }
    }
}
