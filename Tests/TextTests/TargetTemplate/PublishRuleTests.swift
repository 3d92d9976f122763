import TargetTemplate
import TestSupport
import Testing
import WebAddress

/// The checks of template variables before a release (language.md section 5).
@Suite("Unbound and unsafe variables of redirects are found before a release", .scheduled)
struct PublishRuleTests {
    /// A template, the capture names of each alternative, the safe ones, and the expected issues with their offsets.
    struct Row: Sendable {
        var template: String
        var alternatives: [Set<String>]
        var safe: Set<String> = []
        var issues: [String]

        init(_ template: String, _ alternatives: [Set<String>], safe: Set<String> = [], _ issues: [String]) {
            (self.template, self.alternatives, self.safe, self.issues) = (template, alternatives, safe, issues)
        }
    }

    static let rows: [Row] = [
        Row("app://h/x", [[]], []), Row("app://h/{a}", [["a"]], []), Row("app://h/{a}", [[]], ["unbound-variable 9"]),
        // A path variable must be captured by every alternative, a query or fragment variable by one.
        Row("app://h/{a}", [["a"], []], ["unbound-variable 9"]), Row("app://h/{a}", [["a"], ["a", "b"]], []),
        Row("app://h/x{?a}", [["a"], []], []), Row("app://h/x?k={a}", [["a"], []], []),
        Row("app://h/x#{a}", [["a"], []], []),
        Row("app://h/x{?b}", [["a"], []], ["unbound-variable 11"]),
        Row("app://h/x?y{&a,b}", [["a"], []], ["unbound-variable 15"]),
        Row("app://h{/a*}/x", [["a"], []], ["unbound-variable 9"]),
        Row("app://h/x{;a}", [["a"], []], ["unbound-variable 11"]),
        Row("app://h/x{.a}", [["a"], []], ["unbound-variable 11"]),
        // Each variable of an expression is checked, in the order of the text.
        Row("app://h/{a,b,c}/{d}", [["b"]], ["unbound-variable 9", "unbound-variable 13", "unbound-variable 17"]),
        // Reserved expansion writes /, ? and # unencoded.
        Row("app://h/{+a}", [["a"]], ["unsafe-variable 10"]), Row("app://h/{+a}", [["a"]], safe: ["a"], []),
        Row("app://h/x{#a}", [["a"]], ["unsafe-variable 11"]), Row("app://h/x{#a}", [["a"]], safe: ["a"], []),
        Row("app://h/{+a,b}", [["a", "b"]], safe: ["a"], ["unsafe-variable 12"]),
        Row("app://h/{+a:3}{+b*}", [["a", "b"]], ["unsafe-variable 10", "unsafe-variable 16"]),
        Row("app://h/x?k={+a}", [["a"]], ["unsafe-variable 14"]),
        Row("app://h/{+a}", [[]], safe: ["a"], ["unbound-variable 10"]),
    ]

    @Test("every issue is found with its offset", arguments: rows)
    func issues(_ row: Row) throws {
        let found = try RedirectTemplate(row.template).issues(alternatives: row.alternatives, safeForReserved: row.safe)
        #expect(found.map { "\($0.code.rawValue) \($0.offset)" } == row.issues)
    }

    @Test("details and hints contain the author's names")
    func hints() throws {
        func only(_ text: String, _ alternatives: [Set<String>]) throws -> TemplateIssue {
            try #require(try RedirectTemplate(text).issues(alternatives: alternatives, safeForReserved: []).first)
        }
        let partly = try only("app://h/{node}", [["node"], []])
        #expect(partly.detail.contains("{node}") && partly.hint.contains("{?node}"))
        let unknown = try only("app://h/{nod}", [["node", "tree"]])
        #expect(unknown.detail.contains("{nod}") && unknown.hint.contains(":node, :tree"))
        #expect(try only("app://h/{nod}", [[]]).hint.contains(":nod"))
        let unsafe = try only("app://h/x{#node}", [["node"]])
        #expect(unsafe.detail.contains("{#node}") && unsafe.hint.contains("{node}"))
        #expect(unsafe.hint.contains(":node([a-z0-9\\-]+)"))
    }

    @Test(
        "the incoming query is kept or dropped item by item",
        arguments: [
            // Names that the template could set are left out, bound or not, in every spelling.
            ("https://h/a{?id}", QueryPolicy.keep, "id=9&x=1", "https://h/a?x=1"),
            ("https://h/a{?id}", .keep, "%69d=9", "https://h/a"),
            ("https://h/a{?t}", .keep, "t=9&x=1", "https://h/a?t=tree&x=1"),
            ("https://h/a?i+d=1", .keep, "i%20d=9&x", "https://h/a?i+d=1&x"),
            ("https://h/a?id=1#?x=2", .keep, "x=3", "https://h/a?id=1&x=3#?x=2"),
            ("https://h/a?id", .keep, "ID=9", "https://h/a?id&ID=9"),
            // Captured names are left out, repeated or not; the rest keeps its order and bytes.
            ("https://h/a", .keep, "gone=1&b=%e5&a=+&gone=2&b", "https://h/a?b=%e5&a=+&b"),
            ("https://h/a", .keep, "%67one=1", "https://h/a"), ("https://h/a", .keep, "", "https://h/a"),
            ("https://h/a?", .keep, "x", "https://h/a?x"),
            ("https://h/a", .drop, "x=1", "https://h/a"), ("https://h/a{?t}", .drop, "x=1", "https://h/a?t=tree"),
        ])
    func query(text: String, policy: QueryPolicy, incoming: String, expected: String) throws {
        let target = try RedirectTemplate(text, query: policy).follow(
            { $0 == "t" ? .string("tree") : nil }, capturedQueryNames: ["gone"],
            from: try Address("https://from.example/p?" + incoming))
        #expect(target.href == expected)
    }
}
