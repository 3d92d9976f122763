import CanonicalJSON
import RouteModel
import TestSupport
import Testing

@testable import ServerLog

@Suite("Lines of the access log", .scheduled)
struct AccessLineTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    private func make(_ change: (inout AccessLine) -> Void = { _ in }) -> AccessLine {
        var line = AccessLine(
            at: Instant(milliseconds: 1_800_000_000_123), client: "192.0.2.1", method: bytes("GET"),
            target: bytes("/v1/apps/shop/rules?channel=beta"), isVersion10: false, received: [], status: 304,
            bodyBytes: 0, microseconds: 1_002_003)
        change(&line)
        return line
    }

    private func combined(_ line: AccessLine) -> String {
        var bytes: [UInt8] = []
        line.appendCombined(to: &bytes, date: "15/Jan/2027:08:00:00 +0000")
        return String(decoding: bytes, as: UTF8.self)
    }

    private func json(_ line: AccessLine) throws -> JSONValue {
        var bytes: [UInt8] = []
        line.appendJSON(to: &bytes)
        return try JSONValue(parsing: bytes)
    }

    private func text(isJSON: Bool, _ line: AccessLine) -> String {
        var bytes: [UInt8] = []
        if isJSON { line.appendJSON(to: &bytes) } else { line.appendCombined(to: &bytes, date: "") }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a combined line has the format of nginx and Apache, then seconds, request id, trace, app and release")
    func combinedLine() {
        let head = "192.0.2.1 - - [15/Jan/2027:08:00:00 +0000] "
        #expect(
            combined(make()) == head
                + #""GET /v1/apps/shop/rules?channel=beta HTTP/1.1" 304 0 "-" "-" 1.002003 - - - -"#)
        let full = make {
            $0.principal = "ci bot"
            $0.isVersion10 = true
            $0.referer = bytes("https://a.example/")
            $0.userAgent = bytes(#"App/1 "x" \ é"#)
            $0.id = "0190"
            $0.trace = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            $0.app = bytes("shop")
            $0.release = 7
            $0.microseconds = 42
        }
        #expect(
            combined(full)
                == #"192.0.2.1 - ci\x20bot [15/Jan/2027:08:00:00 +0000] "GET /v1/apps/shop/rules?channel=beta HTTP/1.0" "#
                + #"304 0 "https://a.example/" "App/1 \x22x\x22 \x5C \xC3\xA9" 0.000042 0190 "#
                + "4bf92f3577b34da6a3ce929d0e0e4736 shop 7")
    }

    @Test("a JSON line has the same values as named members, and no member for an unknown value")
    func jsonLine() throws {
        let short = try json(make())
        #expect(short["at"] == "2027-01-15T08:00:00.123Z" && short["from"] == "192.0.2.1" && short["by"] == nil)
        #expect(short["method"] == "GET" && short["target"] == "/v1/apps/shop/rules?channel=beta")
        #expect(short["status"] == 304 && short["bytes"] == 0 && short["ms"] == .number(1002.003))
        let full = try json(
            make {
                $0.userAgent = ArraySlice([0x41, 0xFF, 0x0A, 0x22])
                $0.release = 7
                $0.trace = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            })
        #expect(full["agent"] == "A\u{FFFD}\n\"" && full["release"] == 7)
        #expect(full["parent"] == "00f067aa0ba902b7")
    }

    @Test("no received byte ends a line or a field, even if the request could not be parsed")
    func injection() throws {
        let nothing = make { $0.method = [] }
        #expect(combined(nothing).contains(#"] "-" 304"#))
        for isJSON in [false, true] {
            let hostile = "\" 200 0\r\n10.0.0.1 - admin [] \"GET / HTTP/1.1\u{0}\u{1B}[2J\u{7F}"
            let line = text(
                isJSON: isJSON,
                make {
                    $0.method = []
                    $0.received = bytes(hostile)
                    $0.referer = bytes(hostile)
                    $0.userAgent = bytes(hostile)
                    $0.principal = hostile
                    $0.app = bytes(hostile)
                })
            #expect(line.utf8.allSatisfy { $0 >= 0x20 })
        }
        let fields = combined(make { $0.principal = "a b\"c" }).split(separator: " ")
        #expect(fields[2] == #"a\x20b\x22c"#)
    }

    @Test(
        "secret query parameters are masked, also in a URL that is a parameter of another URL",
        arguments: [
            ("/a?token=abc", "/a?token=***"), ("/a?x=1&Access_Token=abc&y=2", "/a?x=1&Access_Token=***&y=2"),
            ("/a?api-key=abc;b=1", "/a?api-key=***;b=1"), ("/a?tokens=3&to=4", "/a?tokens=3&to=4"),
            ("/a?token", "/a?token"), ("/a?token=", "/a?token=***"), ("/token=abc", "/token=abc"),
            (
                "/r?url=https%3A%2F%2Fh%2F%3Fid%3D1%26token%3Dabc%26b%3D2&at=3",
                "/r?url=https%3A%2F%2Fh%2F%3Fid%3D1%26token%3D***%26b%3D2&at=3"
            ),
            ("/r?url=https%3a%2f%2fh%2f%3fsig%3dabc&at=3", "/r?url=https%3a%2f%2fh%2f%3fsig%3d***&at=3"),
            ("/a?password=p%20q#f", "/a?password=***#f"), ("/%", "/%"), ("/a?%3", "/a?%3"), ("?%3F", "?%3F"),
            ("/v1/tokens/wmk_AbCd-_9/x", "/v1/tokens/wmk_…/x"), ("", ""), ("?", "?"),
            ("/a?token=1&token=2", "/a?token=***&token=***"),
        ])
    func secrets(_ text: String, _ cleaned: String) {
        #expect(String(decoding: LoggedText.clean(bytes(text)), as: UTF8.self) == cleaned)
    }

    @Test("no field of a line contains a token")
    func tokens() {
        let secret = "wmk_" + String(repeating: "Z", count: 43)
        for isJSON in [false, true] {
            let line = text(
                isJSON: isJSON,
                make {
                    $0.principal = secret
                    $0.method = bytes(secret)
                    $0.target = bytes("/v1/apps/\(secret)")
                    $0.app = bytes(secret)
                    $0.referer = bytes("https://a.example/?t=\(secret)")
                    $0.userAgent = bytes(secret)
                })
            #expect(line.contains("wmk_") && !line.contains("ZZ"), "\(line)")
            let other = make {
                $0.method = []
                $0.received = bytes("GET /\(secret)")
            }
            #expect(!text(isJSON: isJSON, other).contains("ZZ"))
        }
    }

    @Test("a text is cut at its limit, so that a line fits one write even with every byte escaped")
    func length() {
        let long = ArraySlice([UInt8](repeating: 0x80, count: 100_000))
        #expect(LoggedText.clean(long).count == LogLimits.accessTextBytesMax + 3)
        let line = make {
            $0.target = long
            $0.referer = long
            $0.userAgent = long
        }
        #expect(combined(line).utf8.count < LogLimits.accessWriteBytesMax)
        #expect(LogLimits.accessWriteBytesMax < LogLimits.accessBufferBytes)
    }

    @Test(
        "the app is read from the path",
        arguments: [
            ("/v1/apps/shop/head", "shop"), ("/v1/apps/shop", "shop"), ("/v1/apps/", nil), ("/v1/apps", nil),
            ("/healthz", nil), ("/v1/apps//x", nil),
        ] as [(String, String?)])
    func app(_ path: String, _ name: String?) { #expect(AppPath.name(in: path) == name) }
}
