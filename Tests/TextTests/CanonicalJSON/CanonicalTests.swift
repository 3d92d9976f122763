import CanonicalJSON
import TestSupport
import Testing

@Suite("Canonical output (RFC 8785)", .scheduled)
struct CanonicalTests {
    @Test("numbers are written as in RFC 8785, Appendix B", arguments: Self.appendixB)
    func numbers(_ bits: UInt64, _ text: String) throws {
        let number = Double(bitPattern: bits)
        var writer = CanonicalWriter()
        writer.number(number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
        let read = try JSONDocument(parsing: text).root
        #expect(read.numberValue == number)
        #expect(read.value.text == text)
    }

    @Test(
        "numbers read in any spelling become one",
        arguments: [
            ("1.0", "1"), ("1e2", "100"), ("-0", "0"), ("-0.0", "0"), ("0e9", "0"), ("4.50", "4.5"), ("2e-3", "0.002"),
            ("1E30", "1e+30"), ("123456789012345680000", "123456789012345680000"), ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("9007199254740993", "9007199254740992"), ("9223372036854775807", "9223372036854776000"),
            ("1e-6", "0.000001"),
            ("1e-7", "1e-7"), ("12345678.9", "12345678.9"), ("0.1", "0.1"), ("1e-400", "0"),
            ("100000000000000000000000", "1e+23"),
        ])
    func spellings(_ text: String, _ canonical: String) throws {
        #expect(try JSONDocument(parsing: text).root.value.text == canonical)
    }

    @Test("section 3.2.2: the sample of primitive types")
    func primitives() throws {
        let text = #"""
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
              "literals": [null, true, false]
            }
            """#
        let expected =
            #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
            + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        #expect(try JSONDocument(parsing: text).root.value.text == expected)
    }

    @Test("section 3.2.3: members are in the order of UTF-16 code units")
    func order() throws {
        let text = #"""
            { "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
              "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis" }
            """#
        let expected =
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\","
            + "\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\u{FB33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        #expect(try JSONDocument(parsing: text).root.value.text == expected)
    }

    @Test("the order of names is the order of their UTF-16 code units, for every pair")
    func orderAgrees() {
        let scalars: [UInt32] = [0, 0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFB33, 0xFFFF, 0x10000, 0x10FFFF]
        let names =
            [""] + scalars.compactMap { Unicode.Scalar($0).map { "a" + String(Character($0)) + "b" } } + ["a", "aa"]
        for a in names {
            for b in names {
                let expected = Array(a.utf16).lexicographicallyPrecedes(Array(b.utf16))
                #expect(NameOrder.precedes(a, b) == expected, "\(a.debugDescription) \(b.debugDescription)")
            }
        }
    }

    @Test("only characters that must be escaped are escaped")
    func strings() {
        let text = JSONValue.string("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F} \"/\\\u{7F}\u{80}\u{2028}é😀").text
        #expect(text == "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \\\"/\\\\\u{7F}\u{80}\u{2028}é😀\"")
    }

    @Test("the writer and values give the same bytes")
    func writer() {
        var writer = CanonicalWriter()
        writer.beginObject()
        writer.name("a")
        writer.strings(["x", "y\"z"])
        writer.name("b")
        writer.beginObject()
        writer.endObject()
        writer.name("c")
        writer.integer(-1_234_567_890_123)
        writer.name("d")
        writer.raw("[1,2]".utf8)
        writer.name("e")
        writer.bool(false)
        writer.name("f")
        writer.null()
        writer.endObject()
        let text = #"{"a":["x","y\"z"],"b":{},"c":-1234567890123,"d":[1,2],"e":false,"f":null}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test(
        "integers up to 2^53 are exact, larger ones are doubles",
        arguments: [
            (Int64(0), "0"), (7, "7"), (-10, "-10"), (1 << 53, "9007199254740992"), (-(1 << 53), "-9007199254740992"),
            ((1 << 53) + 1, "9007199254740992"), (.max, "9223372036854776000"), (.min, "-9223372036854776000"),
        ])
    func integers(_ number: Int64, _ text: String) {
        #expect(JSONValue.integer(number).text == text)
    }

    static let appendixB: [(UInt64, String)] = [
        (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"), (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
        (0xc340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"), (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
        (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
        (0x41b3_de43_5555_5557, "333333333.33333343"), (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ]
}
