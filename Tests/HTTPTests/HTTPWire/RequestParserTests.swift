import HTTPWire
import TestSupport
import Testing

/// The result of parsing one request, for comparing.
enum Reading: Hashable {
    case complete(method: String, path: String, query: String?, fields: Int, framing: RequestHead.Framing, end: Int)
    case needMore
    case invalid(Int)

    static func of(_ bytes: [UInt8], limits: WireLimits = .standard) -> Reading {
        var parser = RequestParser(limits: limits)
        return bytes.withRegion { region in
            switch parser.parse(region) {
            case .needMore: return .needMore
            case .invalid(let refusal): return .invalid(refusal.status)
            case .complete:
                let head = parser.head
                let target = parser.withView(of: region, peer: .none, listener: 0, loop: 0) { $0.target }
                #expect(target == region.text(head.path) + (head.hasQuery ? "?" + region.text(head.query) : ""))
                return .complete(
                    method: region.text(head.method), path: region.text(head.path),
                    query: head.hasQuery ? region.text(head.query) : nil, fields: head.fields.count,
                    framing: head.framing, end: head.end)
            }
        }
    }

    static func of(_ text: String, limits: WireLimits = .standard) -> Reading { of(Array(text.utf8), limits: limits) }
}

@Suite("Parsing the head of a request", .scheduled)
struct RequestParserTests {
    @Test("Valid requests are parsed")
    func sound() {
        let text = "GET /a/b?c=d?e HTTP/1.1\r\nHost: example.org:80\r\nX-A: \t b \r\n\r\n"
        let expected = Reading.complete(
            method: "GET", path: "/a/b", query: "c=d?e", fields: 2, framing: .none, end: text.utf8.count)
        #expect(Reading.of(text) == expected)
    }

    @Test(
        "Each form of the target has its path",
        arguments: [
            ("/", "/"), ("http://h/x?y", "/x"), ("http://h", "/"), ("https://[::1]:8080?q", "/"), ("/%41", "/%41"),
        ])
    func targets(_ target: String, _ path: String) {
        guard case .complete(_, let read, _, _, _, _) = Reading.of("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n") else {
            Issue.record("refused \(target)")
            return
        }
        #expect(read == path)
    }

