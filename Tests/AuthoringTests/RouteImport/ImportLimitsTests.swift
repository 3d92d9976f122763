import RouteImport
import RouteModel
import TargetTemplate
import TestSupport
import Testing

@Suite("Limits of an import", .scheduled)
struct ImportLimitsTests {
    private func imported(_ format: ImportFormat, _ text: String) throws -> ImportedTable {
        try format.importing(Array(text.utf8), ImportFormat.Options(origin: "https://www.example.com"))
    }

    @Test(
        "optional parts that are too many or nested too deeply leave the entry out",
        arguments: [
            String(repeating: "(a)", count: 200_000),
            String(repeating: "(", count: 200_000) + String(repeating: ")", count: 200_000),
            String(repeating: "(a)", count: 100),
            String(repeating: "(a", count: 100) + String(repeating: ")", count: 100),
        ])
    func optionalParts(path: String) throws {
        let table = try imported(.routerx, #"{"/x\#(path)": {"class": "A"}, "/y": {"class": "B"}}"#)
        #expect(table.rules.count == 1)
        #expect(table.findings.map(\.severity) == [.error])
    }

    @Test("a pattern may have sixteen spellings by fifteen nested optional parts, and no more")
    func spellings() throws {
        for (depth, count) in [(15, 1), (16, 0)] {
            let path = String(repeating: "(/a", count: depth) + String(repeating: ")", count: depth)
            let table = try imported(.jlroutes, #"{"/x\#(path)": {"class": "A"}}"#)
            #expect(table.rules.count == count)
            #expect(table.rules.allSatisfy { $0.patterns.count == 16 })
        }
    }

    /// With one search of the text for each position this would take hours.
    @Test("the places of 100,000 findings are found in one pass")
    func manyFindings() throws {
        let entries = (0..<100_000).map { #""/p\#($0)": 1"# }
        let table = try imported(.cnrouter, "{\n" + entries.joined(separator: ",\n") + "}")
        #expect(table.findings.count == 10_001)
        #expect(table.findings[9_999].line == 10_001 && table.findings[9_999].pointer == "/~1p9999")
        #expect(table.findings.last?.detail == "90000 more findings are not listed")
        #expect(table.findings.last?.severity == .error)
    }

    /// JLRoutes and RouterX are read by the same loop as CNRouter.
    @Test(
        "a table with more entries than a release has alternatives ends at the first one too many",
        arguments: [ImportFormat.cnrouter, .firebase, .netlify, .vercel])
    func entries(format: ImportFormat) throws {
        let count = 100_002
        let entry: (Int) -> String
        let ends: (String, String, String)
        switch format.name {
        case "netlify": (entry, ends) = ({ _ in "#\n/a" }, ("", "\n", ""))
        case "cnrouter": (entry, ends) = ({ "\"\($0)\":1" }, ("{", ",", "}"))
        default: (entry, ends) = ({ _ in "1" }, ("[", ",", "]"))
        }
        let table = try imported(format, ends.0 + (0..<count).map(entry).joined(separator: ends.1) + ends.2)
        // Each entry is left out, with one finding, and so is what begins with the first one too many.
        #expect(table.findings.count == 10_001 && table.rules.isEmpty)
        #expect(table.findings.last?.detail == "90001 more findings are not listed")
        #expect(table.findings.last?.severity == .error)
    }

    @Test("a line that is too long leaves the entry out, and those after it are read")
    func longLine() throws {
        let countries = Array(repeating: "us", count: 20_000).joined(separator: ",")
        let table = try imported(.netlify, "/a /b Country=\(countries)\n/c /d\r\n\n/e /f")
        #expect(table.rules.count == 2 && table.findings.count == 1)
        #expect(table.findings[0].line == 1 && table.findings[0].detail.contains("a line has at most 32768"))
    }

    @Test(
        "a text that is too long for a pattern or a target leaves the entry out, with a short finding",
        arguments: [
            (ImportFormat.netlify, "/LONG /b\n/c /d", 1), (.netlify, "/a /LONG\n/c /d", 1),
            (.vercel, #"[{"source": "/LONG", "destination": "/b"}, {"source": "/c", "destination": "/d"}]"#, 1),
            (.vercel, #"[{"source": "/a", "destination": "/LONG"}, {"source": "/c", "destination": "/d"}]"#, 1),
            (.cnrouter, #"{"/LONG": {"class": "A"}, "/c": {"class": "B"}}"#, 1),
            (.cnrouter, #"{"/a": {"redirectUrl": "https://LONG"}, "/c": {"class": "B"}}"#, 1),
        ] as [(ImportFormat, String, Int)])
    func longTexts(format: ImportFormat, text: String, rules: Int) throws {
        let table = try imported(format, text.replacing("LONG", with: String(repeating: "x", count: 8_193)))
        #expect(table.rules.count == rules)
        #expect(table.findings.map(\.code) == [.importDropped])
        #expect(table.findings.allSatisfy { $0.detail.utf8.count < 300 })
    }

    @Test("groups without names are $1, $2 and so on in a destination")
    func numberedGroups() throws {
        let source = (1...11).map { _ in "/(a|b)" }.joined()
        let table = try imported(.vercel, #"[{"source": "\#(source)", "destination": "/$11/$1/$12"}]"#)
        guard case .redirect(let template)? = table.rules.first?.destination else {
            Issue.record("no redirect: \(table.findings)")
            return
        }
        #expect(template.text == "https://www.example.com/{_11}/{_1}/$12")
    }

    @Test("the guide has a row for each format, with its file name")
    func guide() throws {
        let guide = try PackageRoot.text(of: "Config/guides/imports.md")
        for format in ImportFormat.all {
            #expect(guide.contains("\n| `\(format.name)` |"), "\(format.name)")
            #expect(format.markdown.hasPrefix("`\(format.name)` ("))
            #expect(ImportFormat.named(format.name)?.name == format.name)
            if let file = format.fileName { #expect(guide.contains("`\(file)`"), "\(file)") }
        }
        #expect(ImportFormat.named("cnrouter2") == nil)
    }
}
