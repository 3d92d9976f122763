import TestSupport
import Testing

@testable import RouteModel

@Suite("Ids that are made of patterns", .scheduled)
struct RuleNamingTests {
    @Test(
        "a path's letters and digits are joined by hyphens; without any, the host's, or else the word rule",
        arguments: [
            ("https://bbs.csdn.net/skill/:tree{/:node}?", "skill-tree-node"), ("/Item/:id(\\d+)", "item-id-d"),
            ("https://go.example/", "go-example"), ("https://go.example", "go-example"), ("https://", "rule"),
            ("https:///a/b", "a-b"), ("app://open", "open"), ("app:x/y", "app-x-y"), ("//h/p", "h-p"), ("", "rule"),
            ("/é/ü", "rule"), ("/caf\u{65}\u{301}", "cafe"), ("https://go.example/\u{301}a", "a"),
            ("/a\r\nb", "a-b"), ("/商品/:id", "id"),
        ])
    func names(pattern: String, id: String) {
        var naming = RuleNaming()
        #expect(naming.id(forPattern: pattern) == id)
        #expect(naming.id(forPattern: pattern) == "\(id)-2")
    }
}
