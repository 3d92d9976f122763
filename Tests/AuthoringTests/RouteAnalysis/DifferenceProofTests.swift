import Foundation
import RouteDocuments
import RouteModel
import RouteOrder
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("A difference between two drafts tells every kind of change", .scheduled)
struct DifferenceProofTests {
    /// One change of one rule or setting, and an address that it moves.
    struct Change: CustomTestStringConvertible {
        var title: String
        var old: String
        var new: String
        var address: String
        var settings = (old: Self.plain, new: Self.plain)

        static let plain =
            #"{"origins":["https://a.example"],"destinations":["https://a.example","https://z.example"]}"#
        static let narrow = #"{"origins":["https://a.example"],"destinations":["https://a.example"]}"#
        static let wide =
            #"{"origins":["https://a.example","https://b.example"],"destinations":["https://a.example","https://z.example"]}"#
        static let firstSegment =
            #"{"origins":["https://a.example"],"destinations":["https://a.example"],"authority":{"my":"firstSegment"}}"#
        var testDescription: String { title }

        init(_ title: String, _ old: String, _ new: String, _ address: String) {
            (self.title, self.old, self.new, self.address) = (title, old, new, address)
        }

        func with(_ old: String, _ new: String) -> Change {
            var change = self
            change.settings = (old, new)
            return change
        }
    }

    static func screen(_ id: String, _ match: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","match":["\#(match)"],"to":{"screen":"\#(id.uppercased())"}\#(more)}"#
    }

    static func redirect(
        _ id: String, _ match: String, _ target: String, _ more: String = "", rule: String = ""
    ) -> String {
        #"{"id":"\#(id)","match":["\#(match)"],"to":{"redirect":"\#(target)"\#(more)}\#(rule)}"#
    }

    static let drop = #","query":"drop""#
    private static let strict = #","strictSlash":true"#
    private static let folds = #","ignoreCase":true"#

