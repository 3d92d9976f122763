import RouteAnalysis
import RoutePattern
import TestSupport
import Testing
import WebAddress

@Suite("An address beyond the limits matches nothing", .scheduled)
struct LimitTests {
    @Test(
        "64 segments match, 65 do not; a final slash is not counted",
        arguments: [
            (63, "", true), (64, "", true), (64, "/", true), (65, "", false), (65, "/", false), (66, "", false),
        ])
    func segments(count: Int, end: String, fits: Bool) throws {
        let subject = MatchSubject(try Address("https://h.example" + String(repeating: "/a", count: count) + end))
        #expect(subject.isTooLong != fits)
        let alternatives = try Pattern("https://h.example/*").alternatives(origins: [])
        #expect(alternatives.contains { $0.match(subject) != nil } == fits)
    }

    @Test("an empty segment is counted unless it is the last", arguments: [(62, true), (63, true), (64, false)])
    func empty(count: Int, fits: Bool) throws {
        let subject = MatchSubject(try Address("https://h.example" + String(repeating: "/a", count: count) + "//"))
        #expect(subject.isTooLong != fits)
    }
}
