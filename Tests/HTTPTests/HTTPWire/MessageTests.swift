import HTTPWire
import TestSupport
import Testing

@Suite("Answers and addresses as bytes", .scheduled)
struct MessageTests {
    @Test("A value cannot begin another field")
    func injection() {
        let response = PreparedResponse(200, [HeaderField("X", "a\r\nSet-Cookie: b")])
        let head = String(decoding: response.head.bytes, as: UTF8.self)
        #expect(!head.contains("\nSet-Cookie"))
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
