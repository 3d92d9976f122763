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

    private static func screen(_ id: String, _ match: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","match":["\#(match)"],"to":{"screen":"\#(id.uppercased())"}\#(more)}"#
    }

    private static func redirect(_ id: String, _ match: String, _ target: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","match":["\#(match)"],"to":{"redirect":"\#(target)"\#(more)}}"#
    }

    private static let drop = #","query":"drop""#
    private static let strict = #","strictSlash":true"#
    private static let folds = #","ignoreCase":true"#

    static let changes: [Change] = [
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
        Change("count", screen("a", #"/x/:r(\\d+)"#), screen("a", #"/x/:r(\\d{1,5})"#), "https://a.example/x/123456"),
        Change("class", screen("a", "/x/:r([a-z]+)"), screen("a", "/x/:r([a-y]+)"), "https://a.example/x/zz"),
        Change("words", screen("a", "/x/:r(a|b|c)"), screen("a", "/x/:r(a|b)"), "https://a.example/x/c"),
        Change(
            "order of words", screen("a", "/x/:p(a|aX)X:q"), screen("a", "/x/:p(aX|a)X:q"), "https://a.example/x/aXXb"),
        Change("name of a capture", screen("a", "/x/:p"), screen("a", "/x/:q"), "https://a.example/x/1"),
        Change("authority", screen("a", "my:///h/:x"), screen("a", "my:///h/:x"), "my://h/1")
            .with(Change.plain, Change.firstSegment),
        Change("query value", screen("a", #"/x\\?k=1"#), screen("a", #"/x\\?k=2"#), "https://a.example/x?k=1"),
        Change("query item absent", screen("a", #"/x\\?!k"#), screen("a", "/x"), "https://a.example/x?k=1"),
        Change(
            "first value", screen("a", #"/x\\?k=:v(\\d+)"#), screen("a", #"/x\\?k=:v"#),
            "https://a.example/x?k=a&k=1"),
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
            screen("b", "/:p(a|b)", #","priority":1"#) + "," + redirect("a", "/:p", "https://a.example/n/{p}x") + ","
                + screen("c", "/n/:p(a|b)", folds), "https://a.example/A"),
        Change(
            "a chain on whose way a better rule does not match",
            redirect("a", "/x/:p", "https://a.example/m/{p}") + "," + screen("b", "/m/:p(a|b)", #","priority":1"#) + ","
                + redirect("d", "/m/:p", "https://a.example/n/{p}") + "," + screen("c", "/n/:p(a|b)", folds),
            redirect("a", "/x/:p", "https://a.example/m/{p}") + "," + screen("b", "/m/:p(a|b)", #","priority":1"#) + ","
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
        Change("IPv4 host", screen("a", "http://127.0.0.1/x"), screen("b", "http://127.0.0.1/x"), "http://127.0.0.1/x"),
        Change(
            "IPv4 host and port", screen("a", "http://192.168.0.1:8080/x"), screen("b", "http://192.168.0.1:8080/x"),
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
            "class of a custom host", screen("a", "my://:h/x"), screen("a", #"my://:h([\\w\\-.~]+)/x"#), "my://a%2Cb/x"),
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
            redirect("a", "/x/:v*", "https://z.example/{v}/"), redirect("a", "/x/:v*", "https://z.example/{v}/", drop),
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
    ]

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
    private static let drafts = ProcessInfo.processInfo.environment["WAYMARK_DIFFERENCES"].flatMap(Int.init) ?? 60
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
            var draft = try DraftText(
                random.draft(rules: Int.random(in: 3...20, using: &random.generator), redirects: 25))
            draft.decorate(&random)
            let old = try draft.decoded()
            for _ in 0..<random.pick([1, 1, 2]) { draft.edit(&random) }
            let new = try draft.decoded()
            let difference = try DraftDifference(from: old, to: new, at: AnalysisFixture.now)
            let judge = try Judge(old, new)
            let kinds = judge.kinds(Self.samples, &random)
            counts.told += difference.addresses.count
            counts.witnesses += difference.witnessCount
            if !difference.notProved.isEmpty { counts.notProved += 1 }
            guard let example = kinds.first?.value else { continue }
            counts.differ += 1
            let told = Set(difference.addresses.map { Judge.kind($0.before, $0.after) })
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

/// Samples addresses and contexts of two drafts without the code that searches for witnesses.
private struct Judge {
    let old: CompiledDraft
    let new: CompiledDraft
    private let bases: [String]

    init(_ old: Draft, _ new: Draft) throws {
        self.old = try CompiledDraft(old, stepsMax: .max)
        self.new = try CompiledDraft(new, stepsMax: .max)
        bases = Set(
            [self.old, self.new].flatMap { draft in
                draft.entries.flatMap { draft.samples.all($0.value) }
            }
        ).sorted()
    }

    /// What a change means: the rules on the way in both drafts.
    static func kind(_ before: Resolution, _ after: Resolution) -> String {
        "\(before.trail.map(\.rule)) \(after.trail.map(\.rule))"
    }

    /// One example for each kind of change that the samples show.
    func kinds(_ samples: Int, _ random: inout RandomDrafts) -> [String: String] {
        var kinds: [String: String] = [:]
        for _ in 0..<samples {
            let address = random.near(random.chance(70) && !bases.isEmpty ? random.pick(bases) : random.address())
            let situation = random.situation()
            let before = old.resolve(address, situation)
            let after = new.resolve(address, situation)
            guard before.leadsElsewhere(than: after) else { continue }
            kinds[Self.kind(before, after)] =
                "\(address) \(situation): \(before.outcome.summary) -> \(after.outcome.summary)"
        }
        return kinds
    }
}

extension RandomDrafts {
    /// An address next to one: a slash, a letter, an item, a port, a scheme or a segment differs.
    fileprivate mutating func near(_ address: String) -> String {
        var text = address
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (path, query) = (parts[0], parts.count > 1 ? "?" + parts[1] : "")
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: text = (path.hasSuffix("/") ? String(path.dropLast()) : path + "/") + query
            case 1: text = path + query + (query.isEmpty ? "?" : "&") + pick(["k=1", "q=1", "q=2", "q", "q=a"])
            case 2: text = path
            case 3: text = text.replacing("h.com", with: pick(["h.com:81", "www.h.com", "H.com", "o.example"]))
            case 4: text = text.replacing("https:", with: pick(["http:", "app:"]))
            case 5: text = path.replacing(pick(["a", "b", "c"]), with: pick(["A", "B", "ab", "1", "zz"])) + query
            case 6: text = path + "/" + pick(["a", "b", "1", "more", "12345"]) + query
            case 7:
                text =
                    path.split(separator: "/").count > 3
                    ? path[..<(path.lastIndex(of: "/") ?? path.endIndex)] + query : text
            default: text = path + pick(["1", "123456", "x", "%C3%A9"]) + query
            }
        }
        return text
    }
}

/// A draft as JSON that edits change.
private struct DraftText {
    private var rules: [[String: Any]]
    private var settings: [String: Any]
    private(set) var edits: [String] = []

    init(_ draft: Draft) throws {
        rules = try draft.rules.map { rule in
            let value = try JSONSerialization.jsonObject(with: Data(rule.canonicalBytes))
            return value as? [String: Any] ?? [:]
        }
        settings = try JSONSerialization.jsonObject(with: Data(draft.settings.canonicalBytes)) as? [String: Any] ?? [:]
    }

    func decoded() throws -> Draft {
        let data = try JSONSerialization.data(
            withJSONObject: ["rules": rules, "settings": settings], options: .sortedKeys)
        let decoded = DraftDecoder.draft(Array(data))
        return try #require(decoded.value, "\(decoded.findings) \(edits)")
    }

    /// Hosts, ports, queries and classes that the plain generator does not make.
    mutating func decorate(_ random: inout RandomDrafts) {
        for index in rules.indices where random.chance(30) {
            change(index, &random, Int.random(in: 0..<6, using: &random.generator))
        }
    }

    /// One random edit.
    mutating func edit(_ random: inout RandomDrafts) {
        let index = Int.random(in: 0..<rules.count, using: &random.generator)
        let kind = Int.random(in: 0..<17, using: &random.generator)
        let old = rules[index]
        change(index, &random, kind)
        edits.append("\(kind) of \(old) to \(rules.indices.contains(index) ? rules[index] : [:]), \(settings)")
    }

    private mutating func change(_ index: Int, _ random: inout RandomDrafts, _ kind: Int) {
        let to = rules[index]["to"] as? [String: Any] ?? [:]
        switch kind {
        case 0:
            pattern(index) { path in
                random.pick([
                    "https://h.com", "https://h.com:*", "https://h.com:81", "*://h.com", "https://:s.h.com",
                    "https://*.h.com", "app://", "http://h.com",
                ]) + path
            }
        case 1:
            pattern(index) {
                $0.contains("\\?")
                    ? $0
                    : $0
                        + random.pick(["\\?q=1", "\\?q=2", "\\?q", "\\?!q", "\\?q=:v(\\d+)", "\\?q=:v", "\\?k=1&q=:v"])
            }
        case 2: toggle(index, "strictSlash")
        case 3: toggle(index, "ignoreCase")
        case 4:
            pattern(index) {
                $0.replacing("\\d+", with: random.pick(["\\d{1,5}", "[0-8]+", "\\w+"])).replacing(
                    "[ab]+", with: random.pick(["[a-z]+", "[ab]{2}", "[abA]+"]))
            }
        case 5: pattern(index) { $0.replacing("a|b", with: random.pick(["a", "b|a", "a|1", "ab|a|x"])) }
        case 6: rules[index]["priority"] = random.pick([0, 1, 2, -1])
        case 7: if rules.count > 1 { rules.remove(at: index) }
        case 8: rules.swapAt(index, Int.random(in: 0..<rules.count, using: &random.generator))
        case 9: rules[index]["to"] = ["screen": "New"]
        case 10:
            guard let target = to["redirect"] as? String else {
                return rules[index]["to"] = ["redirect": "https://h.com/a"]
            }
            rules[index]["to"] = ["redirect": target, "query": to["query"] as? String == "drop" ? "keep" : "drop"]
        case 11:
            guard let target = to["redirect"] as? String else { return }
            rules[index]["to"] = ["redirect": target + random.pick(["/", "/a", "?q=1", "1"])]
        case 12: rules[index]["when"] = nil
        case 13:
            rules[index]["when"] = random.pick(
                [
                    ["platform": ["ios"]], ["signedIn": true], ["appVersion": ">=6"], ["rollout": ["percent": 30]],
                    ["attributes": ["ab": ["B"]]], ["not": ["platform": ["android"]]],
                    ["after": "2026-09-01T00:00:00Z"],
                ] as [[String: Any]])
        case 14:
            settings = random.pick([
                settings.merging(["origins": ["https://h.com", "https://www.h.com"]]) { $1 },
                settings.merging(["destinations": ["app:"]]) { $1 },
                settings.merging(["authority": ["app": "firstSegment"]]) { $1 },
            ])
        case 15:
            var copy = rules[index]
            copy["id"] = "copy"
            guard !rules.contains(where: { $0["id"] as? String == "copy" }) else { return }
            copy["to"] = ["screen": "Copy"]
            rules.insert(copy, at: Int.random(in: 0...rules.count, using: &random.generator))
        default: pattern(index) { random.chance(50) ? $0.replacing("/a", with: "/:n") : $0.replacing("/b", with: "/a") }
        }
    }

    private mutating func toggle(_ index: Int, _ name: String) {
        rules[index][name] = rules[index][name] == nil ? true : nil
    }

    /// Changes the first pattern, unless it has a host.
    private mutating func pattern(_ index: Int, _ body: (String) -> String) {
        guard var match = rules[index]["match"] as? [String], match[0].hasPrefix("/") else { return }
        let changed = body(match[0])
        guard !changed.contains("/:n") || !match[0].contains(":n") else { return }
        let names = changed.split(separator: ":").dropFirst().map { $0.prefix { $0.isLetter || $0.isNumber } }
        guard Set(names).count == names.count || match[0] == changed else { return }
        match[0] = changed
        rules[index]["match"] = match
    }
}
