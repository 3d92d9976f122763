import TestSupport
import Testing
import WebAddress

@Suite("Percent- and form-encoding", .scheduled)
struct EncodingTests {
    @Test(
        "decoding does not change invalid escapes",
        arguments: [
            ("a%20b", "a b"), ("%", "%"), ("%4", "%4"), ("%4g", "%4g"), ("%%41", "%A"), ("%4%41", "%4A"),
            ("%g1", "%g1"),
            ("%E5%8D%9A", "博"), ("a+b", "a+b"), ("", ""), ("%25", "%"), ("%2541", "%41"), ("é%41", "éA"),
        ])
    func decoding(text: String, expected: String) {
        #expect(PercentEncoding.decodeText(text) == expected)
        #expect(PercentEncoding.decodeBytes(text) == Array(expected.utf8))
    }

    @Test(
        "bytes that are not UTF-8 give no text", arguments: ["%FF", "%E5%8D", "a%C0%80", "%ED%A0%80", "%EF%BF%BD%80"])
    func notUTF8(text: String) {
        #expect(PercentEncoding.decodeText(text) == nil)
    }

    @Test("an encoded U+FFFD is valid text")
    func replacementCharacter() {
        #expect(PercentEncoding.decodeText("%EF%BF%BD") == "\u{FFFD}")
    }

    @Test("encoding changes the characters of the set and all beyond ASCII")
    func encoding() {
        #expect(PercentEncoding.encode("a b/博~'", .component) == "a%20b%2F%E5%8D%9A~'")
        #expect(PercentEncoding.encode("a b/博~'", .formURLEncoded) == "a%20b%2F%E5%8D%9A%7E%27")
        #expect(PercentEncoding.encode("a?b", .path) == "a%3Fb")
        #expect(PercentEncoding.encode("plain", .userinfo) == "plain")
        #expect(PercentEncoding.encode("%41"[...], .path) == "%41")
    }

    @Test("items of a query keep order, encoded text, and whether they have a value")
    func items() {
        let items = FormURLEncoded.items("a=1&&b&=c&d=e=f&%61+x=%FF+y")
        #expect(items.map(\.name) == ["a", "b", "", "d", "a x"])
        #expect(items.map(\.value) == ["1", "", "c", "e=f", "\u{FFFD} y"])
        #expect(items.map(\.raw) == ["a=1", "b", "=c", "d=e=f", "%61+x=%FF+y"])
        #expect(items.map(\.hasValue) == [true, false, true, true, true])
        #expect(FormURLEncoded.items("").isEmpty)
        #expect(FormURLEncoded.items("&&").isEmpty)
    }

    @Test("items are serialised with form coding")
    func serializing() {
        #expect(FormURLEncoded.serialize([("a b", "c&d"), ("博", "*-._~")]) == "a+b=c%26d&%E5%8D%9A=*-._%7E")
    }

    @Test("special schemes have their default ports")
    func schemes() {
        #expect(SpecialScheme.defaultPort("https") == 443)
        #expect(SpecialScheme.defaultPort("ws"[...]) == 80)
        #expect(SpecialScheme.defaultPort("file") == nil && SpecialScheme.isSpecial("file"))
        for scheme in ["csdnapp", "", "httpss", "http\0", "\0http", "aaahttps"] {
            #expect(!SpecialScheme.isSpecial(scheme), "\(scheme)")
        }
    }

    @Test("domains become ASCII")
    func domains() throws {
        #expect(try Domain.toASCII("Bücher.example") == "xn--bcher-kva.example")
        #expect(try Domain.toASCII("XN--A") == "xn--a")
        #expect(throws: AddressError.self) { try Domain.toASCII("a b") }
        // RFC 3492 section 6.2: a delimiter without a code point before it is not Punycode.
        #expect(try Domain.toASCII("xn--tda.é") == "xn--tda.xn--9ca")
        #expect(throws: AddressError.self) { try Domain.toASCII("xn---tda.é") }
    }
}
