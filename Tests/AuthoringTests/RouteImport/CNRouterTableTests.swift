import CanonicalJSON
import RouteDocuments
import RouteImport
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

@Suite("CNRouter and MGJRouter tables, both directions", .scheduled)
struct CNRouterTableTests {
    private func imported(_ text: String, _ matching: CNRouterTable.Matching = .exact) throws -> ImportedTable {
        try CNRouterTable.importing(Array(text.utf8), matching: matching)
    }

    private func patterns(_ table: ImportedTable) -> [PatternSource] { table.rules.flatMap(\.patterns).map(\.stored) }

    @Test(
        "each pattern of a table becomes the equivalent pattern",
        arguments: [
            ("mgj://foo/bar", "mgj://foo/bar", "mgj://foo/bar{/*}?"),
            ("mgj://foo/:id", "mgj://foo/:id", "mgj://foo/:id{/*}?"),
            ("mgj://:id", "mgj://:id/", "mgj://:id"), ("mgj://foo", "mgj://foo/", "mgj://foo"),
            ("mgj://", "mgj://*", "mgj://*"),
            ("mgj://foo/:id.html", "mgj://foo/:id{.html}?", "mgj://foo/:id{.html}?{/*}?"),
            ("https://bbs.csdn.net/~", "https://bbs.csdn.net/*", "https://bbs.csdn.net/*"),
            ("/blog/:id", "/blog/:id", "/blog/:id{/*}?"), ("mgj://foo/a+b", "mgj://foo/a\\+b", "mgj://foo/a\\+b{/*}?"),
        ])
    func spellings(source: String, exact: String, prefix: String) throws {
        let table = #"{"\#(source)": {"class": "A"}}"#
        #expect(patterns(try imported(table)) == [.text(exact)])
        #expect(patterns(try imported(table, .prefix)) == [.text(prefix)])
    }

    @Test("the table of the original document is imported completely, and redirects win over classes")
    func csdn() throws {
        let table = try CNRouterTable.importing(PackageRoot.bytes(of: "Config/examples/csdn-routes.json"))
        #expect(table.rules.count == 9)
        #expect(table.destinations == ["csdnapp://app.csdn.net"])
        #expect(table.schemes == ["csdnapp"])
        #expect(table.findings.map(\.code) == [.importChanged], "one entry has both; its class is left out")
        #expect(Set(table.rules.map(\.id)).count == 9)
        let redirects = table.rules.filter { if case .redirect = $0.destination { true } else { false } }
        #expect(redirects.count == 3)
        let kept = redirects.filter {
            if case .redirect(let target) = $0.destination { target.query == .keep } else { false }
        }
        #expect(kept == redirects, "CNRouter passes the incoming query on")
    }

    @Test("an imported table can be exported and imported again")
    func roundTrip() throws {
        let source = try CNRouterTable.importing(PackageRoot.bytes(of: "Config/examples/csdn-routes.json"))
        let export = CNRouterTable.exporting(source.rules)
        #expect(export.findings.isEmpty)
        let again = try CNRouterTable.importing(export.bytes)
        let (before, after) = (source.rules.map(\.patterns), again.rules.map(\.patterns))
        #expect(before.allSatisfy(after.contains) && after.allSatisfy(before.contains))
        #expect(CNRouterTable.exporting(again.rules).bytes == export.bytes)
    }

    @Test(
        "each part that is left out has a finding",
        arguments: [
            (#"{"a://b": {}}"#, 0, ["import-dropped"]), (#"{"a://b": "C"}"#, 0, ["import-dropped"]),
            (#"[]"#, 0, ["syntax"]),
            (#"{"a://b": {"class": "C", "x": 1}}"#, 1, ["import-changed"]),
            (#"{"a://b/~/c": {"class": "C"}}"#, 1, ["import-changed"]),
            (#"{"a://b?c=d": {"class": "C"}}"#, 1, ["import-changed"]),
            (#"{"a://b/:user-name": {"class": "C"}}"#, 1, ["import-changed"]),
            (#"{"a://b/:x:y": {"class": "C"}}"#, 1, ["import-changed"]),
            (#"{"a://b": {"redirectUrl": "not an address"}}"#, 0, ["import-dropped"]),
            (#"{"a://b/..": {"class": "C"}}"#, 0, ["import-dropped"]),
        ])
    func findings(text: String, rules: Int, codes: [String]) throws {
        let table = try imported(text)
        #expect(table.rules.count == rules)
        #expect(table.findings.map(\.code.rawValue) == codes)
        #expect(table.findings.allSatisfy { $0.line == 1 && $0.column != nil && !$0.hint.isEmpty })
    }

    @Test("rules that a table cannot express have findings")
    func exportFindings() throws {
        let text = #"""
            {"settings": {"origins": ["https://o.example"], "destinations": ["https://o.example"]}, "rules": [
              {"id": "plain", "match": ["https://o.example/a"], "to": {"screen": "A"}},
              {"id": "when", "match": ["https://o.example/b"], "when": {"platform": ["ios"]}, "to": {"screen": "B"}},
              {"id": "block", "match": ["https://o.example/c"], "to": {"block": "no"}},
              {"id": "vars", "match": ["https://o.example/d/:x"], "to": {"redirect": "https://o.example/{x}"}},
              {"id": "path", "match": ["/e"], "to": {"screen": "E"}},
              {"id": "words", "match": ["https://o.example/:k(a|b)"], "to": {"screen": "K"}},
              {"id": "off", "match": ["https://o.example/f"], "to": {"screen": "F"}, "enabled": false}]}
            """#
        let decoded = DraftDecoder.draft(Array(text.utf8))
        let draft = try #require(decoded.value)
        let export = CNRouterTable.exporting(draft.rules)
        #expect(
            String(decoding: export.bytes, as: UTF8.self)
                == #"{"/e":{"class":"E"},"https://o.example/a":{"class":"A"}}"#)
        #expect(export.findings.flatMap(\.rules) == ["when", "block", "vars", "words"])
        #expect(Set(export.findings.map(\.code.rawValue)) == ["export-dropped"])
    }
}
