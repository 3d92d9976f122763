import HTTPWire

extension FuzzTarget {
    /// Answers: whatever pieces they come in, they are understood as the same, or refused for the same reason; nothing
    /// follows an end.
    ///
    /// The first byte says how long the pieces are, and whether the request was HEAD.
    static let response = FuzzTarget(
        name: "response",
        seeds: [
            "\u{2}HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\nConnection: close\r\n\r\nhello",
            "\u{4}HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"y\"\r\nabc\r\n0\r\nT: v\r\n\r\n",
            "\u{3}HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 9\r\n\r\n",
            "\u{6}HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n", "\u{8}HTTP/1.1 204 No\r\n\r\nmore",
            "\u{1}HTTP/1.1 200 OK\r\n\r\nuntil the end",
        ]
    ) { bytes in
        guard let first = bytes.first else { return }
        let stream = Array(bytes.dropFirst())
        let whole = understand(stream, toHead: first & 1 == 1, pieces: stream.count)
        let pieces = understand(stream, toHead: first & 1 == 1, pieces: 1 + Int(first >> 1))
        precondition(whole == pieces, "the same answer in other pieces means something else: \(whole), \(pieces)")
    }

    private struct Understood: Equatable {
        var status = 0
        var fields: [HeaderField] = []
        var content: [UInt8] = []
        var hasEnded = false
        var refusal: ResponseRefusal?
    }

    private static func understand(_ stream: [UInt8], toHead isHead: Bool, pieces: Int) -> Understood {
        var parser = ResponseParser(toHead: isHead)
        var understood = Understood()
        do throws(ResponseRefusal) {
            for start in stride(from: 0, to: stream.count, by: max(1, pieces)) {
                take(try parser.feed(Array(stream[start...].prefix(pieces))), &understood)
            }
            take(try parser.finish(), &understood)
        } catch {
            // What came before a refusal depends on where the pieces end; that it is refused does not.
            understood = Understood(refusal: error)
        }
        return understood
    }

    private static func take(_ pieces: [ResponseParser.Piece], _ understood: inout Understood) {
        for piece in pieces {
            precondition(!understood.hasEnded, "something follows the end")
            switch piece {
            case .head(let status, let fields): (understood.status, understood.fields) = (status, fields)
            case .content(let bytes): understood.content += bytes
            case .end: understood.hasEnded = true
            }
        }
    }
}
