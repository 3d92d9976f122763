import Foundation
import TestSupport
import Testing

@Suite(
    "Every statement of the specification with MUST has a proof, and statements are cited by numbers that exist",
    .scheduled)
struct SpecificationTests {
    /// The documents, each with the letter of its statements.
    private static let documents = [("language.md", "L"), ("release.md", "R"), ("client.md", "C")]
    private static let folder = "Config/specification"

    /// The text of each statement by its number, such as `L4.9`.
    private static func statements() throws -> [(number: String, text: String)] {
        var statements: [(number: String, text: String)] = []
        for (document, letter) in documents {
            var section = ""
            for line in try PackageRoot.text(of: "\(folder)/\(document)").components(separatedBy: "\n") {
                if let heading = line.prefixMatch(of: /## (\d+)\./) { section = "\(letter)\(heading.1)" }
                if let begin = line.prefixMatch(of: #/\*\*([A-Z]\d+\.\d+)\*\* /#) {
                    statements.append((String(begin.1), ""))
                    #expect(begin.1.hasPrefix(section + "."), "\(document): \(begin.1) is in section \(section)")
                } else if line.hasPrefix("#") {
                    statements.append(("", ""))
                }
                if !statements.isEmpty { statements[statements.count - 1].text += line + "\n" }
            }
        }
        return statements.filter { !$0.number.isEmpty }
    }

    /// The rows of the table: a statement's number and its proofs.
    private static func rows() throws -> [(number: String, proofs: [String])] {
        try PackageRoot.text(of: "\(folder)/tests.md").components(separatedBy: "\n").compactMap { line in
            guard let row = line.wholeMatch(of: /\| ([A-Z]\d+\.\d+) \| (.*) \|/) else { return nil }
            return (String(row.1), row.2.matches(of: /`([^`]+)`/).map { String($0.1) })
        }
    }

    @Test("statements are numbered from 1 in each section, without a gap")
    func numbered() throws {
        var last: (section: Substring, number: Int) = ("", 0)
        for statement in try Self.statements() {
            let parts = statement.number.split(separator: ".")
            let number = try #require(Int(parts[1]))
            #expect(number == (parts[0] == last.section ? last.number + 1 : 1), "\(statement.number)")
            last = (parts[0], number)
        }
    }

    @Test("the table has exactly one row for each statement with MUST, in their order")
    func rows() throws {
        let required = try Self.statements().filter { $0.text.contains("MUST") }.map(\.number)
        #expect(try Self.rows().map(\.number) == required)
        #expect(required.count > 80)
    }

    @Test("every proof is a test function, a file of vectors, or a file of JavaScript or Java, that exists")
    func proofs() throws {
        for row in try Self.rows() {
            #expect(!row.proofs.isEmpty, "\(row.number) has no proof")
            for proof in row.proofs where !Self.isOtherLanguage(proof) {
                #expect(Self.exists(proof), "\(row.number): \(proof) does not exist")
            }
        }
    }

    @Test("the rows name exactly the tests in JavaScript and Java whose titles name the statement")
    func otherLanguages() throws {
        let titles = try Self.titles()
        var count = 0
        for row in try Self.rows() {
            let named = Set(row.proofs.filter(Self.isOtherLanguage))
            #expect(named == titles[row.number, default: []], "\(row.number)")
            count += named.count
        }
        #expect(count > 60)
    }

    private static func isOtherLanguage(_ proof: String) -> Bool { proof.hasSuffix(".mjs") || proof.hasSuffix(".java") }

    /// The files of tests in JavaScript and Java by the statements that the titles of their tests name, such as `(C5.1, C5.2)`.
    private static func titles() throws -> [String: Set<String>] {
        var files: [String: Set<String>] = [:]
        for folder in ["Tests/WebClientTests", "Tests/JavaClientTests/waymark/client"] {
            let path = PackageRoot.url.appendingPathComponent(folder).path
            for name in try FileManager.default.contentsOfDirectory(atPath: path) where isOtherLanguage(name) {
                for line in try PackageRoot.text(of: "\(folder)/\(name)").components(separatedBy: "\n")
                where line.contains("test(") || line.contains("within(") {
                    for list in line.matches(of: /\(([A-Z]\d+\.\d+(, [A-Z]\d+\.\d+)*)\)/) {
                        for number in list.1.components(separatedBy: ", ") { files[number, default: []].insert(name) }
                    }
                }
            }
        }
        return files
    }

    private static func exists(_ proof: String) -> Bool {
        if proof.hasSuffix(".json") {
            let file = PackageRoot.url.appendingPathComponent("Config/vectors/\(proof)")
            return FileManager.default.fileExists(atPath: file.path)
        }
        let parts = proof.split(separator: ".")
        guard parts.count == 2 else { return false }
        return SourceTree.tests.files.contains { file in
            file.path.hasSuffix("/\(parts[0]).swift") && file.lines.contains { $0.contains("func \(parts[1])(") }
        }
    }

    @Test("every statement that a comment or a document cites exists")
    func cited() throws {
        let numbers = Set(try Self.statements().map(\.number))
        var count = 0
        for (document, _) in Self.documents {
            let text = try PackageRoot.text(of: "\(Self.folder)/\(document)")
            for match in text.matches(of: /\b([LRC]\d+\.\d+)\b/) {
                #expect(numbers.contains(String(match.1)), "\(document) cites \(match.1)")
            }
        }
        for file in SourceTree.sources.files + SourceTree.tests.files {
            let text = file.lines.joined(separator: "\n").replacing(/\n *\/\/\/? */, with: " ")
            for match in text.matches(of: /\b(language|release|client)\.md,? ([LRC]\d+\.\d+)/) {
                #expect(numbers.contains(String(match.2)), "\(file.path) cites \(match.2)")
                count += 1
            }
        }
        #expect(count > 20)
    }
}
