import TestSupport
import Testing

@testable import WebAddress

@Suite("Normalisation and Punycode", .scheduled)
struct NormalizationTests {
    /// Foundation is not the reference: on Linux it does not order some marks and does not compose some syllables.
    @Test("form C equals that of Python's unicodedata2, for letters, marks and Hangul in random order")
    func composes() {
        var numbers = PackedNumbers.unpack(UnicodeTables.normalizationVectors)[...]
        func next() -> [UInt32] {
            let count = Int(numbers.removeFirst())
            defer { numbers = numbers.dropFirst(count) }
            return Array(numbers.prefix(count))
        }
        var count = 0
        while !numbers.isEmpty {
            let scalars = next()
            let expected = next()
            let found = Normalization.nfc(scalars)
            #expect(found == expected, "of \(scalars)")
            #expect(Normalization.nfc(found) == found)
            count += 1
        }
        #expect(count == 1500)
    }

    /// RFC 3492 section 7.1, and two further cases: only basic code points, and none.
    @Test(
        "Punycode equals the samples of the RFC in both directions",
        arguments: [
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
            ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("そのスピードで", "d9juau41awczczp"), ("bücher", "bcher-kva"),
            ("-> $1.00 <-", "-> $1.00 <--"),
        ])
    func punycode(text: String, encoded: String) {
        let scalars = text.unicodeScalars.map(\.value)
        #expect(Punycode.encode(scalars).map { String(decoding: $0, as: UTF8.self) } == encoded)
        #expect(Punycode.decode(Array(encoded.utf8)[...]) == scalars)
    }

    @Test(
        "text that is not Punycode is refused, also with large numbers",
        arguments: ["a-999999b", "99999999", "a-b-\u{7F}", "zzzzzzzzzzzzzzzzzzzzzzz", "1", "a-é"])
    func badPunycode(text: String) {
        #expect(Punycode.decode(Array(text.utf8)[...]) == nil)
    }
}
