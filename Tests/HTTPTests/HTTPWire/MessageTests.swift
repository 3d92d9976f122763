import HTTPWire
import TestSupport
import Testing

@Suite("Answers and addresses as bytes", .scheduled)
struct MessageTests {
    @Test("Each control character of a value is written as a space, and each other byte as it is")
    func injection() {
        var random = SeededGenerator.fromEnvironment(default: 0x36_02)
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0..<40, using: &random)).map { _ -> Unicode.Scalar in
                // One in eight is among those that matter; others are of one to three bytes.
                guard Int.random(in: 0..<8, using: &random) == 0 else {
                    return Unicode.Scalar(UInt32.random(in: 0x20...0x8FF, using: &random)) ?? "x"
                }
                let near = UInt8.random(in: 0...0x21, using: &random)
                return Unicode.Scalar(near > 0x20 ? 0x7F : near)
            }
            let text = String(String.UnicodeScalarView(scalars))
            let clean = scalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
            let name = String(repeating: "n", count: Int.random(in: 1..<9, using: &random))
            let head = PreparedResponse(204, [HeaderField(name, text)]).head.bytes
            let line = "\(name): \(String(String.UnicodeScalarView(clean)))\r\n"
            let written = head.suffix(line.utf8.count)
            #expect(written.elementsEqual(line.utf8), "seed \(random.seed): \(line.debugDescription)")
        }
    }

    @Test("A redirect has the head that its fields have", arguments: ["https://a.example/", "/a\r\nX: y\u{7F}", ""])
    func redirect(_ place: String) {
        let fields = [HeaderField("Cache-Control", "no-store"), HeaderField("Vary", "User-Agent")]
        for body in ["\(place)\n", "\(place)\(String(repeating: "z", count: 100))\n"] {
            let bytes = SharedBytes(Array(body.utf8))
            let location = HeaderField("Location", String(body.dropLast()))
            let plain = PreparedResponse(302, [location] + fields, body: bytes)
            let answer = PreparedResponse(RedirectLines(302, fields), body: bytes)
            #expect(answer.status == 302 && answer.head.bytes == plain.head.bytes)
            #expect(answer.body?.bytes == bytes.bytes)
        }
    }

    @Test("Content-Length is a decimal number", arguments: [0, 1, 9, 10, 99, 100, 12_345, 1_000_000, .max])
    func lengthDigits(_ count: Int) {
        let head = PreparedResponse(200, bodyByteCount: count).head.bytes
        #expect(String(decoding: head, as: UTF8.self).hasSuffix("\r\nContent-Length: \(count)\r\n"))
    }

    @Test(
        "204 and 304 have no Content-Length, other answers always do",
        arguments: [(200, true), (204, false), (304, false), (404, true)])
    func lengths(_ status: Int, _ tells: Bool) {
        let head = String(decoding: PreparedResponse(status, []).head.bytes, as: UTF8.self)
        #expect(head.contains("Content-Length: 0") == tells)
        #expect(String(decoding: Response(status).head, as: UTF8.self).contains("Content-Length: 0") == tells)
    }

    @Test(
        "Addresses are printed as in RFC 5952",
        arguments: [
            (PeerAddress(version4: 0x7F00_0001), "127.0.0.1"), (PeerAddress(high: 0, low: 1), "::1"), (.none, "unix"),
            (PeerAddress(high: 0x2001_0DB8_0000_0000, low: 0x0001_0000_0000_0001), "2001:db8::1:0:0:1"),
        ])
    func addresses(_ address: PeerAddress, _ text: String) { #expect(address.description == text) }
}
