import CanonicalJSON
import Foundation
import RouteModel
import TestSupport
import Testing

@Suite("Documents, vectors and clients in other languages have every condition", .scheduled)
struct ConditionPlaceTests {
    private static let keys = ConditionKey.all.map(\.name)
    private static let values = Set(ContextKey.all.map(\.name))

    /// The names between grave accents in the first cells of the rows of tables.
    private func firstCells(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
            row.dropFirst().prefix { $0 != "|" }.matches(of: /`(\w+)`/).map { String($0.output.1) }
        }
    }

    private func part(_ path: String, from start: String, to end: String) throws -> String {
        let text = try PackageRoot.text(of: path)
        let rest = try #require(text.components(separatedBy: start).dropFirst().first, "\(path) has no \(start)")
        return rest.components(separatedBy: end)[0]
    }

    @Test("section 4 of the specification lists the keys of when in the order in which they are evaluated")
    func specification() throws {
        let section = try part("Config/specification/language.md", from: "\n## 4. ", to: "\n## ")
        #expect(firstCells(section) == Self.keys)
    }

    @Test("the golden vectors and the guide to rules have a condition of each key")
    func examples() throws {
        let cases = try GoldenVectors.list("conditions")
        let used = cases.flatMap { one in
            [one["when"], one["when"]?["not"]].flatMap { ($0?.objectValue ?? [:]).keys }
        }
        #expect(Set(used).isSuperset(of: Self.keys), "\(Set(Self.keys).subtracting(used)) has no golden vector")
        let guide = try PackageRoot.text(of: "Config/guides/rules.md")
        for key in Self.keys { #expect(guide.contains("\"\(key)\": "), "rules.md has no example of \(key)") }
    }

    @Test("the clients for Java and JavaScript and the guide for app teams have each value of a context")
    func clients() throws {
        let java = try PackageRoot.text(of: "Sources/Clients/Java/waymark/client/RouteContext.java")
        let methods = java.matches(of: #/return fact\("(\w+)", /#).map { String($0.output.1) }
        #expect(Set(methods) == Self.values)
        let types = try part("Sources/Clients/Web/client.d.ts", from: "export interface Context {", to: "\n}")
        let members = types.matches(of: #/\n    (\w+)\?: /#).map { String($0.output.1) }
        #expect(Set(members) == Self.values.union([ContextKey.attributes]))
        let table = try part("Config/guides/swift.md", from: "\n| member | value |", to: "\n\n")
        #expect(Set(firstCells(table)) == Self.values.union([ContextKey.attributes]))
    }
}
