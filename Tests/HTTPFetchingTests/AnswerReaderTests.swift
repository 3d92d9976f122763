import Testing

@testable import HTTPFetching

@Suite("Reading an answer")
struct AnswerReaderTests {
    /// Feeds text in pieces of a size; content is joined.
    static func read(
        _ text: String, pieces: Int = .max, toHead: Bool = false, ends: Bool = false
    ) throws(FetchError) -> (status: Int?, content: String, end: Bool?) {
        var reader = AnswerReader(toHead: toHead, headBytesMax: 512)
        var all: [AnswerReader.Piece] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let part = rest.prefix(pieces)
            rest = rest.dropFirst(part.count)
            all += try reader.feed(Array(part))
        }
        if ends { all += try reader.finish() }
        var result: (status: Int?, content: String, end: Bool?) = (nil, "", nil)
        for piece in all {
            switch piece {
            case .head(let status, _): result.status = status
            case .content(let bytes): result.content += String(decoding: bytes, as: UTF8.self)
            case .end(let reusable): result.end = reusable
            }
        }
        return result
    }

    @Test(
        "An answer is the same however its bytes arrive",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true),
            ("HTTP/1.1 200\r\nContent-Length: 5, 5\r\n\r\nhello", 200, "hello", true),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nA: b\r\n\r\n",
                200, "hello", true
            ),
            ("HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", 404, "", true),
            ("HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n", 204, "", true),
            ("HTTP/1.1 304 Not\r\n\r\n", 304, "", true),
            ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok", false),
            ("HTTP/1.1 200 OK\nConnection: close\nContent-Length: 2\n\nok", 200, "ok", false),
        ])
    func framing(text: String, status: Int, content: String, reusable: Bool) throws {
        for pieces in [1, 2, 3, 7, Int.max] {
            let answer = try Self.read(text, pieces: pieces)
            #expect(
                answer.status == status && answer.content == content && answer.end == reusable, "in pieces of \(pieces)"
            )
        }
    }

    @Test("Without a framing the content ends with the connection")
    func untilClose() throws {
        let answer = try Self.read("HTTP/1.1 200 OK\r\n\r\nall of it", ends: true)
        #expect(answer.content == "all of it" && answer.end == false)
    }

    @Test("An answer to HEAD has no content whatever it says")
    func head() throws {
        #expect(try Self.read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", toHead: true).end == true)
    }

    @Test("Bytes after the answer make the connection unusable")
    func surplus() throws {
        #expect(try Self.read("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n").end == false)
    }

    @Test(
        "What is not an answer is refused",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
            "HTTP/1.1 200 OK\r\nName : x\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
        ])
    func refused(text: String) {
        #expect(throws: FetchError.self) { try Self.read(text) }
    }

    @Test(
        "A connection that ends early is a lost answer",
        arguments: ["", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"])
    func truncated(text: String) {
        #expect(throws: FetchError(.connectionLost, "the connection ended before the answer did")) {
            try Self.read(text, ends: true)
        }
    }

    @Test(
        "A head, a chunk's line and trailers without end are too large, not forever",
        arguments: [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "x", count: 2000),
        ])
    func endless(start: String) {
        for pieces in [64, Int.max] {
            let error = #expect(throws: FetchError.self) {
                try Self.read(start + String(repeating: "A: b\r\n", count: 1000), pieces: pieces)
            }
            #expect(error?.code == .tooLarge)
        }
    }
}