    /// Two rules with one destination.
    private static func one(_ match: String) -> String { screen("a", match) }
    private static func two(_ match: String) -> String { one(match).replacing(#""id":"a""#, with: #""id":"b""#) }

    private static let short = "b|c|d|e|f|g|h|i|j|k|l|m"
    private static let listed = "/x/:h(\(short)|u&v|wxyz)"

    static let changes: [Change] =
        [
            Change("strictSlash on", screen("a", "/x"), screen("a", "/x", strict), "https://a.example/x/"),
            Change("strictSlash off", screen("a", "/x", strict), screen("a", "/x"), "https://a.example/x/"),
            Change("strictSlash with a slash", screen("a", "/x/"), screen("a", "/x/", strict), "https://a.example/x"),
            Change("ignoreCase on", screen("a", "/x"), screen("a", "/x", folds), "https://a.example/X"),
            Change(
                "ignoreCase off", screen("a", "/Item/:id", folds), screen("a", "/Item/:id"), "https://a.example/item/7"),
            Change(
                "query keep to drop", redirect("a", "/x", "https://z.example/"),
                redirect("a", "/x", "https://z.example/", drop), "https://a.example/x?k=1"),
            Change(
                "query drop to keep", redirect("a", "/x", "https://z.example/", drop),
                redirect("a", "/x", "https://z.example/"), "https://a.example/x?k=1"),
            Change(
                "port", screen("a", "https://a.example/x"), screen("a", "https://a.example:*/x"),
                "https://a.example:81/x"),
            Change("scheme", screen("a", "https://a.example/x"), screen("a", "*://a.example/x"), "http://a.example/x"),
            Change(
                "star host", screen("a", "https://*.a.example/x"), screen("a", "https://:s.a.example/x"),
                "https://b.c.a.example/x"),
            Change("kind of tail", screen("a", "/x/:r*"), screen("a", "/x/:r+"), "https://a.example/x"),
            Change("tail to one segment", screen("a", "/x/*"), screen("a", "/x/:r"), "https://a.example/x/1/2"),
            Change(
                "count", screen("a", #"/x/:r(\\d+)"#), screen("a", #"/x/:r(\\d{1,5})"#), "https://a.example/x/123456"),
            Change("class", screen("a", "/x/:r([a-z]+)"), screen("a", "/x/:r([a-y]+)"), "https://a.example/x/zz"),
            Change("words", screen("a", "/x/:r(a|b|c)"), screen("a", "/x/:r(a|b)"), "https://a.example/x/c"),
            Change(
                "order of words", screen("a", "/x/:p(a|aX)X:q"), screen("a", "/x/:p(aX|a)X:q"),
                "https://a.example/x/aXXb"),
            Change("name of a capture", screen("a", "/x/:p"), screen("a", "/x/:q"), "https://a.example/x/1"),
            Change("authority", screen("a", "my:///h/:x"), screen("a", "my:///h/:x"), "my://h/1")
                .with(Change.plain, Change.firstSegment),
            Change("query value", screen("a", #"/x\\?k=1"#), screen("a", #"/x\\?k=2"#), "https://a.example/x?k=1"),
            Change("query item absent", screen("a", #"/x\\?!k"#), screen("a", "/x"), "https://a.example/x?k=1"),
            Change(
                "first value", screen("a", #"/x\\?k=:v(\\d+)"#), screen("a", #"/x\\?k=:v"#),
                "https://a.example/x?k=a&k=1"),
            Change(
                "first value of one of two captures", one(#"/x\\?u=:c"#) + "," + two(#"/x\\?u=:c(12|1)"#),
                one(#"/x\\?u=:c"#), "https://a.example/x?u=&u=1"),
            Change(
                "first value of one of two classes", two(#"/x\\?u=:c(\\d+)"#) + "," + one(#"/x\\?u=:c([a-z0-9]+)"#),
                one(#"/x\\?u=:c([a-z0-9]+)"#), "https://a.example/x?u=a&u=1"),
            Change(
                "destinations", redirect("a", "/x/:h", "https://z.example/{h}"),
                redirect("a", "/x/:h", "https://z.example/{h}"), "https://a.example/x/1"
            ).with(Change.plain, Change.narrow),
            Change("origins", screen("a", "/x/:h"), screen("a", "/x/:h"), "https://b.example/x/1")
                .with(Change.plain, Change.wide),
            Change(
                "template", redirect("a", "/x/:h", "https://z.example/{h}"),
                redirect("a", "/x/:h", "https://z.example/p{h}"), "https://a.example/x/1"),
            Change(
                "prefix of a template", redirect("a", "/x/:h", "https://z.example/{h}"),
                redirect("a", "/x/:h", "https://z.example/{h:3}"), "https://a.example/x/1234"),
            Change(
                "prefix of a long word among short ones", redirect("a", listed, "https://z.example/{h:3}"),
                redirect("a", listed, "https://z.example/{h:4}"), "https://a.example/x/wxyz"),
            Change(
                "prefix of a run", redirect("a", #"/x/:h(\\d+)"#, "https://z.example/{h:3}"),
                redirect("a", #"/x/:h(\\d+)"#, "https://z.example/{h:4}"), "https://a.example/x/1234"),
            Change(
                "reserved character of one word", redirect("a", listed, "https://z.example/{h}"),
                redirect("a", listed, "https://z.example/{+h}"), "https://a.example/x/u&v"),
            Change(
                "reserved character of a class", redirect("a", "/x/:h([a-z&]{2,5})", "https://z.example/{h}"),
                redirect("a", "/x/:h([a-z&]{2,5})", "https://z.example/{+h}"), "https://a.example/x/a&"),
            Change(
                "reserved character beside a label",
                redirect("a", "https://:s.a.example/x/:h", "https://z.example/{s}/{h}"),
                redirect("a", "https://:s.a.example/x/:h", "https://z.example/{s}/{+h}"), "https://b.a.example/x/a&b"),
            Change(
                "captures that change places", redirect("a", "/x/:p/:q", "https://z.example/{p}/{q}"),
                redirect("a", "/x/:p/:q", "https://z.example/{q}/{p}"), "https://a.example/x/1/2"),
            Change(
                "names that change places", screen("a", "/x/:p/:q"), screen("a", "/x/:q/:p"), "https://a.example/x/1/2"),
            Change(
                "words that change places", redirect("a", "/x/:p(a|b)/:q(b|a)", "https://z.example/{p}/{q}"),
                redirect("a", "/x/:p(a|b)/:q(b|a)", "https://z.example/{q}/{p}"), "https://a.example/x/a/b"),
            Change(
                "digits that change places", redirect("a", #"/x/:p(\\d)/:q(\\d)"#, "https://z.example/{p}/{q}"),
                redirect("a", #"/x/:p(\\d)/:q(\\d)"#, "https://z.example/{q}/{p}"), "https://a.example/x/1/2"),
            Change(
                "division by one word of many", screen("a", "/x/:p(\(short)|a|aX)X:q"),
                screen("a", "/x/:p(\(short)|aX|a)X:q"), "https://a.example/x/aXXb"),
            Change(
                "another rule that divides a segment in another way",
                one("/x/:p-:q") + "," + two(#"/x/:p([a-z\\-]+)-:q([a-z\\-]+)"#),
                one("/x/:p-:q"), "https://a.example/x/a-b-c"),
            Change(
                "another rule with a prefix",
                redirect("a", "/x/:p", "https://z.example/{p}") + ","
                    + redirect("b", "/x/:p([a-z]+)", "https://z.example/{p:5}"),
                redirect("a", "/x/:p", "https://z.example/{p}"), "https://a.example/x/abcdef"),
            Change(
                "another id and a prefix", redirect("a", "/x/:p", "https://z.example/{p}"),
                redirect("b", "/x/:p", "https://z.example/{p:20}"), "https://a.example/x/qqqqqqqqqqqqqqqqqqqqqqqq"),
            Change(
                "another id and an empty value", redirect("a", #"/x\\?v=:v"#, "https://z.example/p{;v}"),
                redirect("b", #"/x\\?v=:v"#, "https://z.example/p;v={v}"), "https://a.example/x?v="),
            Change(
                "a name that an unchanged rule sets", redirect("a", "/x{/:u}?", "https://z.example/{?u}"),
                redirect("a", "/x{/:u}?", "https://z.example/{?u}") + ","
                    + redirect("b", "/x", "https://z.example/", #"},"priority":1,"note":{"#).replacing(
                        #","note":{}"#, with: ""),
                "https://a.example/x?u=5"),
            Change(
                "one empty value of two", redirect("a", #"/x\\?w=:w&v=:v"#, "https://z.example/{w}/;v={v}"),
                redirect("a", #"/x\\?w=:w&v=:v"#, "https://z.example/{w}/{;v}"), "https://a.example/x?w=1&v="),
            Change(
                "words that differ in case", screen("a", "/x/:p(A|ab)b:q(d|e|c|bc)", folds),
                screen("a", "/x/:p(ab|A)b:q(d|e|c|bc)", folds), "https://a.example/x/abbc"),
            Change(
                "prefixes of words that change places",
                redirect("a", "/x/:p(pa|pb|qa)/:q(pa|pb|qa)", "https://z.example/{p:1}/{q:1}"),
                redirect("a", "/x/:p(pa|pb|qa)/:q(pa|pb|qa)", "https://z.example/{q:1}/{p:1}"),
                "https://a.example/x/pa/qa"),
            Change(
                "a chain that keeps an item which is only asked to be there",
                redirect("a", #"/x\\?k"#, "https://a.example/y") + "," + screen("w", "/y") + "," + screen("v", "/w")
                    + ","
                    + screen("r", #"/y\\?k=2"#),
                redirect("a", #"/x\\?k"#, "https://a.example/w") + "," + screen("w", "/y") + ","
                    + screen("v", "/w").replacing("\"V\"", with: "\"W\"") + "," + screen("r", #"/y\\?k=2"#),
                "https://a.example/x?k=2"),
            Change(
                "a chain whose later rule becomes strict",
                redirect("a", "/x", "https://a.example/y/") + "," + screen("b", "/y"),
                redirect("a", "/x", "https://a.example/y/") + "," + screen("b", "/y", strict), "https://a.example/x"),
            Change(
                "a chain of two redirects with a capture",
                redirect("a", "/p/:x(1|22)", "https://a.example/y/{x}") + ","
                    + redirect("b", "/y/:id", "https://a.example/z/n{id}") + "," + screen("c", #"/z/n:n(\\d)"#),
                redirect("a", "/p/:x(1|22)", "https://a.example/y/{x}") + ","
                    + redirect("b", "/y/:id", "https://a.example/z/n{id}") + "," + screen("c", #"/z/n:n(\\d+)"#),
                "https://a.example/p/22"),
            Change(
                "a chain that begins where a better rule does not match",
                screen("b", "/:p(a|b)", #","priority":1"#) + "," + redirect("a", "/:p", "https://a.example/n/{p}") + ","
                    + screen("c", "/n/:p(a|b)", folds),
                screen("b", "/:p(a|b)", #","priority":1"#) + "," + redirect("a", "/:p", "https://a.example/n/{p}x")
                    + ","
                    + screen("c", "/n/:p(a|b)", folds), "https://a.example/A"),
            Change(
                "a chain on whose way a better rule does not match",
                redirect("a", "/x/:p", "https://a.example/m/{p}") + "," + screen("b", "/m/:p(a|b)", #","priority":1"#)
                    + ","
                    + redirect("d", "/m/:p", "https://a.example/n/{p}") + "," + screen("c", "/n/:p(a|b)", folds),
                redirect("a", "/x/:p", "https://a.example/m/{p}") + "," + screen("b", "/m/:p(a|b)", #","priority":1"#)
                    + ","
                    + redirect("d", "/m/:p", "https://a.example/n/{p}x") + "," + screen("c", "/n/:p(a|b)", folds),
                "https://a.example/x/A"),
            Change(
                "a text after a tail that may end with an empty segment",
                redirect("a", "/x/*", "https://z.example/m{/0*}"), redirect("a", "/x/*", "https://z.example/m{/0*}1"),
                "https://a.example/x//"),
            Change(
                "a chain whose later rule reads the kept query",
                redirect("a", "/x", "https://a.example/y") + "," + screen("b", #"/y\\?k=1"#),
                redirect("a", "/x", "https://a.example/y") + "," + screen("b", #"/y\\?k=2"#), "https://a.example/x?k=2"),
            Change(
                "priority of two rules on one name",
                screen("a", #"/x\\?k=1"#) + "," + screen("b", #"/x\\?k=2"#),
                screen("a", #"/x\\?k=1"#) + "," + screen("b", #"/x\\?k=2"#, #","priority":1"#),
                "https://a.example/x?k=1&k=2"),
            Change(
                "IPv6 host", screen("a", "https://[2001:db8::1]/x"), screen("b", "https://[2001:db8::1]/x"),
                "https://[2001:db8::1]/x"),
            Change(
                "IPv4 host", screen("a", "http://127.0.0.1/x"), screen("b", "http://127.0.0.1/x"), "http://127.0.0.1/x"),
            Change(
                "IPv4 host and port", screen("a", "http://192.168.0.1:8080/x"),
                screen("b", "http://192.168.0.1:8080/x"),
                "http://192.168.0.1:8080/x"),
            Change(
                "numbers in a host", screen("a", "https://:a.:b.:c.1/x"), screen("b", "https://:a.:b.:c.1/x"),
                "https://1.2.3.1/x"),
            Change("IPv6 of a custom scheme", screen("a", "my://[::1]/x"), screen("b", "my://[::1]/x"), "my://[::1]/x"),
            Change("number as a custom host", screen("a", "my://12345/x"), screen("b", "my://12345/x"), "my://12345/x"),
            Change(
                "class that takes no IPv6", screen("a", "http://:h/x"), screen("a", "http://:h([a-z0-9]+)/x"),
                "http://[::1]/x"),
            Change("custom host beyond ASCII", screen("a", "my://商品/x"), screen("b", "my://商品/x"), "my://商品/x"),
            Change("part of a custom host", screen("a", "my://商:x/y"), screen("b", "my://商:x/y"), "my://商品/y"),
            Change(
                "class of a custom host", screen("a", "my://:h/x"), screen("a", #"my://:h([\\w\\-.~]+)/x"#),
                "my://a%2Cb/x"),
            Change(
                "class of unusual domain characters", screen("a", "https://:h([!$]+).example/x"),
                screen("b", "https://:h([!$]+).example/x"), "https://!.example/x"),
            Change(
                "host that ends in a dot", screen("a", "https://:h.example./x"), screen("a", "https://:i.example./x"),
                "https://b.example./x"),
            Change(
                "keep and drop with an item of the template", redirect("a", "/x", "https://z.example/y?k=1"),
                redirect("a", "/x", "https://z.example/y?k=1", drop), "https://a.example/x?utm=1"),
            Change(
                "strictSlash with a template that fails without a tail",
                redirect("a", "/x/:v*", "https://z.example/{v}{/v*}"),
                redirect("a", "/x/:v*", "https://z.example/{v}{/v*}").replacing(
                    "\"to\"", with: "\"strictSlash\":true,\"to\""), "https://a.example/x/p/"),
            Change(
                "keep and drop with a template that fails without a tail",
                redirect("a", "/x/:v*", "https://z.example/{v}/"),
                redirect("a", "/x/:v*", "https://z.example/{v}/", drop),
                "https://a.example/x/p?utm=1"),
            Change(
                "empty capture of a query", redirect("a", #"/x\\?h=:h"#, "https://z.example/p{;h}"),
                redirect("a", #"/x\\?h=:h"#, "https://z.example/p;h={h}"), "https://a.example/x?h="),
            Change(
                "canonically equivalent screens", screen("a", "/x").replacing(#""A""#, with: #""\u00E9""#),
                screen("a", "/x").replacing(#""A""#, with: #""e\u0301""#), "https://a.example/x"),
            Change("opaque path beyond ASCII", screen("a", #"my\\:é"#), screen("b", #"my\\:é"#), "my:é"),
            Change(
                "opaque path", screen("a", #"my\\:ab*"#), screen("a", #"my\\:abc*"#), "my:ab"),
        ] + addresses + chains

    @Test("what a chain leads to is told, or its rule is named as not proved", arguments: middles)
    func chain(change: Change) throws {
        let old = try AnalysisFixture.draft(change.old, settings: change.settings.old)
        let new = try AnalysisFixture.draft(change.new, settings: change.settings.new)
        let situation = ContextSearch.Situation(context: Context(), at: AnalysisFixture.now)
        try #require(
            CompiledDraft(old).resolve(change.address, situation)
                .leadsElsewhere(than: CompiledDraft(new).resolve(change.address, situation)))
        let difference = try DraftDifference(from: old, to: new, at: AnalysisFixture.now)
        #expect(!difference.addresses.isEmpty || difference.notProved.contains("a"))
    }

    @Test(
        "a chain whose search a limit ends is told, or its redirect is named as not proved",
        arguments: [
            (
                "many runs",
                (0..<11).map { "/:s\($0)(\\\\d+)" }.joined() + "\\\\?"
                    + (0..<30).map { "k\($0)=:v\($0)(\\\\d+)" }.joined(separator: "&")
            ),
            ("a long list", "/a/b/c/d/e/f/g/h/i/j/k/l/m"),
        ])
    func longSearch(title: String, rest: String) throws {
        let start = Self.redirect("a", "/x/*", "https://a.example/y{/0*}") + ","
        let difference = try DraftDifference(
            from: AnalysisFixture.draft(start + Self.screen("s", "/y" + rest), settings: Change.plain),
            to: AnalysisFixture.draft(start + Self.screen("t", "/y" + rest), settings: Change.plain),
            at: AnalysisFixture.now)
        let isTold = difference.addresses.contains { $0.witness.address.contains("/x/") }
        #expect(isTold || difference.notProved.contains("a"))
    }

    @Test("rules on many query names take no exponential time, and what is left out is named")
    func manyNames() throws {
        func draft(_ last: String, _ more: String) throws -> Draft {
            let rules = (0..<18).map { Self.screen("l\($0)", #"/x\\?k\#($0)=:v"#, more) } + [Self.screen(last, "/x")]
            return try AnalysisFixture.draft(rules.joined(separator: ","), settings: Change.plain)
        }
        let plain = try DraftDifference(from: draft("z", ""), to: draft("t", ""), at: AnalysisFixture.now)
        #expect(plain.addresses.count == 1 && plain.notProved.isEmpty && plain.witnessCount < 100)
        let when = #","when":{"platform":["ios"]}"#
        let some = try DraftDifference(from: draft("z", when), to: draft("t", when), at: AnalysisFixture.now)
        #expect(!some.addresses.isEmpty && some.notProved.contains("z"))
    }

    @Test("each option, bound and setting, and nothing is left out", arguments: changes)
    func each(change: Change) throws {
        let old = try AnalysisFixture.draft(change.old, settings: change.settings.old)
        let new = try AnalysisFixture.draft(change.new, settings: change.settings.new)
        let situation = ContextSearch.Situation(context: Context(), at: AnalysisFixture.now)
        let before = try CompiledDraft(old).resolve(change.address, situation)
        let after = try CompiledDraft(new).resolve(change.address, situation)
        try #require(before.leadsElsewhere(than: after), "the case is no change")
        let difference = try DraftDifference(from: old, to: new, at: AnalysisFixture.now)
        #expect(!difference.addresses.isEmpty)
        #expect(difference.notProved.isEmpty)
    }

    /// The number of pairs of drafts of a run; 20,000 for a full test.
    private static let drafts = ProcessInfo.processInfo.environment["WAYMARK_DIFFERENCES"].flatMap(Int.init) ?? 24
    /// Addresses that the judge samples for each pair.
    private static let samples =
        ProcessInfo.processInfo.environment["WAYMARK_DIFFERENCE_SAMPLES"].flatMap(Int.init) ?? 1_000

    @Test("where sampled addresses and contexts differ, one is told", arguments: [UInt64(7)])
    func random(seed: UInt64) throws {
        let seed = SeededGenerator.fromEnvironment(default: seed).seed
        var counts = (differ: 0, missed: 0, notProved: 0, kinds: 0, kindsMissed: 0, told: 0, witnesses: 0)
        for number in 0..<Self.drafts {
            // Each pair has a seed of its own, which repeats it alone.
            var random = RandomDrafts(generator: SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number)))
            var draft = try EditedDraft(
                random.draft(rules: Int.random(in: 3...20, using: &random.generator), redirects: 25))
            draft.decorate(&random)
            let old = try draft.decoded()
            for _ in 0..<random.pick([1, 1, 2]) { try draft.edit(&random) }
            let new = try draft.decoded()
            let difference = try DraftDifference(from: old, to: new, at: AnalysisFixture.now)
            let judge = try DifferenceJudge(old, new)
            let kinds = judge.kinds(Self.samples, &random)
            counts.told += difference.addresses.count
            counts.witnesses += difference.witnessCount
            if !difference.notProved.isEmpty { counts.notProved += 1 }
            guard let example = kinds.first?.value else { continue }
            counts.differ += 1
            let told = Set(difference.addresses.map { DifferenceJudge.kind($0.before, $0.after) })
            counts.kinds += kinds.count
            counts.kindsMissed += kinds.keys.count { !told.contains($0) }
            guard difference.addresses.isEmpty else { continue }
            counts.missed += 1
            Issue.record("missed: draft \(number), seed \(seed): \(example), edits \(draft.edits)")
        }
        print("differences seed \(seed): \(counts)")
        #expect(counts.differ * 3 > Self.drafts, "most edits move some address")
        #expect(counts.notProved * 100 <= Self.drafts)
    }
}
