import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange

@Suite("Content codings and media types", .scheduled)
struct NegotiationTests {
    @Test(
        "gzip is chosen if Accept-Encoding allows it and does not prefer identity",
        arguments: [
            ("gzip", ContentCoding.gzip), ("GZip", .gzip), ("x-gzip", .gzip), ("deflate, gzip;q=1.0, *;q=0.5", .gzip),
            ("gzip;q=0", .identity), ("gzip;q=0.000", .identity), ("gzip;q=0.001", .gzip), ("*", .gzip),
            ("*;q=0", .identity), ("gzip;q=0, *", .identity), ("identity", .identity), ("", .identity),
            ("br", .identity), ("gzip;q=0.5, identity;q=0.8", .identity), ("gzip;q=0.8, identity;q=0.5", .gzip),
            ("identity;q=0, *;q=0.1", .gzip), ("gzip ; q=0.3", .gzip), ("gzipped", .identity),
            ("identity;q=1, gzip;q=0.9", .identity), ("gzip;Q=0", .identity),
        ] as [(String, ContentCoding)])
    func coding(_ field: String, _ coding: ContentCoding) {
        #expect(ContentCoding.negotiate(Array(field.utf8)) == coding)
    }

    @Test(
        "a media type is JSON if it is application/json or application/…+json, in UTF-8",
        arguments: [
            ("application/json", true), ("Application/JSON; charset=UTF-8", true), ("application/problem+json", true),
            ("application/json;charset=\"utf-8\"", true), ("application/json; charset=latin1", false),
            ("text/plain", false), ("text/json", false), ("application/xml", false),
        ] as [(String, Bool)])
    func json(_ field: String, _ isJSON: Bool) {
        #expect(MediaType(field).isJSON == isJSON)
    }
}
