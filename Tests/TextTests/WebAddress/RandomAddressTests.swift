import TestSupport
import Testing
import WebAddress

@Suite("Random texts", .scheduled)
struct RandomAddressTests {
    /// Parts that are difficult for parsers, and scalars with special rules in domains.
    private static let pieces = [
        "http", "https", "file", "app", ":", ":", "/", "/", "//", "\\", "?", "#", "@", "%", "%2e", "%41", "%ff", "..",
        ".", "C|", "c:",
        "[", "]", "::", "1", "0x", "255", "xn--", "xn--zca", "-", "a", "Z", " ", "\t", "\n", "\0", "é", "ß", "博", "。",
        "\u{200D}", "א",
        "٣", "\u{301}", "\u{AD}", "\u{FDFA}", "각", "\u{1F468}", "\u{E000}", "\u{FFFD}", "\u{10FFFF}", "<", "^", "|",
        "`", "{", "'",
    ]

    private static func randomText(_ random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            if Int.random(in: 0..<16, using: &random) == 0 {
                text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random)) ?? "x")
            } else {
                text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
        }
        return text
    }

    @Test("a text is refused, or its serialisation is ASCII that parses to the same address and parts")
    func printsAndParses() throws {
        var random = SeededGenerator.fromEnvironment(default: 86)
        let bases = try ["https://u:p@h:8/a/b?q#f", "file:///C:/x/y", "app://h/a/b?c", "app:/.//x", "mailto:x"].map {
            try Address($0)
        }
        var parsed = 0
        for _ in 0..<60_000 {
            let text = Self.randomText(&random)
            let base = bases[Int.random(in: 0..<bases.count, using: &random)]
            guard let address = try? Address(text, relativeTo: base) else { continue }
            parsed += 1
            let again = try? Address(address.href)
            let isASCII = address.href.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F || $0 == 0x20 && address.hasOpaquePath }
            guard again == address, again?.parts == address.parts, isASCII else {
                Issue.record(
                    "\(text.debugDescription) on \(base): \(address), then \(again?.href ?? "none"); seed \(random.seed)"
                )
                return
            }
        }
        #expect(parsed > 10_000)
    }

    @Test("an absolute address is the same with any base")
    func wholeAddress() throws {
        let base = try Address("app://h/a")
        for text in ["https://x/y?z#w", "mailto:a", "file:///b", "app://i", "HTTP:/j"] {
            #expect(try Address(text, relativeTo: base) == Address(text))
        }
    }

    @Test("decodes to what it was, once encoded", arguments: PercentEncoding.EncodeSet.allCases)
    func encodesAndDecodes(set: PercentEncoding.EncodeSet) {
        var random = SeededGenerator.fromEnvironment(default: 7)
        for _ in 0..<500 {
            // A percent sign that the set does not encode would be decoded as an escape.
            let text = Self.randomText(&random).filter { $0 != "%" }
            let decoded = PercentEncoding.decodeText(PercentEncoding.encode(text, set))
            #expect(decoded?.utf8.elementsEqual(text.utf8) == true, "seed \(random.seed)")
            let items = FormURLEncoded.items(FormURLEncoded.serialize([(text, text)]))
            #expect(items.count == 1 && items.first?.name.utf8.elementsEqual(text.utf8) == true)
        }
    }
}
