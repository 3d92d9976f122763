import HTTPWire
import TestSupport
import Testing

@Suite("Parsing answers", .scheduled)
struct ResponseParserTests {
    /// The result of parsing a text.
    struct Understood: Equatable {
        var status: Int?
        var fields: [HeaderField] = []
        var content = ""
        var isReusable: Bool?
    }

    /// Parses a text in pieces of a size.
    static func read(
        _ text: String, pieces: Int = .max, toHead: Bool = false, ends: Bool = false,
        limits: ResponseLimits = .standard
    ) throws(ResponseRefusal) -> Understood {
        var parser = ResponseParser(toHead: toHead, limits: limits)
        var all: [ResponseParser.Piece] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let part = rest.prefix(pieces)
            rest = rest.dropFirst(part.count)
            all += try parser.feed(Array(part))
        }
        if ends { all += try parser.finish() }
        var understood = Understood()
        for piece in all {
            #expect(understood.isReusable == nil, "something follows the end")
            switch piece {
            case .head(let status, let fields): (understood.status, understood.fields) = (status, fields)
            case .content(let bytes): understood.content += String(decoding: bytes, as: UTF8.self)
            case .end(let isReusable): understood.isReusable = isReusable
            }
        }
        return understood
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    @Test(
        "An answer is the same however its bytes arrive",
        arguments: [
            (ok + "Content-Length: 5\r\n\r\nhello", 200, "hello", true),
            ("HTTP/1.1 200\r\nContent-Length: 5, 5\r\n\r\nhello", 200, "hello", true),
            (ok + "content-length:5\r\nCONTENT-LENGTH:\t5 \r\n\r\nhello", 200, "hello", true),
            (ok + "Content-Length: 0\r\n\r\n", 200, "", true),
            (chunked + "3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nA: b\r\n\r\n", 200, "hello", true),
            (ok + "Transfer-Encoding: Chunked\r\n\r\n00005\r\nhello\r\n0\r\n\r\n", 200, "hello", true),
            ("HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", 404, "", true),
            ("HTTP/1.1 100 \r\n\r\nHTTP/1.1 102 x\r\n\r\n" + ok + "Content-Length: 1\r\n\r\nx", 200, "x", true),
            ("HTTP/1.1 204 No\r\n\r\n", 204, "", true), ("HTTP/1.1 204 No\r\nContent-Length: 0\r\n\r\n", 204, "", true),
            ("HTTP/1.1 304 Not\r\n\r\n", 304, "", true),
            ("HTTP/1.1 304 Not\r\nContent-Length: 77\r\n\r\n", 304, "", true),
            ("HTTP/1.1 304 Not\r\nTransfer-Encoding: chunked\r\n\r\n", 304, "", true),
            ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok", false),
            ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok", 200, "ok", true),
            (ok + "Connection: x, Close\r\nContent-Length: 2\r\n\r\nok", 200, "ok", false),
            ("HTTP/1.1 599 \u{e9}\t!\r\nContent-Length: 1\r\n\r\nx", 599, "x", true),
        ])
    func framing(text: String, status: Int, content: String, isReusable: Bool) throws {
        for pieces in [1, 2, 3, 7, Int.max] {
            let answer = try Self.read(text, pieces: pieces)
            #expect(answer.status == status, "in pieces of \(pieces)")
            #expect(answer.content == content && answer.isReusable == isReusable, "in pieces of \(pieces)")
        }
    }

