import SystemIO

/// A kept connection to a server, for one request after the other.
final class ControlConnection {
    /// A whole answer.
    struct Reply {
        let status: Int
        let content: [UInt8]
    }

    private let descriptor: Int32

    /// Connects.
    init(_ address: SocketAddress) throws { descriptor = try Sockets.connect(to: address) }

    deinit { Sockets.close(descriptor) }

    /// Sends a request and waits for its whole answer.
    func exchange(_ request: [UInt8]) throws -> Reply {
        try Sockets.sendAll(descriptor, request)
        var bytes: [UInt8] = []
        var head: Int?
        while true {
            let room = head == nil ? Self.headRoom : Self.contentRoom
            let piece = try Sockets.receive(descriptor, countMax: room)
            guard !piece.isEmpty else { throw BenchError("the server hung up") }
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

    /// Sends a request; throws where the answer has another status.
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
            let piece = try Sockets.receive(descriptor, countMax: min(whole - bytes.count, Self.contentRoom))
            guard !piece.isEmpty else { throw BenchError("the server hung up") }
            bytes += piece
        }
        return Reply(status: bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }, content: Array(bytes[head...]))
    }

    /// Where the content begins; nil while the head is not whole.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A { return index + 1 }
            index += 1
        }
        return nil
    }

    /// The number behind `Content-Length:`; our server always says it here, in this spelling.
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

    private static let headRoom = 4_096
    private static let contentRoom = 1 << 18
}
