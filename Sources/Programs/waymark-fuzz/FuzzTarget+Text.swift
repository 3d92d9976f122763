import CanonicalJSON
import RouteAnalysis
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

extension FuzzTarget {
    /// JSON: an accepted text has a canonical form, which parses again and has itself as canonical form.
    static let json = FuzzTarget(
        name: "json",
        seeds: [
            #"{"a":[1,-0.5e3,true,null,"é\u00e9\n"],"b":{"":{}}}"#, "[[[[]]]]", #""\ud83d\ude00""#, "1e400", "[1,]",
        ]
    ) { bytes in
        guard let document = try? JSONDocument(parsing: bytes) else { return }
        let value = document.root.value
        let canonical = value.canonicalBytes
        guard let again = try? JSONDocument(parsing: canonical) else {
            preconditionFailure("canonical text is refused: \(value.text)")
        }
        precondition(again.root.value.canonicalBytes == canonical, "canonical text is not a fixed point: \(value.text)")
    }

    /// Addresses: the serialisation of an accepted address parses, and its serialisation is the same.
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

    /// Patterns: the stored text of an accepted pattern has the same alternatives, and every match is complete.
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
        // A pattern that is stored unchanged would only be parsed a second time.
        if !stored.utf8.elementsEqual(text.utf8) {
            guard let right = try? Pattern(stored).alternatives(origins: origins) else {
                preconditionFailure("the stored text \(stored) is refused")
            }
            precondition(left.map(\.canonical) == right.map(\.canonical), "\(stored) means something else")
        }
        guard let subject else { preconditionFailure("the subject is a valid address") }
        for alternative in left {
            let captures = alternative.match(subject)
            precondition(captures.map(\.count) == captures.map { _ in alternative.captureNames.count }, stored)
        }
    }

    private static let origins = (try? [Origin("https://o.example")]) ?? []
    private static let subject = (try? Address("https://o.example/news/12?a=1&b=2")).map { MatchSubject($0) }

    /// Templates: an accepted template expands or throws, and a redirect has the literal scheme and host of its
    /// template.
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
}
