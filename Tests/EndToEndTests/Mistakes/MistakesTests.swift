import TestSupport
import Testing

@Suite("Mistakes of new users", .scheduled, .serialized)
struct MistakesTests {
    private static let tables = [
        Mistake.words, Mistake.documents, Mistake.files, Mistake.patterns, Mistake.conditions, Mistake.findings,
        Mistake.channels, Mistake.publishing, Mistake.tokens, Mistake.requests, Mistake.settings, Mistake.imports,
    ]

    @Test("each is answered with its code, what is wrong and what to do; the draft stays as it was")
    func answers() throws {
        let site = try MistakeSite()
        let draft = try site.draft()
        #expect(Self.tables.joined().count >= 150)
        for mistake in Self.tables.joined() {
            let answer = try site.answer(mistake)
            // Only bodies of requests have escaped quotation marks.
            let text = answer.text.replacing(#"\""#, with: "\"")
            #expect(answer.code == mistake.code, "\(mistake.typed): \(answer)")
            if case .command = mistake.typed {
                let isOfRequests = text.contains(/\?[a-zA-Z]+=\d|(?:GET|POST|PUT|PATCH|DELETE) [\/…]/)
                #expect(!isOfRequests, "a command names its options, not requests: \(answer)")
            }
            for expected in mistake.texts { #expect(text.contains(expected), "\(mistake.typed): \(answer)") }
        }
        #expect(try site.draft() == draft)
    }
}
