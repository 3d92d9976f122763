import Foundation
import RouteAnalysis
import RouteOrder
import RoutePattern
import TestSupport
import WebAddress

/// Counts the outcomes of comparisons with the engine.
struct DifferentialTally {
    private(set) var comparisons = 0
    private(set) var agreed = 0
    private(set) var matching = 0
    private(set) var refused: [PatternError.Code: Int] = [:]
    private(set) var refusedByBoth = 0
    private(set) var departed: [Int: Int] = [:]
    private(set) var departures = 0
    /// Number of addresses whose host the engine's URL parser reads by an older version of the standard.
    private(set) var otherAddresses = 0
    private(set) var failures: [String] = []

    /// The counts in one line.
    var report: String {
        let codes = refused.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key.rawValue)" }
        let numbers = departed.sorted { $0.key < $1.key }.map { "\($0.value) by \($0.key)" }
        return """
            \(comparisons) comparisons: \(agreed) agree (\(matching) of them match), \(departures) depart \
            (\(numbers.joined(separator: ", "))), \(failures.count) disagree; \(otherAddresses) of hosts that the engine reads differently; refused by both \(refusedByBoth), \
            only here \(refused.values.reduce(0, +)) (\(codes.joined(separator: ", ")))
            """
    }

    /// Compares this package with the engine for every item.
    mutating func compare(_ items: [PatternStream.Item], _ engine: URLPatternEngine, seed: UInt64) throws {
        let read = items.map { item in Result { try ReadPattern(item) } }
        let questions = zip(items, read).map { item, read in
            URLPatternEngine.Question(
                pattern: .init(item.source), stored: (try? read.get()).map { .init($0.stored) }, base: item.base,
                ignoreCase: item.options.ignoreCase, strictSlash: item.options.strictSlash,
                addresses: (try? read.get()) == nil ? [] : item.addresses)
        }
        let answers = try engine.answers(to: questions)
        guard answers.count == items.count else { return failures.append("\(answers.count) answers, seed \(seed)") }
        for (index, answer) in answers.enumerated() {
            let item = items[index]
            func fail(_ what: String) {
                failures.append("\(item.source) base \(item.base ?? "-") \(item.options): \(what), seed \(seed)")
            }
            switch read[index] {
            case .failure(let error):
                guard let error = error as? PatternError, !error.hint.isEmpty else {
                    fail("\(error)")
                    continue
                }
                if answer.refused == true { refusedByBoth += 1 } else { refused[error.code, default: 0] += 1 }
            case .success(let pattern):
                if answer.refused == true || answer.failed != nil, Self.isReadOtherwise(item.host) {
                    otherAddresses += item.addresses.count
                } else if answer.refused == true {
                    fail("URLPattern refuses what is stored: \(pattern.stored)")
                } else if let failed = answer.failed {
                    fail("the script failed: \(failed)")
                }
                for (address, about) in zip(item.addresses, answer.answers ?? []) {
                    guard let problem = compare(pattern, address, about) else { continue }
                    fail("on \(address): \(problem)")
                    break
                }
            }
        }
    }

    /// Whether the engine reads the host of a text by an older URL standard: it decodes Punycode in ASCII hosts, and
    /// does not check the position of Arabic digits in labels (RFC 5893 section 2).
    private static func isReadOtherwise(_ text: String) -> Bool {
        // The parser skips surplus slashes, so the host may follow three of them.
        let host = text.split(separator: "/").prefix(2).joined(separator: "/")
        return host.lowercased().contains("xn--") || host.unicodeScalars.contains { (0x660...0x669).contains($0.value) }
    }

    /// The difference that no departure explains, or nil.
    private mutating func compare(
        _ pattern: ReadPattern, _ text: String, _ about: URLPatternEngine.About
    ) -> String? {
        guard let address = try? Address(text) else {
            if about.error == "no address" { return nil }
            guard Self.isReadOtherwise(text) else { return "an address in the engine and not here" }
            otherAddresses += 1
            return nil
        }
        if about.error == "no address", Self.isReadOtherwise(text) {
            otherAddresses += 1
            return nil
        }
        comparisons += 1
        if let error = about.error { return error }
        let found = pattern.captures(MatchSubject(address))
        guard let expected = about.expected, found == expected else {
            return "\(found) where \(String(describing: about.expected)) is expected"
        }
        guard let departs = about.departs(pattern, MatchSubject(address)) else { return "captures differ" }
        for number in departs { departed[number, default: 0] += 1 }
        departures += departs.isEmpty ? 0 : 1
        agreed += departs.isEmpty ? 1 : 0
        matching += departs.isEmpty && about.groups != nil ? 1 : 0
        return nil
    }
}

extension PatternStream.Item {
    /// The text that contains the host.
    fileprivate var host: String {
        switch source {
        case .text(let text): (base ?? "") + text
        case .components(let components): components.hostname ?? ""
        }
    }
}

extension URLPatternEngine.About {
    /// The departures that apply; nil if the captures differ without a departure.
    func departs(_ pattern: ReadPattern, _ subject: MatchSubject) -> [Int]? {
        guard let departs, departs.isEmpty, let best = pattern.best(subject), fits?.contains(best) == false else {
            return departs
        }
        return (expected ?? []).filter { $0 != nil }.count > 1 ? [12] : nil
    }
}

/// A pattern as this package parses it, with its answers.
struct ReadPattern {
    let stored: PatternSource
    private let alternatives: [Alternative]

    init(_ item: PatternStream.Item) throws {
        let pattern =
            switch item.source {
            case .text(let text): try Pattern(text, options: item.options)
            case .components(let components): try Pattern(components: components, options: item.options)
            }
        stored = pattern.stored
        alternatives = try pattern.alternatives(origins: item.base.map { [try Origin($0)] } ?? [])
    }

    func captures(_ subject: MatchSubject) -> [[String: URLPatternEngine.Captured]?] {
        alternatives.map { alternative in
            alternative.match(subject).map { values in
                Dictionary(
                    zip(alternative.captureNames, values.map(URLPatternEngine.Captured.init)),
                    uniquingKeysWith: { first, _ in first })
            }
        }
    }

    /// The alternative that wins.
    func best(_ subject: MatchSubject) -> Int? {
        alternatives.indices.filter { alternatives[$0].match(subject) != nil }
            .min { alternatives[$0].key < alternatives[$1].key }
    }
}

extension URLPatternEngine.Spelling {
    init(_ source: PatternSource) {
        switch source {
        case .text(let text): self = .text(text)
        case .components(let components):
            let fields = [
                "protocol": components.protocol, "hostname": components.hostname, "port": components.port,
                "pathname": components.pathname, "search": components.search,
            ]
            self = .object(fields.compactMapValues { $0 })
        }
    }
}
