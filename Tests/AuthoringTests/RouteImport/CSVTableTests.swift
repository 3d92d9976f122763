import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteImport

@Suite("Comma-separated values", .scheduled)
struct CSVTableTests {
    private func imported(_ text: String, _ columns: [String]? = nil, _ origin: String? = nil) throws -> ImportedTable {
        try ImportFormat.csv(columns: columns).importing(Array(text.utf8), ImportFormat.Options(origin: origin))
    }

    private func rules(_ table: ImportedTable) -> [String] {
        table.rules.map { String(decoding: $0.canonicalBytes, as: UTF8.self) }
    }

    @Test("each line is a rule; quotes, doubled quotes, line breaks, CRLF and empty lines are RFC 4180's")
    func lines() throws {
        let text = "match,to,note\r\n/a,https://x.example/a,\"one, two\"\r\n\r\n\"/b\",Home,\"say \"\"hi\"\"\nthere\"\n"
        let table = try imported(text)
        #expect(table.findings.isEmpty, "\(table.findings)")
        #expect(
            rules(table) == [
                #"{"id":"a","match":["/a"],"note":"one, two","to":{"redirect":"https://x.example/a"}}"#,
                #"{"id":"b","match":["/b"],"note":"say \"hi\"\nthere","to":{"screen":"Home"}}"#,
            ])
        #expect(table.destinations == ["https://x.example"])
    }

    @Test("--columns names the columns, - leaves one out, and cells may be conditions, flags and priorities")
    func columns() throws {
        let names = ["id", "match", "match", "to", "-", "platform", "appVersion", "enabled", "priority"]
        let text = "a,b,c,d,e,f,g,h,i\nsale,/sale,/s,/new,x,ios|android,>=5,no,7\n,/t,,Home,,,,yes,"
        let table = try imported(text, names, "https://o.example")
        #expect(
            rules(table) == [
                #"{"enabled":false,"id":"sale","match":["/sale","/s"],"priority":7,"to":{"redirect":"https://o.example/new"},"#
                    + #""when":{"appVersion":">=5","platform":["ios","android"]}}"#,
                #"{"id":"t","match":["/t"],"to":{"screen":"Home"}}"#,
            ], "\(table.findings)")
    }

    @Test("each condition that one cell can hold is a column, also a new one")
    func conditions() throws {
        let words =
            WordKey.allCases.map { key in (key.rawValue, key.allowed ?? ["a", "b"]) } + [("locale", ["zh", "en-GB"])]
        let versions = VersionKey.allCases.map { ($0.rawValue, ">=5 <7") }
        let instants = [("after", "2026-12-01T00:00:00Z"), ("before", "2026-12-25T00:00:00Z")]
        let flags = FlagKey.allCases.map { ($0.rawValue, "yes") }
        let cells = words.map { ($0, $1.joined(separator: " | ")) } + versions + instants + flags
        let table = try imported(
            "match,to,\(cells.map(\.0).joined(separator: ","))\n/a,A,\(cells.map(\.1).joined(separator: ","))\n")
        #expect(table.findings.isEmpty, "\(table.findings)")
        let clauses = try #require(table.rules.first?.condition?.clauses)
        for (name, values) in words where name != "locale" {
            #expect(clauses[try #require(WordKey(rawValue: name))] == values, "\(name)")
        }
        #expect(clauses.locale.map(\.text) == ["zh", "en-GB"])
        for key in VersionKey.allCases { #expect(clauses[key]?.text == ">=5 <7", "\(key)") }
        for key in FlagKey.allCases { #expect(clauses[key] == true, "\(key)") }
        #expect(clauses.after != nil && clauses.before != nil && clauses.count == cells.count)
    }

    @Test(
        "a line that is no rule is left out with its place",
        arguments: [
            ("match,to\n/ok,A\n/b(,B", 3, 1), ("match,priority,to\n/a,high,A", 2, 4), ("match,to\n/a", 2, 1),
            ("match,to\n/a,", 2, 1), ("id,match,to\nx,/a,A\nx,/b,B", 3, 1), ("match,enabled,to\n/a,maybe,A", 2, 4),
            ("match,to,signedIn\n/a,A,maybe", 2, 6),
            ("match,to\n/a,https://h.example/{x", 2, 4),
        ])
    func located(text: String, line: Int, column: Int) throws {
        let finding = try #require(try imported(text).findings.first)
        #expect(finding.code == .importDropped && finding.line == line && finding.column == column, "\(finding)")
    }

    @Test(
        "a table that cannot be read has one finding and no rule",
        arguments: [
            ("match,to\n/a,\"A\n/b,B", 2, 4, "not closed"), ("match,to\n/a,\"A\"B", 2, 7, "after the end"),
            ("match,to\n/a,A\"B", 2, 5, "quotation mark"), ("match;to\n/a;B", 1, 1, "semicolons"),
            ("mach,to\n/a,B", 1, 1, "mach"), ("id,to\na,B", 1, 1, "match"), ("", 1, 1, "match"),
        ])
    func unreadable(text: String, line: Int, column: Int, word: String) throws {
        let table = try imported(text)
        let finding = try #require(table.findings.first)
        #expect(table.rules.isEmpty && table.findings.count == 1 && finding.detail.contains(word), "\(finding)")
        #expect(finding.line == line && finding.column == column, "\(finding)")
    }

    @Test("ids that are made are stable, and 5,000 lines take linear time")
    func many() throws {
        let lines = (0..<5_000).map { "/p\($0),S" }.joined(separator: "\n")
        let table = try imported("match,to\n" + lines)
        #expect(table.rules.count == 5_000 && Set(table.rules.map(\.id)).count == 5_000)
        #expect(try imported("match,to\n" + lines).rules.map(\.id) == table.rules.map(\.id))
    }
}
