import HTTPServing
import HTTPWire

extension FuzzTarget {
    /// Request heads: no beginning of a head is complete, and a chunked body ends inside the bytes.
    static let request = FuzzTarget(
        name: "request",
        seeds: [
            "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "POST /a?b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
            "PUT http://h/a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\n",
            "OPTIONS * HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
        ]
    ) { bytes in
        var parser = RequestParser()
        guard case .complete = parser.parse(bytes, from: 0) else { return }
        let end = parser.head.end
        precondition(end <= bytes.count, "the head ends beyond the bytes")
        for count in stride(from: 0, to: end, by: 7) {
            var partial = RequestParser()
            if case .complete = partial.parse(Array(bytes[..<count]), from: 0) {
                preconditionFailure("a head of \(end) bytes was complete after \(count)")
            }
        }
        guard case .chunked = parser.head.framing else { return }
        var decoder = ChunkedDecoder(bytesMax: 1 << 16)
        guard let next = try? decoder.feed(bytes, from: end) else { return }
        precondition(next <= bytes.count && next >= end, "the body ends outside the bytes")
    }

    /// Answers: parsed in pieces of any size they give the same result or the same refusal, and nothing after the end.
    ///
    /// The first byte of the input has the size of the pieces, and whether the request was HEAD.
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
        let whole = parse(stream, toHead: first & 1 == 1, pieces: stream.count)
        let pieces = parse(stream, toHead: first & 1 == 1, pieces: 1 + Int(first >> 1))
        precondition(whole == pieces, "the same answer in other pieces has another result: \(whole), \(pieces)")
    }

    private struct Parsed: Equatable {
        var status = 0
        var fields: [HeaderField] = []
        var content: [UInt8] = []
        var hasEnded = false
        var refusal: ResponseRefusal?
    }

    private static func parse(_ stream: [UInt8], toHead isHead: Bool, pieces: Int) -> Parsed {
        var parser = ResponseParser(toHead: isHead)
        var parsed = Parsed()
        do throws(ResponseRefusal) {
            for start in stride(from: 0, to: stream.count, by: max(1, pieces)) {
                take(try parser.feed(Array(stream[start...].prefix(pieces))), &parsed)
            }
            take(try parser.finish(), &parsed)
        } catch {
            // What was parsed before a refusal depends on the pieces; the refusal itself does not.
            parsed = Parsed(refusal: error)
        }
        return parsed
    }

    private static func take(_ pieces: [ResponseParser.Piece], _ parsed: inout Parsed) {
        for piece in pieces {
            precondition(!parsed.hasEnded, "the parser continues after the end")
            switch piece {
            case .head(let status, let fields): (parsed.status, parsed.fields) = (status, fields)
            case .content(let bytes): parsed.content += bytes
            case .end: parsed.hasEnded = true
            }
        }
    }
}

#if DEBUG

extension FuzzTarget {
    /// Connections: the event loop with a simulated peer, workers and clock; see `ConnectionSimulation`.
    ///
    /// The first byte is the length of the script that follows; the remaining bytes are sent by the peer.
    static let connection = FuzzTarget(
        name: "connection",
        seeds: [
            "\u{2}\u{1}\u{5}GET / HTTP/1.1\r\nHost: h\r\n\r\nHEAD /b HTTP/1.1\r\nHost: h\r\n\r\nGET /n HTTP/1.0\r\n\r\n",
            "\u{3}\u{8}\u{4}\u{5}POST /w HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nHost: h\r\n\r\n",
            "\u{5}\u{9}\u{12}\u{4}\u{7}\u{5}PUT /w HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
            "\u{4}\u{40}\u{6}\u{7}\u{4}GET /e HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\n",
            "\u{1}\u{3}POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 40\r\n\r\n0123456789012345678901234567890123456789GET /b HTTP/1.1\r\nHost: h\r\n\r\nPOST /w HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n",
            "\u{4}\u{3c}\u{5}\u{7f}\u{4}GET /wkl HTTP/1.1\r\nHost: h\r\n\r\nGET /wxr HTTP/1.1\r\nHost: h\r\n\r\nPOST /wk HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
        ]
    ) { bytes in
        let count = min(Int(bytes.first ?? 0) & 31, max(0, bytes.count - 1))
        let script = Array(bytes.dropFirst().prefix(count))
        let stream = Array(bytes.dropFirst(1 + count))
        var direct = ConnectionSimulation(stream, script: [])
        let whole = direct.run()
        guard !script.isEmpty else { return }
        var play = ConnectionSimulation(stream, script: script)
        let pieces = play.run()
        guard play.isComparable else { return }
        precondition(
            pieces == whole,
            "the same bytes in other pieces were answered differently:\n\(text(whole))\nand in pieces:\n\(text(pieces))"
        )
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
#endif
