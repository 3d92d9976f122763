#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import Synchronization
import TestSupport
import Testing

@Suite("The recording of answers", .scheduled)
struct AnswerLogTests {
    /// Collects the records.
    private final class Book: AnswerLog {
        let isEnabled = SharedFlag()
        private let entries = Mutex<[String]>([])

        init(isEnabled: Bool = true) { self.isEnabled.value = isEnabled }

        var lines: [String] { entries.withLock { $0 } }

        func record(_ request: RecordedRequest, _ answer: RecordedAnswer, loop: Int) {
            let what = request.method.isEmpty ? request.received : request.method + [0x20] + request.target
            let agent = request.value(.userAgent).map { " by \(text($0))" } ?? ""
            #expect(answer.microseconds >= 0)
            entries.withLock { $0.append("\(text(what))\(agent): \(answer.status) \(answer.bodyBytes)") }
        }

        private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    }

    private func driver(_ book: Book, _ change: (inout ServingLimits) -> Void = { _ in }) throws -> LoopDriver {
        var limits = ServingLimits()
        change(&limits)
        return try LoopDriver(FixtureHandler(), limits: limits, answerLog: book)
    }

    @Test(
        "has one record for each answer of the handler, of a worker, or of the server itself",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: phone\r\n\r\n", ["GET / by phone: 200 5"]),
            ("HEAD /?a=b HTTP/1.1\r\nHost: h\r\n\r\n", ["HEAD /?a=b: 200 0"]),
            ("GET / HTTP/1.1\r\nHost: h\r\nIf-None-Match: *\r\n\r\n", ["GET /: 304 0"]),
            ("GET http://h/x?y HTTP/1.1\r\nHost: h\r\n\r\n", ["GET /x?y: 404 7"]),
            ("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", ["OPTIONS *: 204 0"]),
            ("GET /events HTTP/1.1\r\nHost: h\r\n\r\n", ["GET /events: 200 13"]),
            ("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc", ["POST /echo: 200 3"]),
            ("HEAD /echo HTTP/1.1\r\nHost: h\r\n\r\n", ["HEAD /echo: 405 0"]),
            ("GET / HTTP/1.1\r\n\r\n", ["GET / HTTP/1.1: 400"]),
            ("\u{16}\u{3}\u{1} hello\n", ["\u{16}\u{3}\u{1} hello: 400"]),
            ("BREW /pot COFFEE\r\n\r\n", ["BREW /pot COFFEE: "]),
            ("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\n\r\n", ["POST /echo: 413"]),
            (
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                ["POST /echo: 400"]
            ),
            (
                "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /echo HTTP/1.1\r\nHost: h\r\n\r\nGET /y HTTP/1.1\r\nHost: h\r\n\r\n",
                ["GET /: 200 5", "GET /echo: 405 0", "GET /y: 404 7"]
            ),
        ] as [(String, [String])])
    func entries(_ sent: String, _ expected: [String]) throws {
        let book = Book()
        let driver = try driver(book)
        let peer = driver.connect(sent.utf8, room: 1 << 20)
        while driver.work() {}
        driver.finish(peer)
        #expect(book.lines.count == expected.count, "\(book.lines)")
        for (line, start) in zip(book.lines, expected) { #expect(line.hasPrefix(start), "\(line)") }
    }

    @Test("has the received bytes of a request that missed its deadline, and of a head that is too large")
    func slow() throws {
        let book = Book()
        let driver = try driver(book)
        _ = driver.connect("GET /slow-head HTTP/1.1\r\nHos".utf8, room: 1 << 20)
        _ = driver.connect("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na".utf8, room: 1 << 20)
        driver.advance(milliseconds: 120_000)
        #expect(book.lines.count == 2, "\(book.lines)")
        #expect(book.lines.contains { $0.hasPrefix("GET /slow-head HTTP/1.1: 408") })
        #expect(book.lines.contains { $0.hasPrefix("POST /echo: 408") })
        let long = String(repeating: "a", count: 100_000)
        _ = driver.connect("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n\r\n".utf8, room: 1 << 20)
        #expect(book.lines.last?.hasPrefix("GET / HTTP/1.1: 431") == true, "\(book.lines)")
    }

    @Test("has connections that are refused because there are too many")
    func refused() throws {
        let book = Book()
        let driver = try driver(book) { $0.connectionsMax = 1 }
        _ = driver.connect("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8, room: 1 << 20)
        _ = driver.connect("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8, room: 1 << 20)
        #expect(book.lines.first == "GET /: 200 5")
        #expect(book.lines.last?.hasPrefix(": 503") == true && book.lines.count == 2, "\(book.lines)")
    }

    @Test("records nothing while it is disabled")
    func closed() throws {
        let book = Book(isEnabled: false)
        let driver = try driver(book)
        for path in ["/", "/echo", "/events", "/none"] {
            _ = driver.connect("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n".utf8, room: 1 << 20)
        }
        _ = driver.connect("rubbish\n\n".utf8, room: 1 << 20)
        while driver.work() {}
        #expect(book.lines.isEmpty)
    }

    @Test("a field with two lines has no single value, but all its lines")
    func repeated() throws {
        final class Fields: AnswerLog {
            let isEnabled = SharedFlag()
            let seen = Mutex<(once: Bool, all: Int)>((true, 0))

            func record(_ request: RecordedRequest, _ answer: RecordedAnswer, loop: Int) {
                seen.withLock {
                    $0 = (request.value(.traceparent) != nil, request.values(.traceparent).count)
                }
            }
        }
        let fields = Fields()
        fields.isEnabled.value = true
        let driver = try LoopDriver(FixtureHandler(), limits: ServingLimits(), answerLog: fields)
        _ = driver.connect(
            "GET / HTTP/1.1\r\nHost: h\r\nTraceParent: a\r\ntraceparent: b\r\n\r\n".utf8, room: 1 << 20)
        #expect(fields.seen.withLock { $0.once } == false)
        #expect(fields.seen.withLock { $0.all } == 2)
    }
}
#endif
