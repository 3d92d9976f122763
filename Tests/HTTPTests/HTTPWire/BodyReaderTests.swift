import HTTPWire
import TestSupport
import Testing

@Suite("The body of a request", .scheduled)
struct BodyReaderTests {
    /// The result of a body that arrives in pieces of one size.
    private func read(_ text: String, _ framing: RequestHead.Framing, piece: Int, bytesMax: Int = 1000) -> String {
        let bytes = Array(text.utf8)
        do throws(RequestRefusal) {
            var reader = try BodyReader(framing, bytesMax: bytesMax)
            var start = 0
            while start < bytes.count, !reader.isComplete {
                let end = min(start + piece, bytes.count)
                let part = Array(bytes[start..<end])
                start += try part.withRegion { region throws(RequestRefusal) in try reader.feed(region, from: 0) }
            }
            guard reader.isComplete else { return "more" }
            return String(decoding: reader.body, as: UTF8.self) + "|" + String(decoding: bytes[start...], as: UTF8.self)
        } catch {
            return "\(error.status)"
        }
    }

    @Test(
        "Chunks are joined and trailers ignored, in pieces of any size",
        arguments: [
            ("5\r\nhello\r\n0\r\n\r\nrest", "hello|rest"), ("0005\r\nhello\r\n00\r\nA: b\r\n\r\n", "hello|"),
            ("5;a=b;c=\"d \\\" e\"\r\nhello\r\n6 ; x\r\n world\r\n0\r\n\r\n", "hello world|"), ("0\r\n", "more"),
        ])
    func chunks(_ text: String, _ expected: String) {
        for piece in 1...text.utf8.count {
            #expect(read(text, .chunked, piece: piece) == expected, "pieces of \(piece)")
        }
    }

    @Test(
        "Malformed chunks are refused, in pieces of any size",
        arguments: [
            "x\r\n", "\r\n", "5\nhello\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "-1\r\n", "+5\r\n", "0x5\r\n", "1_0\r\n",
            "5;\r\nhello\r\n0\r\n\r\n", "5;a\rX\r\nhello", "5 x\r\nhello", "5;a=\"b\r\nhello", "fffffffffffffffff\r\n",
            "0\r\nA b\r\n\r\n", "0\r\n\n", " 5\r\nhello", "5\rhello\r\n",
        ])
    func broken(_ text: String) {
        for piece in 1...text.utf8.count { #expect(read(text, .chunked, piece: piece) == "400", "pieces of \(piece)") }
    }

    @Test("A body ends exactly at its length, and limits are exact")
    func lengths() {
        for piece in 1...8 { #expect(read("hellorest", .length(5), piece: piece).hasPrefix("hello|")) }
        #expect(read("", .length(1001), piece: 1) == "413")
        #expect(read("3e9\r\n", .chunked, piece: 1) == "413")
    }
}