    @Test("Fields keep their order, names and repetition, without white space around values")
    func fields() throws {
        let text = Self.ok + "A: 1\r\nb:\t two words \t\r\nA:\r\nX: é\r\n\r\n"
        let expected = [
            HeaderField("A", "1"), HeaderField("b", "two words"), HeaderField("A", ""), HeaderField("X", "é"),
        ]
        for pieces in [1, 5, Int.max] { #expect(try Self.read(text, pieces: pieces).fields == expected) }
    }

    @Test("Without framing the content ends with the connection, which cannot be used again")
    func untilClose() throws {
        for pieces in [1, Int.max] {
            let answer = try Self.read(Self.ok + "\r\nall of it", pieces: pieces, ends: true)
            #expect(answer.content == "all of it" && answer.isReusable == false)
        }
        #expect(try Self.read(Self.ok + "\r\n", ends: true).isReusable == false)
    }

    @Test(
        "An answer to HEAD has no content, whatever its fields say",
        arguments: ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", ""])
    func toHead(_ fields: String) throws {
        #expect(try Self.read(Self.ok + fields + "\r\n", toHead: true).isReusable == true)
    }

    @Test(
        "Bytes after the answer make its connection unusable, whether they come with it or as its content",
        arguments: [
            (ok + "Content-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n", false), (chunked + "0\r\n\r\nx", false),
            ("HTTP/1.1 204 No\r\n\r\nx", false), ("HTTP/1.1 304 Not\r\nContent-Length: 1\r\n\r\nx", false),
            (ok + "Content-Length: 5\r\n\r\nhello", true),
        ])
    func surplus(text: String, toHead: Bool) throws {
        #expect(try Self.read(text, toHead: toHead).isReusable == false)
    }

    @Test(
        "Malformed and ambiguous answers are refused, however they arrive",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n", "\u{16}\u{3}\u{1}", "\r\n" + ok, "HTTP/2 200\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n",
            "http/1.1 200 OK\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 2000\r\n\r\n", "HTTP/1.1 099 x\r\n\r\n", "HTTP/1.1 600 x\r\n\r\n", "HTTP/1.1 +20 x\r\n\r\n",
            "HTTP/1.1 200 O\0K\r\n\r\n", "HTTP/1.1 200 O\rK\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
            // Lines: RFC 9112 sections 2.2, 5.1 and 5.2.
            "HTTP/1.1 200 OK\nContent-Length: 0\n\n", ok + "A: b\nContent-Length: 0\r\n\r\n", ok + "Name : x\r\n\r\n",
            ok + "A: b\r\n folded\r\n\r\n", ok + " A: b\r\n\r\n", ok + "A\r\n\r\n", ok + ": b\r\n\r\n",
            ok + "A: b\0c\r\n\r\n", ok + "A: b\rc\r\n\r\n", ok + "A(: b\r\n\r\n",
            // Framing: RFC 9112 section 6.
            ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", ok + "Content-Length: 5, 6\r\n\r\n",
            ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", ok + "Content-Length: -1\r\n\r\n",
            ok + "Content-Length: +1\r\n\r\n", ok + "Content-Length: 0x5\r\n\r\n", ok + "Content-Length: 5 5\r\n\r\n",
            ok + "Content-Length:\r\n\r\n", ok + "Content-Length: 5,\r\n\r\n", ok + "Content-Length: ٥\r\n\r\n",
            ok + "Content-Length: 99999999999999999999\r\n\r\n", ok + "Transfer-Encoding:\r\n\r\n",
            ok + "Transfer-Encoding: gzip, chunked\r\n\r\n", ok + "Transfer-Encoding: chunked, chunked\r\n\r\n",
            ok + "Transfer-Encoding: identity\r\n\r\n", ok + "Transfer-Encoding: xchunked\r\n\r\n",
            "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n",
            "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 103 x\r\nContent-Length: 2\r\n\r\n",
            "HTTP/1.1 304 Not\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            // Chunks: RFC 9112 section 7.1.
            chunked + "zz\r\n", chunked + "\r\n", chunked + "-1\r\n", chunked + "0x1\r\n", chunked + "1\nx\r\n",
            chunked + "1\r\nab\r\n", chunked + "1\r\nx\n0\r\n\r\n", chunked + "1 1\r\n", chunked + "1;\r\n",
            chunked + "0\r\nA b\r\n\r\n", chunked + "fffffffffffffffff\r\n", chunked + "1\r\n\r\n0\r\n\r\n\r\n",
        ])
    func refused(text: String) {
        for pieces in [1, 3, Int.max] {
            let error = #expect(throws: ResponseRefusal.self, "in pieces of \(pieces)") {
                try Self.read(text, pieces: pieces)
            }
            #expect(error?.code == .malformed, "in pieces of \(pieces)")
        }
    }

    @Test("Another protocol is recognised by its first bytes")
    func earlyRefusal() {
        for start in ["S", "HTTX", "HTTP/2"] {
            #expect(throws: ResponseRefusal.self) { try Self.read(start) }
        }
        #expect(throws: Never.self) { try Self.read("HTTP/1.") }
    }

    @Test(
        "A connection that ends early is a truncated answer",
        arguments: [
            "", "HTTP/1.1 2", ok, ok + "Content-Length: 5\r\n\r\nhel", chunked, chunked + "3\r\nabc\r\n",
            chunked + "0\r\n", "HTTP/1.1 100 \r\n\r\n",
        ])
    func truncated(text: String) {
        let error = #expect(throws: ResponseRefusal.self) { try Self.read(text, ends: true) }
        #expect(error?.code == .truncated)
    }

    @Test(
        "Endless heads, trailers, lines of chunks and interim answers are refused",
        arguments: [
            ok + String(repeating: "A: b\r\n", count: 1000), ok + String(repeating: "x", count: 1000),
            ok + String(repeating: "A: b\r\n", count: 9), "HTTP/1.1 200 " + String(repeating: "x", count: 1000),
            chunked + "0\r\n" + String(repeating: "A: b\r\n", count: 4000),
            String(repeating: "HTTP/1.1 100 \r\n\r\n", count: 17),
        ])
    func endless(text: String) {
        var limits = ResponseLimits()
        limits.headBytesMax = 512
        limits.fieldsMax = 8
        for pieces in [1, 64, Int.max] {
            let error = #expect(throws: ResponseRefusal.self) {
                try Self.read(text, pieces: pieces, limits: limits)
            }
            #expect(error?.code == .tooLarge, "in pieces of \(pieces)")
        }
        #expect(throws: ResponseRefusal.self) {
            try Self.read(Self.chunked + "1;" + String(repeating: "x", count: 300))
        }
    }

    @Test("Random bytes in pieces of any size have the same result, and nothing follows the end")
    func randomBytes() {
        var random = SeededGenerator.fromEnvironment(default: 0x2E5)
        let words = [
            Self.ok, "HTTP/1.1 100 \r\n", "HTTP/1.1 204 \r\n", "Content-Length: 3\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Connection: close\r\n", "A: b\r\n", "\r\n", "\n", "\r", "3\r\nabc\r\n", "0\r\n", "abc", " ", "\0", ":",
            ";",
        ]
        for _ in 0..<3000 {
            let tail = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                words[Int.random(in: 0..<words.count, using: &random)]
            }
            let text = Self.ok + tail.joined()
            let whole = outcome(text, pieces: .max)
            for pieces in [1, 2, 5] {
                #expect(outcome(text, pieces: pieces) == whole, "\(Array(text.utf8)), seed \(random.seed)")
            }
        }
    }

    private func outcome(_ text: String, pieces: Int) -> String {
        do throws(ResponseRefusal) {
            var understood = try Self.read(text, pieces: pieces, ends: true)
            // This depends on whether bytes after the answer are in the same piece.
            understood.isReusable = nil
            return "\(understood)"
        } catch { return "\(error.code)" }
    }
}
