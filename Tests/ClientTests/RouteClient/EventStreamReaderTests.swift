import TestSupport
import Testing

@testable import RouteClient

@Suite("Parsing Server-Sent Events", .scheduled)
struct EventStreamReaderTests {
    /// The events of a text that arrives in pieces of `pieces` bytes.
    private func events(_ text: String, pieces: Int) throws(RouteClientError) -> [[String]] {
        var reader = EventStreamReader()
        var events: [EventStreamReader.Event] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try reader.feed(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        return events.map { [$0.name, String(decoding: $0.content, as: UTF8.self)] }
    }

    @Test(
        "Events do not depend on how bytes are split (with the examples of the HTML standard)",
        arguments: [
            ("event: head\nid: 1-7\ndata: {}\n\n", [["head", "{}"]]),
            ("event: head\r\ndata: {}\r\n\r\nevent: head\rdata: [1]\r\r", [["head", "{}"], ["head", "[1]"]]),
            (": a comment\n\ndata: x\n\n", [["message", "x"]]),
            ("data: YHOO\ndata: +2\ndata: 10\n\n", [["message", "YHOO\n+2\n10"]]),
            ("data\n\ndata\ndata\n\ndata:", [["message", ""], ["message", "\n"]]),
            (
                "data:test\n\ndata: test\n\ndata:  test\n\n",
                [["message", "test"], ["message", "test"], ["message", " test"]]
            ),
            ("event: lost\n\ndata: kept\n\n", [["message", "kept"]]),
            ("\u{FEFF}event: head\ndata: é\n\n", [["head", "é"]]),
            ("event: head\ndata: unfinished\n", []),
            ("unknown: field\nnonsense\ndata: x\n\n", [["message", "x"]]),
        ])
    func events(text: String, expected: [[String]]) throws {
        for pieces in [1, 2, 3, 7, Int.max] { #expect(try events(text, pieces: pieces) == expected, "by \(pieces)") }
    }

    @Test("Random streams give the same events in pieces of any size")
    func random() throws {
        var generator = SeededGenerator.fromEnvironment(default: 6)
        let words = [
            "data", "event", "retry", "id", ":", ": ", "\n", "\r", "\r\n", "\n\n", "head", "7", "\u{FEFF}", "é", "\0",
            " ",
        ]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? ""
            }.joined()
            let whole = try events(text, pieces: .max)
            let pieces = Int.random(in: 1..<9, using: &generator)
            #expect(
                try events(text, pieces: pieces) == whole,
                "seed \(generator.seed): \(text.debugDescription) by \(pieces)")
        }
    }

    @Test("The field retry is used if it is a number")
    func retry() throws {
        var reader = EventStreamReader()
        _ = try reader.feed(Array("retry: 2500\n".utf8))
        #expect(reader.retryMilliseconds == 2500)
        _ = try reader.feed(Array("retry: soon\nretry: -1\nretry: 99999999999999999999\n\n".utf8))
        #expect(reader.retryMilliseconds == 2500)
    }

    @Test("An endless line or event ends with the error tooLarge", arguments: ["data: x", "data: x\n"])
    func endless(part: String) {
        let error = #expect(throws: RouteClientError.self) {
            var reader = EventStreamReader()
            for _ in 0..<20_000 { _ = try reader.feed(Array(part.utf8)) }
        }
        #expect(error?.code == .tooLarge)
    }
}

@Suite("Retry-After", .scheduled)
struct RetryAfterTests {
    private static let now = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        "Seconds and all date formats, relative to the Date of the server",
        arguments: [
            ("0", 0), ("120", 120), ("99999999999999999999", .max),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:49:38 GMT", 1),
            ("Sun Nov  6 09:49:37 1994", 3600), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Friday, 06-Nov-43 08:49:37 GMT", 1_546_300_800), ("Monday, 06-Nov-95 08:49:37 GMT", 31_536_000),
            ("-1", nil), ("", nil), ("soon", nil), ("Sun, 06 Nov 1994 08:49:37", nil),
            ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
            ("Sun, 32 Nov 1994 08:49:37 GMT", nil), ("1.5", nil),
        ] as [(String, Int?)])
    func reads(text: String, seconds: Int?) {
        for wrongClock in [Int64(0), 784_111_777_000, 4_000_000_000_000] {
            let answer = RetryAfter.seconds(text, date: Self.now, now: Instant(milliseconds: wrongClock))
            #expect(answer == seconds)
        }
    }

    @Test("Without a Date of the server the clock of the device is used")
    func ownClock() {
        let now = Instant(milliseconds: 784_111_777_500)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:47 GMT", date: nil, now: now) == 10)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:47 GMT", date: "nonsense", now: now) == 10)
    }
}
