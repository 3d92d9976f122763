import Foundation
import TestSupport
import Testing

@Suite("Comments cite the rule language by sections that exist", .scheduled)
struct CitationTests {
    static let specification = "Config/specification/language.md"

    /// A line of a source, test or documentation page below `Sources` and `Tests`.
    private struct Line {
        let place: String
        let text: String
    }

    /// The lines of the files that cite a section.
    private static func lines() throws -> [Line] {
        var lines: [Line] = []
        for folder in ["Sources", "Tests"] {
            let root = PackageRoot.url.appendingPathComponent(folder)
            let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            for name in names where name.hasSuffix(".swift") || name.hasSuffix(".md") {
                let text = try PackageRoot.text(of: "\(folder)/\(name)")
                guard text.contains(".md") else { continue }
                for (number, line) in text.components(separatedBy: "\n").enumerated() {
                    lines.append(Line(place: "\(folder)/\(name):\(number + 1)", text: line))
                }
            }
        }
        return lines
    }

    private static func sections() throws -> Set<String> {
        let lines = try PackageRoot.text(of: specification).components(separatedBy: "\n")
        return Set(lines.compactMap { line in line.prefixMatch(of: /## (\d+)\.\s/).map { String($0.1) } })
    }

    @Test("the specification has the sections 1 to 10")
    func numbered() throws {
        #expect(try Self.sections() == Set((1...10).map(String.init)))
    }

    @Test("every cited section exists")
    func cited() throws {
        let sections = try Self.sections()
        var count = 0
        for line in try Self.lines() {
            for match in line.text.matches(of: /language\.md section (\d+)/) {
                #expect(sections.contains(String(match.1)), "\(line.place): \(line.text)")
                count += 1
            }
            // A page of Config/guides, which has no numbered sections.
            #expect(line.text.firstMatch(of: /\brules\.md section/) == nil, "\(line.place): \(line.text)")
        }
        #expect(count > 20)
    }

    @Test("the guide to rules links to the specification")
    func linked() throws {
        #expect(try PackageRoot.text(of: "Config/guides/rules.md").contains("(../specification/language.md)"))
    }
}
