import CanonicalJSON
import HTTPFetching
import SystemIO
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("The limits of resolve", .scheduled)
struct ResolveLimitTests {
    private func address(_ count: Int) -> String {
        let beginning = "https://shop.example/"
        return beginning + String(repeating: "x", count: count - beginning.utf8.count)
    }

    @Test("an address has at most 8,192 bytes, and the refusal of a longer one says where it is")
    func address() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let path = "/v1/apps/shop/resolve"
        let (longest, tooLong) = (address(8192), address(8193))
        #expect(try server.send("GET", "\(path)?url=\(longest)", token: nil).json["outcome"] == "unmatched")
        let get = try server.send("GET", "\(path)?url=\(tooLong)", token: nil)
        #expect(get.status == 400)
        #expect(get.json["detail"]?.stringValue?.hasPrefix("?url= has 8193 bytes; an address has at most 8192") == true)
        #expect(try server.send("POST", path, #"{"url":"\#(longest)"}"#, token: nil).json["outcome"] == "unmatched")
        let post = try server.send("POST", path, #"{"url":"\#(tooLong)"}"#, token: nil)
        #expect(post.status == 422)
        let error = try #require(post.json["errors"]?.arrayValue?.first)
        #expect(error["pointer"] == "/url" && error["line"] == 1 && error["column"] == 8)
        #expect(error["detail"] == "url must be a text of at most 8192 bytes")
    }

    @Test("a body of more than 64 KiB is refused before it arrives, and in chunks where the limit is exceeded")
    func body() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let path = "/v1/apps/shop/resolve"
        let blanks = String(repeating: " ", count: DataLimits.resolveBodyBytesMax)
        let body = #"{"url":"https://shop.example/item/1"}"#
        let fits = try server.send("POST", path, body + blanks.dropFirst(body.utf8.count), token: nil)
        #expect(fits.json["outcome"] == "screen")
        let refused = try server.send("POST", path, body + blanks, token: nil)
        #expect(refused.status == 413 && refused["access-control-allow-origin"] == "*")
        let detail = "the body has \(body.utf8.count + blanks.utf8.count) bytes; resolveWithContext takes at most 65536"
        #expect(refused.json["detail"]?.stringValue == detail)
        let head = "POST \(path) HTTP/1.1\r\nHost: h\r\n"
        let early = try answer(server, [head + "Content-Length: 65537\r\nExpect: 100-continue\r\n\r\n"])
        #expect(early.hasPrefix("HTTP/1.1 413"))
        let pieces = [
            head + "Transfer-Encoding: chunked\r\n\r\n8000\r\n", String(repeating: " ", count: 0x8000) + "\r\n8001\r\n",
        ]
        let late = try answer(server, pieces).lowercased()
        #expect(late.hasPrefix("http/1.1 413") && late.contains("access-control-allow-origin: *"))
    }

    /// The beginning of the answer to a request in pieces.
    private func answer(_ server: LiveServer, _ pieces: [String]) throws -> String {
        let address = try #require(SocketAddress(String(server.address.dropFirst("http://".count))))
        let descriptor = try Sockets.connect(to: address)
        defer { Sockets.close(descriptor) }
        for piece in pieces { try Sockets.sendAll(descriptor, Array(piece.utf8)) }
        return String(decoding: try Sockets.receive(descriptor, countMax: 4096), as: UTF8.self)
    }
}
