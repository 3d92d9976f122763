import SystemIO

/// A keep-alive connection to a server, for one request after the other.
final class ControlConnection {
    /// A complete answer.
    struct Reply {
        let status: Int
        let content: [UInt8]
    }

    private let descriptor: Int32

    /// Opens the connection.
    init(_ address: SocketAddress) throws { descriptor = try Sockets.connect(to: address) }

    deinit { Sockets.close(descriptor) }

    /// Sends a request and waits for the complete answer.
    func exchange(_ request: [UInt8]) throws -> Reply {
        try Sockets.sendAll(descriptor, request)
        var bytes: [UInt8] = []
        var head: Int?
        while true {
            let count = head == nil ? Self.headBytes : Self.contentBytes
            let piece = try Sockets.receive(descriptor, countMax: count)
            guard !piece.isEmpty else { throw BenchError("the server closed the connection") }
            bytes = bytes.isEmpty ? piece : bytes + piece
            if head == nil { head = Self.headEnd(bytes) }
            guard let head else { continue }
            let length = Self.contentLength(bytes[..<head])
            guard bytes.count < head + length else {
                let status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }
                return Reply(status: status, content: Array(bytes[head...]))
            }
            return try rest(bytes, whole: head + length, head: head)
        }
    }

    /// Sends a request; throws if the answer has another status.
    @discardableResult
    func ask(_ request: [UInt8], expecting status: Int) throws -> [UInt8] {
        let reply = try exchange(request)
        guard reply.status == status else {
            let head = String(decoding: request.prefix { $0 != 0x0D }, as: UTF8.self)
            let text = String(decoding: reply.content.prefix(1_000), as: UTF8.self)
            throw BenchError("\(head): \(reply.status) instead of \(status): \(text)")
        }
        return reply.content
    }

    private func rest(_ start: [UInt8], whole: Int, head: Int) throws -> Reply {
        var bytes = start
        bytes.reserveCapacity(whole)
        while bytes.count < whole {
            let piece = try Sockets.receive(descriptor, countMax: min(whole - bytes.count, Self.contentBytes))
            guard !piece.isEmpty else { throw BenchError("the server closed the connection") }
            bytes += piece
        }
        return Reply(status: bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }, content: Array(bytes[head...]))
    }

    /// Where the content begins; nil while the head is incomplete.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A { return index + 1 }
            index += 1
        }
        return nil
    }

    /// The value of `Content-Length`, which our server always sends with this spelling; 0 without it.
    private static func contentLength(_ head: ArraySlice<UInt8>) -> Int {
        let name = Array("\nContent-Length: ".utf8)
        var index = head.startIndex
        while index + name.count < head.endIndex {
            if head[index] == 0x0A, head[index..<(index + name.count)].elementsEqual(name) {
                return head[(index + name.count)...].prefix { $0 >= 48 && $0 < 58 }
                    .reduce(0) { $0 * 10 + Int($1) - 48 }
            }
            index += 1
        }
        return 0
    }

    private static let headBytes = 4_096
    private static let contentBytes = 1 << 18
}
