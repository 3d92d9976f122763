#if DEBUG
import HTTPServing
import HTTPWire

extension FuzzTarget {
    /// Connections: the event loop with a simulated peer, workers and clock; see `ConnectionPlay`.
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
        ]
    ) { bytes in
        let count = min(Int(bytes.first ?? 0) & 31, max(0, bytes.count - 1))
        let script = Array(bytes.dropFirst().prefix(count))
        let stream = Array(bytes.dropFirst(1 + count))
        var direct = ConnectionPlay(stream, script: [])
        let whole = direct.run()
        guard !script.isEmpty else { return }
        var play = ConnectionPlay(stream, script: script)
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
