import LinkFiles
import RouteAnalysis
import RoutePattern
import TestSupport
import Testing
import WebAddress

@Suite("Claims of rules in link files", .scheduled)
struct RuleClaimsTests {
    private static func alternatives(_ patterns: [String], _ options: PatternOptions = PatternOptions()) throws
        -> [Alternative]
    {
        try patterns.flatMap {
            try Pattern($0, options: options).alternatives(origins: [try Origin("https://h.example")])
        }
    }

    private static func claims(
        _ patterns: [String], _ options: PatternOptions = PatternOptions(), excludes: [String] = []
    ) throws -> RuleClaims {
        let alternatives = try alternatives(patterns, options)
        return RuleClaims(of: alternatives, host: "h.example", excludes: excludes) { address in
            alternatives.contains { $0.match(MatchSubject(address)) != nil }
        }
    }

    @Test(
        "what can be said exactly",
        arguments: [
            ("/about", ["/about", "/about/"]), ("/", ["/"]), ("/p/:rest*", ["/p", "/p/*"]),
            ("/news/:k(a|b)/x", ["/news/a/x", "/news/a/x/", "/news/b/x", "/news/b/x/"]), ("/*", ["/?*"]),
            ("/:rest*", ["/*"]),
            ("/docs/:rest+", ["/docs/?*"]), ("https://other.example/a", []), ("app://a/b", []), ("mailto:*", []),
        ])
    func exact(pattern: String, expected: [String]) throws {
        let claims = try Self.claims([pattern])
        #expect(claims.claims == expected)
        #expect(claims.departures.isEmpty)
    }

    @Test(
        "what is wider, with an address in between",
        arguments: [
            ("/item/:id", "capture", "https://h.example/item/x/x"),
            ("/item/:id(\\d+)", "capture", "https://h.example/item/x/x"),
            ("/a\\*b", "sign", "https://h.example/a~b"),
            ("/about?q=:q", "query", "https://h.example/about"),
            ("/about?!q", "query", "https://h.example/about?q="),
        ])
    func wider(pattern: String, reason: String, witness: String) throws {
        let departure = try #require(try Self.claims([pattern]).departures.first)
        #expect(departure.direction == .wider)
        #expect(departure.reason.rawValue == reason)
        #expect(departure.witness == witness)
    }

    @Test("a rule without case is said for its own case only")
    func narrower() throws {
        let departures = try Self.claims(["/about"], PatternOptions(ignoreCase: true)).departures
        #expect(departures.map(\.direction) == [.narrower])
        #expect(departures.map(\.witness) == ["https://h.example/ABOUT"])
    }

    @Test("another rule that matches the addresses between leaves no witness")
    func covered() throws {
        let departures = try Self.claims(["/item/:id", "/item/*"]).departures
        #expect(departures.map(\.witness) == [nil])
    }

    @Test("many words and many rules stay within the limits")
    func limits() throws {
        let words = (0..<20).map { "w\($0)" }.joined(separator: "|")
        let claims = try Self.claims(["/:a(\(words))/:b(\(words))/:c(\(words))"])
        #expect(claims.claims.count <= 2 * LinkClaimLimits.patternsOfAlternative)
        #expect(claims.departures.map(\.reason) == [.capture])
        let many = try Self.claims((0..<6_000).map { "/r\($0)" })
        #expect(many.claims.count <= LinkClaimLimits.patterns)
        #expect(many.departures.count == LinkClaimLimits.departures)
        #expect(many.departures.allSatisfy { $0.reason == .tooMany && $0.direction == .narrower })
    }

    @Test("files and rules agree on random addresses, but for the stated departures", arguments: 0..<40)
    func agree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let patterns = (0..<4).map { _ in RandomLinks.pattern(&random) }
        let options = PatternOptions(ignoreCase: Bool.random(using: &random), strictSlash: Bool.random(using: &random))
        let alternatives = try Self.alternatives(patterns, options)
        let excludes = Bool.random(using: &random) ? ["/b*"] : []
        let claims = try Self.claims(patterns, options, excludes: excludes)
        let surface = RandomLinks.surface(claims)
        #expect(surface.problems.isEmpty, "\(surface.problems.map(\.message))")
        let apple = try #require(AppleLinkFile.read(surface.appleFile).file)
        let android = try #require(AndroidLinkFile.read(surface.androidFile).file)
        let own = try alternatives.map { alternative in
            try RuleClaims(of: [alternative], host: "h.example", isMatched: { _ in false }).claims.map {
                try LinkPattern($0)
            }
        }
        for _ in 0..<300 {
            let address = try Address("https://h.example" + RandomLinks.path(&random))
            let subject = MatchSubject(address)
            let matching = alternatives.indices.filter { alternatives[$0].match(subject) != nil }
            let isExcluded = !excludes.isEmpty && address.path.hasPrefix("/b")
            let onApple = RandomLinks.isOpened(apple.decision(for: address))
            let onAndroid = RandomLinks.isOpened(
                android.decision(for: address, package: RandomLinks.package))
            let wanted = !matching.isEmpty && !isExcluded
            for isOpened in [onApple, onAndroid] where isOpened != wanted {
                let isStated = claims.departures.contains { departure in
                    isOpened
                        ? departure.direction == .wider
                            && own[departure.alternative].contains {
                                $0.matches(PercentEncoding.decodeText(address.path) ?? "")
                            }
                        : departure.direction == .narrower && matching.contains(departure.alternative)
                }
                #expect(isStated, "\(address.href) is opened: \(isOpened), with \(patterns) \(options)")
            }
        }
        for departure in claims.departures {
            guard let witness = departure.witness else { continue }
            let address = try Address(witness)
            let isMatched = alternatives.contains { $0.match(MatchSubject(address)) != nil }
            #expect(isMatched == (departure.direction == .narrower), "\(witness) \(patterns)")
            let isOpened = RandomLinks.isOpened(android.decision(for: address, package: RandomLinks.package))
            #expect(isOpened == (departure.direction == .wider), "\(witness) \(patterns)")
        }
    }
}
