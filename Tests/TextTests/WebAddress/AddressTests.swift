import TestSupport
import Testing
import WebAddress

@Suite("Addresses", .scheduled)
struct AddressTests {
    @Test("have the parts of the parsed text")
    func parts() throws {
        let address = try Address("HTTPS://us%20er:p@Bbs.Csdn.net:8443/a//b/?x=1#y")
        #expect(address.href == "https://us%20er:p@bbs.csdn.net:8443/a//b/?x=1#y")
        #expect(address.scheme == "https" && address.host == "bbs.csdn.net" && address.port == 8443)
        #expect(address.username == "us%20er" && address.password == "p" && address.hasCredentials)
        #expect(address.path == "/a//b/" && address.query == "x=1" && address.fragment == "y")
        #expect(address.rawPathSegments == ["a", "", "b", ""])
        #expect(address.isSpecial && !address.hasOpaquePath)
    }

    @Test(
        "have percent-encoded segments",
        arguments: [
            ("https://h/", [""]), ("csdnapp://h", []), ("mailto:a/b", []), ("a:/b", ["b"]), ("a:/.//b", ["", "b"]),
            ("https://h/%61/%2F", ["%61", "%2F"]),
        ])
    func segments(text: String, expected: [Substring]) throws {
        #expect(try Address(text).rawPathSegments == expected)
    }

    @Test("distinguish a missing host from an empty one")
    func hosts() throws {
        #expect(try Address("a:/b").host == nil)
        #expect(try Address("a:///b").host?.isEmpty == true)
        #expect(try Address("file:///b").host?.isEmpty == true)
        #expect(try Address("mailto:x").host == nil)
    }

    @Test("withQuery and withFragment change only query and fragment")
    func editing() throws {
        let address = try Address("https://h:81/a?b#c")
        #expect(address.withQuery("x y'").href == "https://h:81/a?x%20y%27#c")
        #expect(address.withQuery(nil).href == "https://h:81/a#c")
        #expect(address.withQuery("").href == "https://h:81/a?#c")
        #expect(address.withFragment(nil).href == "https://h:81/a?b")
        #expect(address.withFragment("d e").href == "https://h:81/a?b#d%20e")
        #expect(address.withFragment("d").withFragment(nil) == (try Address("https://h:81/a?b")))
        #expect(try Address("a:b").withQuery("'").href == "a:b?'")
        for changed in [address.withFragment("é"), address.withFragment(nil), address.withQuery("é")] {
            #expect(try Address(changed.href).parts == changed.parts)
        }
    }

    @Test("give access to bytes and parts")
    func bytes() throws {
        let address = try Address("csdnapp://app.csdn.net/blog?id=1")
        // Unsafe: the pointer is used only inside the closure.
        let query = unsafe address.withUTF8 { bytes, parts in
            unsafe String(decoding: bytes[parts.query], as: UTF8.self)
        }
        #expect(query == "id=1")
    }

    @Test("are equal if their texts are")
    func equality() throws {
        #expect(try Address("HTTP://h:80/a/../b") == Address("http://h/b"))
        #expect(try Set([Address("http://h"), Address("http://h/")]).count == 1)
    }

    @Test(
        "errors have a code and the offset in the given text",
        arguments: [
            ("  /x", .missingScheme, 2), ("https://", .missingHost, 8), ("https://u@/", .missingHost, 10),
            ("https://a b/", .forbiddenHostCharacter, 9), ("ht\ntps://a b/", .forbiddenHostCharacter, 10),
            ("https://a:99999/", .invalidPort, 10), ("https://a:8x/", .invalidPort, 11),
            ("https://a.1.2.3.4.5/", .invalidIPv4, 8),
            ("https://1.256.1.1/", .invalidIPv4, 10), ("https://[1::2::3]/", .invalidIPv6, 14),
            ("https://[1", .invalidIPv6, 8),
            ("https://\u{378}.com/", .invalidDomain, 8), ("https://:80/", .missingHost, 8),
            ("https://%41%20b/", .forbiddenHostCharacter, 8),
            ("https://\u{FF11}.2.3.4.5/", .invalidIPv4, 8), ("app://h\t\n|/", .forbiddenHostCharacter, 9),
        ] as [(String, AddressError.Code, Int)])
    func errors(text: String, code: AddressError.Code, offset: Int) {
        let error = #expect(throws: AddressError.self) { try Address(text) }
        #expect(error?.code == code && error?.offset == offset, "\(String(describing: error))")
        #expect(error?.hint.isEmpty == false)
    }

    @Test("texts above 2 MiB and international domains above the limit are refused")
    func limits() throws {
        let long = String(repeating: "a", count: 2 << 20)
        #expect(throws: AddressError.self) { try Address("https://h/" + long) }
        #expect(throws: AddressError.self) { try Address("https://é" + String(long.prefix(9000)) + "/") }
        #expect(try Address("https://" + String(long.prefix(9000)) + "/").host?.utf8.count == 9000)
    }

    @Test("only a fragment resolves against a base with an opaque path")
    func opaqueBase() throws {
        let base = try Address("mailto:x")
        #expect(try Address("#f", relativeTo: base).href == "mailto:x#f")
        let error = #expect(throws: AddressError.self) { try Address("y", relativeTo: base) }
        #expect(error?.code == .opaqueBase)
    }
}
