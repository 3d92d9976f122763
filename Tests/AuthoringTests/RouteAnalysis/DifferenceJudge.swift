import Foundation
import RouteDocuments
import RouteModel
import RouteOrder
import TestSupport
import Testing

@testable import RouteAnalysis

/// Samples addresses and contexts of two drafts without the code that searches for witnesses.
struct DifferenceJudge {
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
struct EditedDraft {
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
        let decoded = try decoding()
        return try #require(decoded.value, "\(decoded.findings) \(edits)")
    }

    private func decoding() throws -> Decoded<Draft> {
        let data = try JSONSerialization.data(
            withJSONObject: ["rules": rules, "settings": settings], options: .sortedKeys)
        return DraftDecoder.draft(Array(data))
    }

    /// Hosts, ports, queries and classes that the plain generator does not make.
    mutating func decorate(_ random: inout RandomDrafts) {
        for index in rules.indices where random.chance(30) {
            change(index, &random, Int.random(in: 0..<6, using: &random.generator))
        }
    }

    /// One random edit; one that makes a draft which is no draft is replaced by another one.
    mutating func edit(_ random: inout RandomDrafts) throws {
        let before = self
        tryEdit(&random)
        if try decoding().value == nil {
            self = before
            try edit(&random)
        }
    }

    private mutating func tryEdit(_ random: inout RandomDrafts) {
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
