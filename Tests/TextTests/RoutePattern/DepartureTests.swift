import Foundation
import RouteAnalysis
import RouteOrder
import RoutePattern
import TestSupport
import Testing
import WebAddress

/// A pattern, an address, and the captures here and in URLPattern, as text; nil for no match.
struct DepartureRow: Sendable {
    var number: Int
    var pattern: String
    var address: String
    var ours: String?
    var theirs: String?

    init(_ number: Int, _ pattern: String, _ address: String, ours: String?, theirs: String?) {
        (self.number, self.pattern, self.address, self.ours, self.theirs) = (number, pattern, address, ours, theirs)
    }
}

/// The numbered departures from URLPattern; `DifferentialTests` compares the column `theirs` with a real engine.
@Suite("Departures from URLPattern", .scheduled)
struct DepartureTests {
    static let departures: [DepartureRow] = [
        DepartureRow(
            1, "csdnapp://app.csdn.net/blog/:id", "csdnapp://app.csdn.net/blog/1/2", ours: nil, theirs: "id=1/2"),
        DepartureRow(1, "csdnapp://app.csdn.net/blog/:id", "csdnapp://APP.csdn.net/blog/1", ours: "id=1", theirs: nil),
        DepartureRow(1, "app://博/:id", "app://博/1", ours: "id=1", theirs: nil),
        DepartureRow(1, "app://:Room.chat/", "app://Lobby.CHAT/", ours: "Room=Lobby", theirs: nil),
        DepartureRow(2, "https://h.example/p?a=1&b=2", "https://h.example/p?b=2&a=1", ours: "", theirs: nil),
        DepartureRow(2, "https://h.example/p?a=1", "https://h.example/p?a=1&utm=2", ours: "", theirs: nil),
        DepartureRow(2, "https://h.example/p?a=:a", "https://h.example/p?a=1&utm=2", ours: "a=1", theirs: "a=1&utm=2"),
        DepartureRow(2, "https://h.example/p?", "https://h.example/p?utm=2", ours: "", theirs: nil),
        DepartureRow(3, "https://h.example/abc", "https://h.example/%61bc", ours: "", theirs: nil),
        DepartureRow(3, "https://h.example/%61bc", "https://h.example/abc", ours: "", theirs: nil),
        DepartureRow(3, "https://h.example/%E5%8D%9A", "https://h.example/%e5%8d%9a", ours: "", theirs: nil),
        DepartureRow(3, "https://h.example/:x", "https://h.example/a%2F%2541", ours: "x=a/%41", theirs: "x=a%2F%2541"),
        DepartureRow(3, "https://h.example/:x([a-z ]+)", "https://h.example/a%20b", ours: "x=a b", theirs: nil),
        DepartureRow(3, "https://h.example/v:x", "https://h.example/v%FF", ours: nil, theirs: "x=%FF"),
        DepartureRow(4, "https://h.example/a", "https://h.example/a/", ours: "", theirs: nil),
        DepartureRow(4, "https://h.example/a/", "https://h.example/a", ours: "", theirs: nil),
        DepartureRow(4, "https://h.example/a/*", "https://h.example/a/", ours: nil, theirs: "0="),
        DepartureRow(4, "https://h.example/a/*", "https://h.example/a/b/", ours: "0=[b]", theirs: "0=b/"),
        DepartureRow(6, "https://h.example/a", "https://user@h.example/a", ours: nil, theirs: ""),
        DepartureRow(8, "https://h.example/a/*", "https://h.example/a/b/c", ours: "0=[b,c]", theirs: "0=b/c"),
        DepartureRow(8, "https://h.example/a/:r*", "https://h.example/a", ours: "r=[]", theirs: ""),
        DepartureRow(8, "https://*.h.example/", "https://a.b.h.example/", ours: "", theirs: "hostname.0=a.b"),
        DepartureRow(9, "https://h.example/a/:r+", "https://h.example/a/b//c", ours: "r=[b,,c]", theirs: nil),
        DepartureRow(10, "mailto:*", "mailto:/x", ours: nil, theirs: "pathname.0=/x"),
        DepartureRow(10, "mailto:*", "mailto:x", ours: "", theirs: "pathname.0=x"),
        DepartureRow(10, "*://*", "tel:110", ours: nil, theirs: "hostname.0= protocol.0=tel"),
        DepartureRow(
            11, ":s://*:*/a", "ftp://h.example:99/a", ours: "", theirs: "hostname.0=h.example port.0=99 s=ftp"),
        DepartureRow(12, "https://h.example/x{/:a}?/b{/:c}?", "https://h.example/x/b/b", ours: "c=b", theirs: "a=b"),
        DepartureRow(13, "https://h.example/A?b=C", "https://h.example/a?b=c", ours: nil, theirs: ""),
        DepartureRow(14, "https://127.1/", "https://127.0.0.1/", ours: "", theirs: nil),
        DepartureRow(14, "https://[0\\:0\\:\\:1]/", "https://[::1]/", ours: "", theirs: nil),
        DepartureRow(15, "https://h.example/p?b=:b", "https://h.example/p?b=", ours: "b=", theirs: nil),
        DepartureRow(
            16, "https://h.example/p?b=:b", "https://h.example/p?b=a+%E5%8D%9A", ours: "b=a 博", theirs: "b=a+%E5%8D%9A"),
        DepartureRow(16, "https://h.example/p?b=a%20c", "https://h.example/p?b=a+c", ours: "", theirs: nil),
        DepartureRow(17, "https://h.example/p?a=1", "https://h.example/p?a=2&a=1", ours: "", theirs: nil),
        DepartureRow(17, "https://h.example/p?a=:a", "https://h.example/p?a=2&a=1", ours: "a=2", theirs: "a=2&a=1"),
        DepartureRow(17, "https://h.example/p?a=:a(\\d+)", "https://h.example/p?a=x&a=1", ours: "a=1", theirs: nil),
        DepartureRow(18, "https://h.example/p?a", "https://h.example/p?a=1", ours: "", theirs: nil),
        DepartureRow(18, "https://h.example/p?!a", "https://h.example/p", ours: "", theirs: nil),
        DepartureRow(
            19, "https://h.example/*", "https://h.example" + String(repeating: "/a", count: 66), ours: nil,
            theirs: "0=a" + String(repeating: "/a", count: 65)),
    ]

