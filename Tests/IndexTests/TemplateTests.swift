import RouteDocuments
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing
import WebAddress

@testable import RouteIndex

@Suite("A compiled template expands as the template does", .scheduled)
struct TemplateTests {
    static let patterns = [
        "https://h.com/p/:a/:b", "https://h.com/t/:a/:b*", "https://:a.h.com/q/:b", #"https://h.com/w/:a\?b=:b"#,
        "https://h.com/x/:a-:b{.html}?",
    ]
    static let heads = [
        "https://h.com/", "https://h.com", "https://h.com/s/", "app://home/x", "app:/only", "https://h.com/?u=1",
        "https://new.h.com:8443", "https://h.com/#", "https://h.com/s?b=%62&%C3%A9=1",
    ]
    static let middles = [
        "{a}", "{/a}", "{/b*}", "{?a,b}", "{&b}", "{#a}", "{.a}", "{;a,b}", "{b*}", "{a:2}", "{+a}", "{?b*}", "{/a,b*}",
        "/lit", "{a,b}", "-", "%20", "{none}", "{/none}", "{a}{b}", "{?none}", "{#none}", "{&none}", "/{?none}",
    ]

    @Test("for random templates and addresses: the same address or the same error", arguments: [1, 2, 3])
    func agrees(seed: UInt64) throws {
        var random = SeededGenerator.fromEnvironment(default: seed)
        func pick(_ list: [String]) -> String { list[Int.random(in: 0..<list.count, using: &random)] }
        var tried = 0
        var followed = 0
        while tried < 150 {
            let text =
                pick(Self.heads) + (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(Self.middles) }.joined()
            let policy = Bool.random(using: &random) ? "keep" : "drop"
            guard let template = try? RedirectTemplate(text, query: policy == "keep" ? .keep : .drop) else { continue }
            tried += 1
            let kind = Int.random(in: 0..<Self.patterns.count, using: &random)
            let pattern = Self.patterns[kind]
            let draft = Draft(
                settings: Settings(
                    destinations: try DestinationAllowList(["https:", "app:"])),
                rules: [
                    Rule(
                        id: "r", patterns: [try Pattern(pattern)],
                        destination: .redirect(template))
                ])
            let fixture = try IndexFixture.make(draft)
            let scan = try Scan(fixture.body)
            for _ in 0..<12 {
                let address = Self.address(kind, &random)
                guard let hit = scan.first(address, Context()) else { continue }
                let expected = Self.plain(template, hit, pattern, try Address(address))
                let resolution = fixture.resolve(address)
                var actual = resolution.trail.first?.to
                if actual == nil, case .failed(let failure) = resolution.outcome { actual = failure.detail }
                followed += 1
                // Only the resolver reports a redirect to the same address as a loop.
                if case .failed(let failure) = resolution.outcome, failure.code == .loop { continue }
                #expect(actual == expected, "\(text) of \(address) by \(pattern), seed \(seed)")
            }
        }
        print("templates seed \(seed): \(tried) templates, \(followed) redirects")
        #expect(followed > 150)
    }

    @Test("the largest template and the longest text compile and open")
    func limits() throws {
        let names = (0..<32).map { "a\($0)" }
        let pattern = "https://h.com/" + names.map { ":\($0)" }.joined(separator: "/")
        let text = "https://h.com/" + names.map { "x{\($0)}{/\($0)}" }.joined()
        let long = "https://h.com/" + String(repeating: "\u{535A}", count: 2700)
        for template in [try RedirectTemplate(text), try RedirectTemplate(long)] {
            let draft = Draft(
                settings: Settings(destinations: try DestinationAllowList(["https:"])),
                rules: [Rule(id: "r", patterns: [try Pattern(pattern)], destination: .redirect(template))])
            let fixture = try IndexFixture.make(draft)
            let address = "https://h.com/" + names.map { _ in "v" }.joined(separator: "/")
            let expected = try? template.follow({ _ in .string("v") }, from: try Address(address)).href
            #expect(fixture.resolve(address).trail.first?.to == expected)
        }
    }

    private static func plain(
        _ template: RedirectTemplate, _ hit: Scan.Hit, _ pattern: String, _ incoming: Address
    ) -> String {
        let captured: Set<String> = pattern.contains("?b=:b") ? ["b"] : []
        do {
            return try template.follow(
                { name in
                    hit.captures.first { $0.name == name }.map {
                        switch $0.value {
                        case .text(let text): .string(text)
                        case .list(let list): .list(list)
                        }
                    }
                }, capturedQueryNames: captured, from: incoming
            ).href
        } catch {
            return error.detail
        }
    }

    private static func address(_ kind: Int, _ random: inout SeededGenerator) -> String {
        let words = ["a", "b-c", "x-y.html", "%2E%2e", "%20", "\u{535A}", "%ff", "..x", "%2F", "q~", "12", "%25"]
        func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
        let starts = [
            "https://h.com/p/", "https://h.com/t/", "https://s.h.com/q/", "https://h.com/w/", "https://h.com/x/",
        ]
        var text = starts[kind] + word()
        for _ in 0..<Int.random(in: 0...2, using: &random) { text += "/" + word() }
        text += ["", "?b=1", "?b=&c=2", "?u=9&%C3%A9=2&a", "?e%CC%81=1&b=x%20y"][Int.random(in: 0..<5, using: &random)]
        return text + ["", "", "#f"][Int.random(in: 0..<3, using: &random)]
    }
}
