import CanonicalJSON
import TestSupport
import Testing

@Suite("The grammar of RFC 8259", .scheduled)
struct GrammarTests {
    @Test("valid texts are parsed", arguments: Self.accepted)
    func accepts(_ text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(try JSONValue(parsing: value.canonicalBytes) == value)
    }

    @Test("invalid texts are refused with code and offset", arguments: Self.refused)
    func refuses(_ text: String, _ code: JSONError.Code, _ offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
        #expect(error?.code == code, "\(text): \(String(describing: error))")
        #expect(error?.offset == offset, "\(text): \(String(describing: error))")
        #expect(error?.hint.isEmpty == false)
    }

    @Test("bytes that are not UTF-8 are refused", arguments: Self.badBytes)
    func refusesBytes(_ bytes: [UInt8], _ code: JSONError.Code) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
        #expect(error?.code == code)
    }

    @Test(
        "UTF-16, a byte order mark and typographic quotation marks are named as such",
        arguments: [
            (Array("\u{FEFF}{}".utf8), "byte order mark", "UTF-8"),
            ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16", "UTF-8"),
            ([0xFE, 0xFF, 0, 0x7B], "UTF-16", "UTF-8"), ([0x7B, 0, 0x7D, 0], "UTF-16", "UTF-8"),
            (Array("{\u{201C}a\u{201D}: 1}".utf8), "typographic", "straight"),
            (Array("[\u{2018}a\u{2019}]".utf8), "typographic", "straight"),
            (Array("{\"a\" \u{AB}b\u{BB}}".utf8), "typographic", "straight"),
        ] as [([UInt8], String, String)])
    func named(bytes: [UInt8], detail: String, hint: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
        #expect(
            error?.detail.contains(detail) == true && error?.hint.contains(hint) == true, "\(String(describing: error))"
        )
    }

    @Test("an error quotes a bounded part of the text", arguments: [[], Array("[x".utf8), Array("[\\".utf8)])
    func boundedQuotation(_ start: [UInt8]) throws {
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(parsing: start + Array(repeating: 0x80, count: 100_000))
        }
        let detail = try #require(error?.detail)
        #expect(detail.utf8.count < 400, "\(detail.utf8.count) bytes")
    }

    @Test("every prefix of a document is refused without a crash")
    func prefixes() throws {
        let text = Array(#"{"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00\n",true,false,null,{"é":{}}]}"#.utf8)
        for length in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONDocument(parsing: Array(text[..<length])) }
        }
        _ = try JSONDocument(parsing: text)
    }

    @Test("depth and size have limits")
    func limits() throws {
        let nested = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONDocument(parsing: nested)
        let deeper = #expect(throws: JSONError.self) { try JSONDocument(parsing: "[" + nested + "]") }
        #expect(deeper?.code == .tooDeep)
        #expect(deeper?.offset == 64)
        let hostile = #expect(throws: JSONError.self) {
            try JSONDocument(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(hostile?.code == .tooDeep)
        let large = #expect(throws: JSONError.self) {
            try JSONDocument(parsing: "[1,2,3]", limits: JSONLimits(bytesMax: 6))
        }
        #expect(large?.code == .tooLarge)
    }

    static let accepted: [String] = [
        "null", "true", "false", "0", "-0", "1", "-1", "123456789012345678", "1.5", "1E22", "1e-2", "1e+2", "0.5",
        "0e1",
        "0e+1", "-0.0", "1.0", "123e65", "-123", "123.456e78", "0.000000000000000000000000000000000001", "\"\"",
        "\"a\"",
        "[]", "{}", " [] ", "\t[\n]\r\n", "[ 1 ]", "[1 ,2, 3]", "{\"a\":1}", "{ \"a\" : 1 , \"b\" : [] }", "{\"\":0}",
        "[[]   ]", "[\"\"]", "[null, 1, \"1\", {}]", "[1,null,null,null,2]", "[2] ", "\" \"", "\"\\u0000\"",
        "\"\\u0060\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\\u0000\"", "\"\\\\n\"", "\"a/*b*/c\"", "\"\\ud801\\udc37\"",
        "\"\\uD834\\uDD1E\"", "\"\\uDBFF\\uDFFF\"", "\"\\uFFFF\"", "\"\\u2028\\u2029\"", "\"\u{2028}\"", "\"\u{7F}\"",
        "\"€𝄞\"", "\"\u{10FFFF}\"", "\"\u{E000}\"", "\"\\u200B\"", "\"\u{FEFF}\"", "\"π\"", "\"new\\u000Aline\"",
        "{\"foo\\u0000bar\": 42}", "{\"title\":\"\\u041f\\u043e\"}", "{\"a\":{\"a\":{\"a\":[]}}}",
        "{\"min\": -1.0e+28, \"max\": 1.0e+28}", "[1e-400]", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}",
    ]

    static let refused: [(String, JSONError.Code, Int)] = [
        ("", .empty, 0), (" \n", .empty, 2), ("[", .unexpectedEnd, 1), ("{", .unexpectedEnd, 1),
        ("[1", .unexpectedEnd, 2),
        ("[1,", .unexpectedEnd, 3), ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
        ("{\"a\":1", .unexpectedEnd, 6), ("{\"a\":1,", .unexpectedEnd, 7), ("\"a", .unexpectedEnd, 0),
        ("[\"a", .unexpectedEnd, 1), ("\"\\", .invalidEscape, 1), ("\"\\u00", .invalidEscape, 1),
        ("[1,]", .trailingComma, 2), ("{\"a\":1,}", .trailingComma, 6), ("[1,\n]", .trailingComma, 2),
        ("[,1]", .unexpectedByte, 1), ("[1,,2]", .unexpectedByte, 3), ("{,}", .unexpectedByte, 1),
        ("{\"a\":1,,\"b\":2}", .unexpectedByte, 7), ("[1 2]", .missingComma, 3), ("[1 true]", .missingComma, 3),
        ("{\"a\":1 \"b\":2}", .missingComma, 7), ("[\"a\" : 1]", .unexpectedByte, 5), ("[1:2]", .unexpectedByte, 2),
        ("{\"a\" 1}", .missingColon, 5), ("{\"a\",1}", .missingColon, 4), ("{\"a\"}", .missingColon, 4),
        ("{\"a\":}", .unexpectedByte, 5), ("{\"a\":,}", .unexpectedByte, 5), ("{\"a\"::1}", .unexpectedByte, 5),
        ("{a:1}", .missingQuotes, 1), ("{'a':1}", .missingQuotes, 1), ("{1:1}", .missingQuotes, 1),
        ("{null:1}", .missingQuotes, 1), ("{[]:1}", .unexpectedByte, 1), ("['a']", .missingQuotes, 1),
        ("[a]", .missingQuotes, 1), ("abc", .missingQuotes, 0), ("[1}", .unexpectedByte, 2),
        ("{\"a\":1]", .unexpectedByte, 6),
        ("]", .unexpectedByte, 0), ("}", .unexpectedByte, 0), ("[]]", .trailingContent, 2),
        ("{}{}", .trailingContent, 2),
        ("1 2", .trailingContent, 2), ("[] x", .trailingContent, 3), ("null,", .trailingContent, 4),
        ("[1]//x", .comment, 3), ("/* */ []", .comment, 0), ("[1, // x\n2]", .comment, 4), ("{/**/}", .comment, 1),
        ("[1 /* */]", .comment, 3), ("# x\n[]", .unexpectedByte, 0),
        ("tru", .missingQuotes, 0), ("truee", .missingQuotes, 0), ("True", .unexpectedByte, 0),
        ("TRUE", .unexpectedByte, 0),
        ("None", .unexpectedByte, 0), ("undefined", .unexpectedByte, 0), ("nul", .missingQuotes, 0),
        ("[fals]", .missingQuotes, 1),
        ("NaN", .invalidNumber, 0), ("Infinity", .invalidNumber, 0), ("-Infinity", .invalidNumber, 0),
        ("-", .invalidNumber, 0),
        ("+1", .invalidNumber, 0), ("01", .invalidNumber, 0), ("-01", .invalidNumber, 1), ("00", .invalidNumber, 0),
        ("1.", .invalidNumber, 0), (".5", .invalidNumber, 0), ("-.5", .invalidNumber, 0), ("1.e5", .invalidNumber, 0),
        ("1e", .invalidNumber, 0), ("1e+", .invalidNumber, 0), ("1E-", .invalidNumber, 0), ("1e1.5", .invalidNumber, 0),
        ("0x10", .invalidNumber, 0), ("1_000", .invalidNumber, 0), ("1.2.3", .invalidNumber, 0),
        ("--1", .invalidNumber, 0),
        ("1a", .invalidNumber, 0), ("0.1.2", .invalidNumber, 0), ("1e400", .numberOutOfRange, 0),
        ("[-1e309]", .numberOutOfRange, 1), ("\"\t\"", .controlCharacter, 1), ("\"a\nb\"", .controlCharacter, 2),
        ("\"\u{0}\"", .controlCharacter, 1), ("\"\u{1F}\"", .controlCharacter, 1), ("\"\\a\"", .invalidEscape, 1),
        ("\"\\x41\"", .invalidEscape, 1), ("\"\\'\"", .invalidEscape, 1), ("\"\\u12G4\"", .invalidEscape, 1),
        ("\"\\U0041\"", .invalidEscape, 1), ("\"\\0\"", .invalidEscape, 1), ("\"\\é\"", .invalidEscape, 1),
        ("\"\\ud800\"", .loneSurrogate, 1), ("\"\\udc00\"", .loneSurrogate, 1),
        ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
        ("\"\\ud800x\"", .loneSurrogate, 1), ("\"\\uD83D\\n\"", .loneSurrogate, 1),
        ("\"\\udc00\\ud800\"", .loneSurrogate, 1),
        ("\u{FEFF}[]", .byteOrderMark, 0), ("\u{A0}1", .missingQuotes, 0), ("[\u{0B}1]", .unexpectedByte, 1),
        ("[1]\u{0C}", .trailingContent, 3), ("{\"a\":1,\"a\":2}", .duplicateName, 7),
        ("{\"a\":1,\"\\u0061\":2}", .duplicateName, 7),
        ("[{\"x\":{\"é\":1,\"\\u00e9\":1}}]", .duplicateName, 14), ("<b/>", .unexpectedByte, 0),
        ("`a`", .unexpectedByte, 0),
    ]

    static let badBytes: [([UInt8], JSONError.Code)] = [
        ([0x22, 0xE9, 0x22], .invalidUTF8), ([0x22, 0xC0, 0xAF, 0x22], .invalidUTF8),
        ([0x22, 0x80, 0x22], .invalidUTF8),
        ([0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8), ([0x22, 0xE0, 0x80, 0xAF, 0x22], .invalidUTF8),
        ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], .invalidUTF8), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8),
        ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], .invalidUTF8), ([0x22, 0xFF, 0x22], .invalidUTF8),
        ([0x22, 0xE2, 0x82, 0x22], .invalidUTF8), ([0x22, 0xF0, 0x9F, 0x98], .invalidUTF8),
        ([0x22, 0xC3], .invalidUTF8),
        ([0x22, 0x5C, 0xE5, 0x22], .invalidEscape), ([0x5B, 0xFF, 0x5D], .missingQuotes),
        ([0xFF, 0xFE, 0x5B, 0x00], .missingQuotes), ([0x5B, 0x00, 0x5D], .unexpectedByte),
    ]
}
