import Foundation
import TestSupport
import Testing

@Suite("Sources follow the style", .scheduled)
struct StyleTests {
    @Test("no hand-written source file is over 400 lines")
    func filesAreShort() {
        for file in SourceTree.sources.files where !file.isGenerated {
            #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count - 1) lines")
        }
    }

    @Test("the median source file has at most 150 lines")
    func medianFileIsShort() {
        let lengths = SourceTree.sources.files.filter { !$0.isGenerated }.map { $0.lines.count - 1 }.sorted()
        let median = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
        #expect(median <= 150, "the median is \(median)")
    }

    @Test("no function is over 70 lines")
    func functionsAreShort() {
        for file in SourceTree.sources.files where !file.isGenerated {
            for function in FunctionLengths.inFile(file.lines) {
                #expect(
                    function.lines <= 70, "\(file.path):\(function.start) has \(function.lines) lines: \(function.name)"
                )
            }
        }
    }

    @Test("a function is measured also where its signature has several lines, and a requirement is none")
    func lengths() {
        let body = [String](repeating: "        work()", count: 80)
        let text = [
            "    func requirement(", "        a: Int) -> Int", "", "    init(", "        _ a: Int = 1,",
            "        onEnd: @escaping (Int) -> Void = { _ in }", "    ) throws {",
        ]
        let found = FunctionLengths.inFile(text + body + ["    }", "    func next() -> Int { 1 }"])
        #expect(found.map(\.lines) == [85, 1] && found.map(\.start) == [4, 89])
    }

    @Test("sources contain no forced try, no forced cast and no TODO")
    func noForce() {
        let banned = [/\btry!/, /\bas!/, /\bTODO\b/, /\bFIXME\b/, /\bXXX\b/]
        for file in SourceTree.sources.files where file.mentions(["try!", "as!", "TODO", "FIXME", "XXX"]) {
            for (number, line) in file.lines.enumerated() {
                for word in banned {
                    #expect(line.firstMatch(of: word) == nil, "\(file.path):\(number + 1): \(line)")
                }
            }
        }
    }

    @Test("no type's name ends with Manager, Helper, Utils or Data")
    func namesSayWhatThingsAre() {
        let declaration = /\b(class|struct|enum|actor|protocol)\s+\w*(Manager|Helper|Helpers|Util|Utils|Data)\b/
        for file in SourceTree.sources.files where file.mentions(["Manager", "Helper", "Util", "Data"]) {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: declaration) == nil, "\(file.path):\(number + 1): \(line)")
            }
        }
    }

    /// Words of riddles: they name no actor, or they describe a program as a person.
    @Test("sources contain none of the words that hide who does what")
    func wordsArePlain() {
        let riddles = [
            "nobody", "whoever", "whomever", "somebody", "everybody", "anybody", "reckon", "believes", "believed",
            "hears", "knows", "forgets", "turned away", "of ours",
        ]
        let pattern = "\\b(" + riddles.joined(separator: "|") + ")\\b"
        let spellings = riddles + riddles.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        for file in SourceTree.sources.files where file.mentions(spellings) {
            for (number, line) in file.lines.enumerated() {
                let found = line.range(of: pattern, options: [.regularExpression, .caseInsensitive])
                #expect(found == nil, "\(file.path):\(number + 1): \(line)")
            }
        }
    }

    @Test("no type has the name of its module")
    func moduleNamesAreFree() {
        for file in SourceTree.sources.files {
            guard file.mentions(["class", "struct", "enum", "actor", "protocol"].map { "\($0) \(file.target)" }) else {
                continue
            }
            let declaration = "(class|struct|enum|actor|protocol) \(file.target)"
            for (number, line) in file.lines.enumerated() {
                let found = line.range(of: declaration + #"\b"#, options: .regularExpression)
                // Only RouteClient is both a module and its main type, because app developers look for this name.
                #expect(found == nil || file.target == "RouteClient", "\(file.path):\(number + 1): \(line)")
            }
        }
    }

    @Test("every opt-out of concurrency checking has a comment that names the protection of the value")
    func optOutsAreExplained() {
        for file in SourceTree.sources.files {
            for (number, line) in file.lines.enumerated()
            where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
                let above = file.lines[max(0, number - 8)..<number].contains { $0.contains("//") }
                #expect(above || line.contains("//"), "\(file.path):\(number + 1) says no reason")
            }
        }
    }

    @Test("each file with tests contains an expectation")
    func testsAssert() {
        let assertion = /#expect|#require|Issue\.record|confirmation\(|expect[A-Z]|verify|check/
        for file in SourceTree.tests.files where file.lines.contains(where: { $0.contains("@Test") }) {
            #expect(file.lines.contains { $0.firstMatch(of: assertion) != nil }, "\(file.path) asserts nothing")
        }
    }
}
