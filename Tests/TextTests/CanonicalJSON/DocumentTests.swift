import CanonicalJSON
import TestSupport
import Testing

@Suite("A document and its nodes", .scheduled)
struct DocumentTests {
    @Test("members keep the order of the text and have their offsets")
    func members() throws {
        let document = try JSONDocument(parsing: "{ \"z\": 1,\n  \"é\": [true, \"a\\u0062\"], \"z2\": {} }")
        let members = Array(document.root.members)
        #expect(members.map(\.name) == ["z", "é", "z2"])
        #expect(document.root.members.count == 3)
        #expect(
            members.map { document.position(at: $0.nameOffset) } == [
                JSONPosition(line: 1, column: 3), JSONPosition(line: 2, column: 3), JSONPosition(line: 2, column: 27),
            ])
        #expect(members[1].isNamed("é"))
        #expect(!members[1].isNamed("e"))
        #expect(document.root["é"]?.elements.count == 2)
        #expect(document.root["é"]?[1]?.stringValue == "ab")
        #expect(document.root["é"]?[1]?.hasEscapes == true)
        #expect(document.root["é"]?[2] == nil)
        #expect(document.root["none"] == nil)
    }

    @Test("accessors for another kind of value return nil")
    func kinds() throws {
        let root = try JSONDocument(parsing: "[null, true, -12, 1.5, \"12\", [], {}, 1.0, 12345678901234567890]").root
        let nodes = Array(root.elements)
        #expect(nodes.map(\.kind) == [.null, .bool, .number, .number, .string, .array, .object, .number, .number])
        #expect(nodes.map(\.integerValue) == [nil, nil, -12, nil, nil, nil, nil, 1, nil])
        #expect(nodes.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil, nil, nil])
        #expect(nodes.map(\.isNull) == [true] + Array(repeating: false, count: 8))
        #expect(nodes[3].numberValue == 1.5)
        #expect(nodes[4].stringValue == "12")
        #expect(nodes[2].stringValue == nil)
        #expect(Array(nodes[4].members).isEmpty)
        #expect(try JSONDocument(parsing: "9223372036854775807").root.integerValue == .max)
    }

    @Test("positions count LF, CR and CR LF as line ends, and columns in scalars")
    func positions() throws {
        let document = try JSONDocument(parsing: "[1,\n2,\r\n3,\r\"é😀\",4]")
        let found = document.root.elements.map { document.position(at: $0.offset) }
        #expect(found.map(\.line) == [1, 2, 3, 4, 4])
        #expect(found.map(\.column) == [2, 1, 1, 1, 6])
        let offsets = document.root.elements.map(\.offset)
        #expect(document.positions(at: offsets.reversed()) == found.reversed())
    }

    @Test("an error has line, column and hint")
    func errors() {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: "{\n  \"é\": 1,\n}") }
        #expect(error?.position == JSONPosition(line: 2, column: 9))
        #expect(error?.hint == "Remove the trailing comma.")
    }

    @Test("the pointer of a node leads back to the node")
    func pointers() throws {
        let root = try JSONDocument(parsing: #"{"a":[0,{"b/c":1,"~d":[[2]],"":3}],"e\n":4}"#).root
        let expected = ["/a", "/a/1", "/a/1/b~1c", "/a/1/~0d/0/0", "/a/1/", "/e\n"]
        for text in expected {
            let pointer = try #require(JSONPointer(text))
            let node = try #require(root.descendant(pointer))
            #expect(node.pointer == pointer)
            #expect(node.pointer.description == text)
        }
        #expect(root.pointer.description == "")
        #expect(root.descendant(JSONPointer(["a", "01"])) == nil)
        #expect(root.descendant(JSONPointer(["a", "-"])) == nil)
        #expect(JSONPointer("a") == nil)
        #expect(JSONPointer("/\u{301}a/b")?.tokens == ["\u{301}a", "b"])
        #expect(JSONPointer("/~2") == nil)
        #expect(JSONPointer(["x"]).appending(3).appending("y/z").description == "/x/3/y~1z")
    }

    @Test("known names are found by their bytes, escaped or not")
    func nameTable() throws {
        let table = JSONNameTable(["id", "match", "strictSlash", "strictSlack", "é", ""])
        let root = try JSONDocument(
            parsing: #"{"strictSlash":1,"strictSlack":1,"strictSlach":1,"\u0069d":1,"é":1,"":1,"i":1,"match2":1}"#
        ).root
        #expect(root.members.map { $0.index(in: table) } == [2, 3, nil, 0, 4, 5, nil, nil])
    }

    /// U+212A, the Kelvin sign, is canonically equivalent to the letter K.
    @Test("a member is found by exactly the bytes of its name, also where the text has escapes")
    func exactNames() throws {
        for text in [#"{"\u212A":1}"#, "{\"\u{212A}\":1}"] {
            let root = try JSONDocument(parsing: text).root
            #expect(root["K"]?.integerValue == nil && root["\u{212A}"]?.integerValue == 1, "\(text)")
        }
    }

    @Test("canonically equivalent names are two members, in a document, a value and its canonical form")
    func equivalentNames() throws {
        let names = ["K", "\u{212A}", "e\u{301}", "\u{E9}", "\u{1100}\u{1161}", "\u{AC00}", "z"]
        var random = SeededGenerator.fromEnvironment(default: 3)
        for _ in 0..<50 {
            let own = names.shuffled(using: &random).prefix(Int.random(in: 1...names.count, using: &random))
            let text = "{" + own.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
            let root = try JSONDocument(parsing: Array(text.utf8)).root
            #expect(own.enumerated().allSatisfy { root[$1]?.integerValue == Int64($0) }, "\(text)")
            let value = root.value
            #expect(own.enumerated().allSatisfy { value[$1]?.integerValue == Int64($0) }, "\(text)")
            let sorted = own.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
            #expect(value.text.utf8.elementsEqual(Self.object(sorted, own).utf8), "\(value.text)")
            #expect(try JSONValue(parsing: value.canonicalBytes) == value)
        }
        for twice in [#"{"K":1,"K":2}"#, #"{"é":1,"\u00e9":2}"#] {
            let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: Array(twice.utf8)) }
            #expect(error?.code == .duplicateName)
        }
    }

    /// The names in an order, each with its place in another one.
    private static func object(_ names: [String], _ places: ArraySlice<String>) -> String {
        let members = names.map { name in
            "\"\(name)\":\(places.firstIndex { $0.utf8.elementsEqual(name.utf8) } ?? -1)"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    @Test("values with canonically equivalent texts are different values")
    func equivalentTexts() throws {
        for (one, other) in [
            ("\"\u{E9}\"", "\"e\u{301}\""), ("[\"K\"]", "[\"\u{212A}\"]"), ("{\"K\":1}", "{\"\u{212A}\":1}"),
        ] {
            let values = try [one, other].map { try JSONValue(parsing: Array($0.utf8)) }
            #expect(values[0] != values[1] && values[0] == values[0])
        }
    }

    @Test("duplicates in large objects are found")
    func manyNames() throws {
        let members = (0..<500).map { "\"name\($0)\":\($0)" }
        let fine = "{" + members.joined(separator: ",") + "}"
        #expect(try JSONDocument(parsing: fine).root["name499"]?.integerValue == 499)
        let twice = "{" + (members + ["\"n\\u0061me7\":0", "\"name8\":0"]).joined(separator: ",") + "}"
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: twice) }
        #expect(error?.code == .duplicateName)
        #expect(error?.offset == fine.utf8.count)
        #expect(error?.detail.contains("\"name7\"") == true)
    }
}