    @Test("each departure changes the answer as listed", arguments: departures)
    func departs(_ row: DepartureRow) throws {
        let subject = MatchSubject(try Address(row.address))
        let options = PatternOptions(ignoreCase: row.number == 13)
        let best = try Pattern(row.pattern, options: options).alternatives(origins: [])
            .filter { $0.match(subject) != nil }.min { $0.key < $1.key }
        let found = best.map { FormTests.captured($0.captureNames, $0.match(subject) ?? []) }
        #expect(found == row.ours, "departure \(row.number)")
    }

    /// An engine's captures in the notation of the rows.
    static func spelled(_ groups: [String: String]?) -> String? {
        groups.map { $0.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
    }

    @Test("the documentation lists the same departures as the tests")
    func numbers() throws {
        let page = try PackageRoot.text(of: "Sources/Engine/RoutePattern/RoutePattern.docc/Departures.md")
        let listed = page.split(separator: "\n").compactMap { line in
            line.firstIndex(of: ".").flatMap { Int(line[..<$0]) }
        }
        #expect(listed == Array(1...20))
        // Departures 5 and 7 are refusals, and 20 is a pattern that engines refuse; they have tests of their own.
        #expect(Set(listed) == Set(Self.departures.map(\.number)).union([5, 7, 20]))
    }

    @Test("20: a repeated capture may end a group")
    func tailsInGroups() throws {
        for kind in ["*", "+"] {
            let pattern = "https://h.example/a{/:b\(kind)}?"
            #expect(try captures(pattern, "https://h.example/a/x/y") == [.list(["x", "y"])])
            #expect(try captures(pattern, "https://h.example/a") != nil)
        }
    }

    @Test("3: an encoded slash does not split a segment, and captures are decoded once")
    func decoding() throws {
        let values = try captures("https://h.example/:a/:b", "https://h.example/x%2Fy/%2541")
        #expect(values == [.text("x/y"), .text("%41")])
        #expect(try captures("https://h.example/:a", "https://h.example/%FF%41") == [.text("%FF%41")])
        #expect(try captures("https://h.example/:k(%E5%8D%9A|x)", "https://h.example/博") == [.text("博")])
    }

    @Test("4: a final empty segment is never captured, inner ones are kept")
    func emptySegments() throws {
        #expect(try captures("https://h.example/*", "https://h.example/a//b/") == [.list(["a", "", "b"])])
        #expect(try captures("https://h.example/:a", "https://h.example/a/") == [.text("a")])
        #expect(try captures("https://h.example/*", "https://h.example/") == nil)
    }

    static let tailsElsewhere = [
        "https://h.example/blog*", "https://h.example/*/a", "https://h.example/:r*/a", "https://h.example/a:r+",
        "https://h.example/a\\/:r+", "https://h.example/{a/}:r*", "https://a.*/", "https://a.*.example/",
        "https://a*/",
        "https://*a.example/", "https://:a+.example/", "https://h.example/**",
    ]

    @Test("5: * and repeated captures are refused except at the end, or leftmost in a host", arguments: tailsElsewhere)
    func tails(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test(
        "7: a name may occur once in host, path and query together",
        arguments: [
            "https://:a.example/:a", "https://h.example/:a\\?q=:a", "https://:a.example/?q=:a",
            "https://h.example/:a{/:a}?",
        ])
    func names(pattern: String) {
        #expect { try Pattern(pattern) } throws: { ($0 as? PatternError)?.code == .duplicateName }
    }

    @Test("8: a tail is the list of its segments, a leftmost *. of a host is not captured")
    func tailsAreLists() throws {
        #expect(try captures("https://*.h.example/a/*", "https://x.y.h.example/a/b/c%2Fd") == [.list(["b", "c/d"])])
        #expect(try captures("https://h.example/a/:r*", "https://h.example/a") == [.list([])])
    }

    @Test("13: ignoreCase applies to the path, not to the query")
    func queryCase() throws {
        let options = PatternOptions(ignoreCase: true)
        let one = try #require(try Pattern("https://h.example/A?b=C", options: options).alternatives(origins: []).first)
        #expect(one.match(MatchSubject(try Address("https://h.example/a?b=C"))) != nil)
        #expect(one.match(MatchSubject(try Address("https://h.example/a?b=c"))) == nil)
    }

    private func captures(_ pattern: String, _ address: String) throws -> [CaptureValue]? {
        let subject = MatchSubject(try Address(address))
        return try Pattern(pattern).alternatives(origins: []).lazy.compactMap { $0.match(subject) }.first
    }
}