    @Test(
        "The host is that of a target in absolute form, and else that of the field Host",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: h:1\r\n", "h:1"), ("GET http://a:80/x HTTP/1.1\r\nHost: h\r\n", "a:80"),
            ("GET https://[::1]?q HTTP/1.1\r\nHost: h\r\n", "[::1]"), ("GET http://a HTTP/1.0\r\n", "a"),
            ("GET / HTTP/1.0\r\n", nil), ("GET / HTTP/1.1\r\nHost:\r\n", ""),
        ])
    func hosts(_ lines: String, _ host: String?) {
        let read = Array((lines + "\r\n").utf8).withRegion { region -> [String?]? in
            var parser = RequestParser()
            // A parser is used again: the authority of an earlier request must not stay.
            let earlier = Array("GET http://earlier/ HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
            guard earlier.withRegion({ parser.parse($0) == .complete }) else { return nil }
            guard parser.parse(region) == .complete else { return nil }
            return parser.withView(of: region, peer: .none, listener: 0, loop: 0) { view in
                [view.head.host.map { view.text($0) }, view.request().value(.host)]
            }
        }
        #expect(read == [host, host])
    }

    @Test(
        "Malformed and ambiguous requests are refused",
        arguments: [
            ("GET / HTTP/1.1\nHost: h\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400), ("GET / HTTP/1.1\r\n Host: h\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h:x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: u@h\r\n\r\n", 400),
            ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
            ("GET / HTTP/1.10\r\nHost: h\r\n\r\n", 400), ("GET /#x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
            ("GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999999999999999\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: h\r\nExpect: tea\r\n\r\n", 417),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{7F}b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", 400), ("\u{16}\u{3}\u{1}", 400),
            ("\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ])
    func refused(_ text: String, _ status: Int) { #expect(Reading.of(text) == .invalid(status)) }

    @Test("Every prefix of a valid request needs more bytes")
    func prefixes() {
        let bytes = Array(
            "\r\nPOST /p?q HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nX-Long: 0123456789\t0123\r\n\r\n".utf8)
        for count in 0..<bytes.count { #expect(Reading.of(Array(bytes[..<count])) == .needMore, "prefix of \(count)") }
        guard case .complete = Reading.of(bytes) else {
            Issue.record("the whole is refused")
            return
        }
    }

    @Test("A control character in a value is refused at every place")
    func controls() {
        for place in 0..<24 {
            for byte in UInt8(0)...127 where (byte < 0x20 && byte != 9) || byte == 0x7F {
                var value = Array("abcdefghijklmnopqrstuvwx".utf8)
                value[place] = byte
                let head = Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8)
                #expect(Reading.of(head + value + Array("\r\n\r\n".utf8)) == .invalid(400), "byte \(byte) at \(place)")
            }
        }
    }

    @Test("A byte that is not of a token is refused at every place of a name")
    func names() {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        for place in 1..<20 {
            for byte in UInt8(0)...255 where byte != 0x3A {
                var name = Array("Abcdefghij-Klmnopqrst".utf8)
                name[place] = byte
                let letter = byte | 0x20
                let isToken =
                    byte < 128 && ((0x61...0x7A).contains(letter) && byte >= 0x41 || (0x30...0x39).contains(byte))
                    || marks.contains(byte)
                let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\n".utf8) + name + Array(": x\r\n\r\n".utf8)
                if case .complete = Reading.of(bytes) {
                    #expect(isToken, "byte \(byte) at \(place) is taken")
                } else {
                    #expect(!isToken, "byte \(byte) at \(place) is refused")
                }
            }
        }
    }

    @Test("Tabs and bytes above ASCII are allowed in values")
    func values() {
        for place in 0..<24 {
            for byte: UInt8 in [0x09, 0x20, 0x7E, 0x80, 0xFF, 0xA0] {
                var value = Array("abcdefghijklmnopqrstuvwx".utf8)
                value[place] = byte
                let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + value + Array("\r\n\r\n".utf8)
                guard case .complete = Reading.of(bytes) else {
                    Issue.record("refused \(byte) at \(place)")
                    return
                }
            }
        }
    }

    @Test("Limits apply before the end has arrived")
    func limits() {
        var limits = WireLimits()
        limits.headBytesMax = 200
        limits.targetBytesMax = 50
        limits.fieldsMax = 3
        let long = String(repeating: "a", count: 300)
        #expect(Reading.of("GET /\(long)", limits: limits) == .invalid(414))
        #expect(Reading.of("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)", limits: limits) == .invalid(431))
        #expect(Reading.of("GET / HTTP/1.1\r\nHost: h\r\n\(long)", limits: limits) == .invalid(431))
        let many = String(repeating: "A: b\r\n", count: 4)
        #expect(Reading.of("GET / HTTP/1.1\r\n\(many)", limits: limits) == .invalid(431))
        #expect(Reading.of(long, limits: limits) == .invalid(501))
    }

    @Test("Bytes after the longest head are ignored, because they may arrive later")
    func beyondLimits() {
        var limits = WireLimits()
        limits.headBytesMax = 200
        let long = "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: 173)
        for rest in ["", "a", "\u{0}", "\u{0}\r\n\r\n", "\r\n\r\n", "\r\n bad\r\n\r\n", "\n"] {
            #expect(Reading.of(long + rest, limits: limits) == .invalid(431), "\(rest.utf8.map(\.self))")
        }
        #expect(Reading.of(String(long.prefix(150)) + "\u{0}", limits: limits) == .invalid(400))
    }

    @Test("Every known field is found by its name in any case")
    func knownFields() {
        for field in KnownField.allCases where field != .other && field != .expect && field != .transferEncoding {
            let name = String(field.name.enumerated().map { $0 % 2 == 0 ? Character($1.uppercased()) : $1 })
            let host = field == .host ? "" : "Host: h\r\n"
            var parser = RequestParser()
            let isFound = Array("GET / HTTP/1.1\r\n\(host)\(name): 1\r\n\r\n".utf8).withRegion { region in
                parser.parse(region) == .complete && parser.head.first(field) != nil
            }
            #expect(isFound, "\(field)")
        }
    }

    @Test("A name that differs in one character is not a known field", arguments: KnownField.allCases)
    func almostKnown(_ field: KnownField) {
        guard field != .other else { return }
        let name = Array(field.name.utf8)
        for place in name.indices {
            for byte in UInt8(0x21)...0x7E where byte | 0x20 != name[place] && byte != 0x3A {
                var other = name
                other[place] = byte
                var parser = RequestParser()
                let text = Array("GET / HTTP/1.1\r\nHost: h\r\n".utf8) + other + Array(": 1\r\n\r\n".utf8)
                // A name that is not a token is refused.
                guard text.withRegion({ parser.parse($0) }) == .complete else { continue }
                let count = parser.head.fields.count { $0.isKnown(field) }
                #expect(count == (field == .host ? 1 : 0), "\(byte) at \(place)")
            }
        }
    }

    @Test("Random bytes and damage never crash, and prefixes agree with the whole")
    func random() {
        var generator = SeededGenerator(seed: 7)
        let sound = Array("POST http://h/x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nX: y\r\n\r\n".utf8)
        for _ in 0..<5_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let whole = Reading.of(bytes)
            let cut = Reading.of(Array(bytes[..<Int.random(in: 0...bytes.count, using: &generator)]))
            // A prefix needs more bytes or is refused; a refused prefix is refused for the same reason when more follow.
            if case .invalid = cut, case .complete = whole { Issue.record("a prefix is refused, the whole is not") }
        }
    }
}
