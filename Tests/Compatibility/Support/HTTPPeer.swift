import Foundation
import Glibc
import TestSupport

/// Sends one request to a server on this machine over a new connection and reads the bytes of the answer.
struct HTTPPeer: Sendable {
    /// The server's port on 127.0.0.1.
    let port: UInt16

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Longest time without a byte, in seconds.
    static let silenceSecondsMax = 30

    func send(_ request: RecordedRequest) throws -> RecordedAnswer {
        try send(request.wireText)
    }

    /// Sends a request's text; an event stream is read up to its first event.
    func send(_ text: String) throws -> RecordedAnswer {
        let socket = try connected()
        defer { close(socket) }
        let request = Array(text.utf8)
        guard unsafe Glibc.send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Failure(description: "the request was not sent: errno \(errno)")
        }
        var received: [UInt8] = []
        let separator = Array("\r\n\r\n".utf8)
        var end = received.firstRange(of: separator)
        while end == nil {
            guard try receive(from: socket, into: &received) else { throw Failure(description: "no answer to \(text)") }
            end = received.firstRange(of: separator)
        }
        let bodyStart = end?.upperBound ?? 0
        var answer = Self.head(String(decoding: received[..<(bodyStart - 4)], as: UTF8.self))
        let isComplete = Self.completion(of: answer, isHead: text.hasPrefix("HEAD "))
        while !isComplete(received[bodyStart...]) {
            guard try receive(from: socket, into: &received) else { break }
        }
        answer.body = Array(received[bodyStart...])
        // Not what a client sees of an answer: until 0.2.0 an event stream ended with its connection.
        answer.fields.removeAll { $0.name == "Transfer-Encoding" }
        if let chunked = ChunkedText(String(decoding: received, as: UTF8.self)) {
            answer.body = Array(chunked.content.utf8)
        }
        return answer
    }

    private static func head(_ text: String) -> RecordedAnswer {
        let lines = text.components(separatedBy: "\r\n")
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return RecordedField(
                name: String(parts[0]), value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return RecordedAnswer(status: status, fields: fields, body: [])
    }

    /// Returns a function that tests whether a body is complete (RFC 9112 section 6.3).
    private static func completion(of answer: RecordedAnswer, isHead: Bool) -> (ArraySlice<UInt8>) -> Bool {
        if isHead || answer.status == 204 || answer.status == 304 { return { _ in true } }
        if let length = answer.field("Content-Length").flatMap({ Int($0) }) { return { $0.count >= length } }
        if answer.field("Content-Type")?.hasPrefix("text/event-stream") == true {
            let end = answer.field("Transfer-Encoding") == nil ? "\n\n" : "\n\n\r\n"
            return { String(decoding: $0, as: UTF8.self).contains(end) }
        }
        if answer.field("Transfer-Encoding") != nil { return { $0.suffix(5) == Array("0\r\n\r\n".utf8)[...] } }
        return { _ in false }
    }

    private func receive(from socket: Int32, into bytes: inout [UInt8]) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(socket, &chunk, chunk.count, 0)
        guard count >= 0 else { throw Failure(description: "the server sent nothing: errno \(errno)") }
        bytes += chunk.prefix(count)
        return count > 0
    }

    private func connected() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: Self.silenceSecondsMax, tv_usec: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The struct is passed with its own size; sockaddr is only a view of it.
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        guard status == 0 else {
            close(descriptor)
            throw Failure(description: "no connection to port \(port): errno \(errno)")
        }
        return descriptor
    }
}
