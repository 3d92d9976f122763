import HTTPWire
import RoutePattern
import TargetTemplate
import WebAddress

extension FuzzTarget {
    /// Addresses: what parses prints, and the print parses as itself.
    static let address = FuzzTarget(
        name: "address",
        seeds: [
            "https://user:pass@EXAMPLE.com:8080/a/../b;p?q=1&r#f", "app://details/12", "mailto:x@y", "file:///C:/x",
            "http://[::1]:80/%2e%2E/", "https://bücher.example/博?客", "http://0x7f.1/", "  \thttps:\\\\h\\p ",
        ]
    ) { bytes in
        guard let address = try? Address(String(decoding: bytes, as: UTF8.self)) else { return }
        guard let again = try? Address(address.href) else { preconditionFailure("\(address.href) does not parse") }
        precondition(again.href == address.href, "\(address.href) is not a fixed point")
        _ = MatchSubject(address, authority: ["app": .firstSegment])
    }

    /// Patterns: what is accepted is stored in a spelling that is accepted as the same alternatives.
    static let pattern = FuzzTarget(
        name: "pattern",
        seeds: [
            "https://h.example/:a-:b/{x}?/:k(news|blog)/:id(\\d{1,4})/*", "http{s}?://*.h.example:8080/p?a=1&b=:b&!c",
            "/a/:rest*", "mailto:*", "*://:sub.h/", "app://[::1]/\\:x", "/:s([\\w-]+)",
        ]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let pattern = try? Pattern(text), case .text(let stored) = pattern.stored,
            let left = try? pattern.alternatives(origins: origins)
        else { return }
        // The author's own spelling would only be read a second time.
        if !stored.utf8.elementsEqual(text.utf8) {
            guard let right = try? Pattern(stored).alternatives(origins: origins) else {
                preconditionFailure("the stored spelling \(stored) is refused")
            }
            precondition(left.map(\.canonical) == right.map(\.canonical), "\(stored) means something else")
        }
        guard let subject else { preconditionFailure("the address is one") }
        for alternative in left {
            let captures = alternative.match(subject)
            precondition(captures.map(\.count) == captures.map { _ in alternative.captureNames.count }, stored)
            precondition((alternative.firstMismatch(subject) == nil) == (captures != nil), stored)
        }
    }

    private static let origins = (try? [Origin("https://o.example")]) ?? []
    private static let subject = (try? Address("https://o.example/news/12?a=1&b=2")).map { MatchSubject($0) }

    /// Templates: what is accepted expands or says why not, and a redirect never leaves its literal scheme and host.
    static let template = FuzzTarget(
        name: "template",
        seeds: [
            "https://h.example/{a}{/b*}{?c,d}{&e}{#f}{+g}{;h:3}{.i}", "app://x/y?z={a}", "{scheme}://h/", "tel:110",
        ]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? Template(text).expand { $0.count % 2 == 0 ? .list(["..", "a/b", ""]) : .string("../\u{0}é?#") }
        guard let redirect = try? RedirectTemplate(text), let incoming = try? Address("https://from.example/?q=1#f")
        else {
            return
        }
        let target = try? redirect.follow(
            { $0.count % 2 == 0 ? .list(["a", "//evil"]) : .string("//evil/@") }, from: incoming)
        guard let target else { return }
        precondition(
            target.scheme == redirect.literalScheme && target.host == redirect.literalHost, "\(text) leads to \(target)"
        )
    }

    /// Request heads: read whole or byte by byte, the verdict is the same.
    static let request = FuzzTarget(
        name: "request",
        seeds: [
            "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "POST /a?b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
            "PUT http://h/a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\n",
            "OPTIONS * HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
        ]
    ) { bytes in
        var parser = RequestParser()
        guard case .complete = parser.parse(bytes, from: 0) else { return }
        let end = parser.head.end
        precondition(end <= bytes.count, "the head ends beyond the bytes")
        for count in stride(from: 0, to: end, by: 7) {
            var partial = RequestParser()
            if case .complete = partial.parse(Array(bytes[..<count]), from: 0) {
                preconditionFailure("a head of \(end) bytes was complete after \(count)")
            }
        }
        guard case .chunked = parser.head.framing else { return }
        var decoder = ChunkedDecoder(bytesMax: 1 << 16)
        guard let next = try? decoder.feed(bytes, from: end) else { return }
        precondition(next <= bytes.count && next >= end, "the body ends outside the bytes")
    }
}
