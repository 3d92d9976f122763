import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("The rule reference agrees with the code", .scheduled)
struct RuleGuideTests {
    /// A heading of the page with the text below it.
    private struct Section {
        var title = ""
        var rules: [String] = []
        var rows: [[String]] = []
    }

    /// The page's settings and sections.
    private static func read() throws -> (settings: String, sections: [Section]) {
        let page = try String(decoding: PackageRoot.bytes(of: "Config/guides/rules.md"), as: UTF8.self)
        var settings = ""
        var sections = [Section()]
        var block: (kind: Substring, lines: [Substring])?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let last = sections.count - 1
            if let open = block {
                if line != "```" {
                    block?.lines.append(line)
                    continue
                }
                let text = open.lines.joined(separator: "\n")
                if open.kind == "json settings" { settings = text } else { sections[last].rules.append(text) }
                block = nil
            } else if line.hasPrefix("```") {
                block = (line.dropFirst(3), [])
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                sections[last].rows.append(cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) })
            }
        }
        return (settings, sections)
    }

    @Test("every row of every section resolves as described")
    func rows() throws {
        let (settings, sections) = try Self.read()
        var count = 0
        for section in sections where !section.rules.isEmpty {
            #expect(!section.rows.isEmpty, "\(section.title) shows no address")
            let fixture = try IndexFixture.make(section.rules.joined(separator: ",\n"), settings: settings)
            for row in section.rows {
                let (context, now) = try Self.context(row[1])
                let resolution = fixture.index.resolve(row[0], context: context, at: now)
                #expect(Self.fits(resolution, row[2]), "\(section.title): \(row) leads to \(resolution)")
                count += 1
            }
        }
        print("counts: \(count) addresses of the rule reference")
        #expect(count > 60)
    }

    @Test("every pattern in the list of refused ones is refused with that reason")
    func refusals() throws {
        let (settings, sections) = try Self.read()
        let section = try #require(sections.last { $0.rules.isEmpty && !$0.rows.isEmpty })
        for row in section.rows {
            let pattern = row[0].replacing("\\", with: "\\\\")
            let draft = #"{"settings":\#(settings),"rules":[{"match":"\#(pattern)","to":{"screen":"S"}}]}"#
            let findings = DraftDecoder.draft(Array(draft.utf8)).findings
            #expect(findings.contains { $0.reason == row[1] }, "\(row): \(findings)")
        }
    }

    private static func context(_ text: String) throws -> (Context, Instant) {
        var (context, now) = (Context(), IndexFixture.now)
        for item in text.split(separator: " ") {
            let halves = item.split(separator: "=", maxSplits: 1).map(String.init)
            if halves[0] == "at" {
                now = try #require(Instant(rfc3339: halves[1]))
            } else {
                try context.set(halves[0], to: halves[1])
            }
        }
        return (context, now)
    }

    /// Whether a resolution agrees with the third column: an outcome, its name or address, and parameters.
    private static func fits(_ resolution: Resolution, _ text: String) -> Bool {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        switch resolution.outcome {
        case .screen(let screen): guard words[0] == "screen", words[1] == screen.name else { return false }
        case .address(let address): return words[0] == "address" && words[1] == address
        default: return text == resolution.outcome.name
        }
        guard words.count == 3 else { return true }
        return words[2].matches(of: /(\w+)=(.*?)(?= \w+=|$)/).allSatisfy { match in
            resolution.parameters[String(match.1)] == String(match.2)
        }
    }
}
