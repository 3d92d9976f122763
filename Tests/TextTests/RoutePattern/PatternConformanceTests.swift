import Foundation
import RouteAnalysis
import RoutePattern
import TestSupport
import Testing
import WebAddress

/// Every case of the Web Platform Tests for URLPattern agrees, is refused with a code, or is a numbered departure.
@Suite("Web Platform Tests for URLPattern", .scheduled)
struct PatternConformanceTests {
    private static let file = "urlpatterntestdata.json"

    /// The outcome of a case.
    private enum Outcome: Hashable {
        case agrees
        case refused(String)
        case departs(Int)
        case inapplicable(String)
        case disagrees(String)
    }

    @Test(
        "every case agrees, is refused, departs by a number, or does not apply",
        .enabled(if: ConformanceFolder.isPresent(file)))
    func everyCaseIsAccountedFor() throws {
        let cases = try #require(try ConformanceFolder.json(Self.file) as? [Any])
        var counts: [Outcome: Int] = [:]
        for (number, value) in cases.enumerated() {
            guard let object = value as? [String: Any] else { continue }
            let one = URLPatternCase(number, object)
            let outcome = Self.outcome(of: one)
            if case .disagrees(let why) = outcome { Issue.record(Comment(rawValue: "\(one.text): \(why)")) }
            counts[outcome, default: 0] += 1
        }
        let total: ((Outcome) -> Bool) -> Int = { test in counts.filter { test($0.key) }.map(\.value).reduce(0, +) }
        ConformanceFolder.report(
            Self.file,
            [
                "agree": total { $0 == .agrees },
                "refused": total { if case .refused = $0 { true } else { false } },
                "depart": total { if case .departs = $0 { true } else { false } },
                "not for addresses": total { if case .inapplicable = $0 { true } else { false } },
                "disagree": total { if case .disagrees = $0 { true } else { false } },
            ])
        let lines = counts.map { "  \($0.value) \($0.key)" }.sorted()
        print(lines.joined(separator: "\n"))
    }

    private static func outcome(of one: URLPatternCase) -> Outcome {
        if let reason = one.inapplicable { return .inapplicable(reason) }
        let alternatives: [Alternative]
        do {
            alternatives = try one.alternatives()
        } catch let error as PatternError {
            #expect(!error.hint.isEmpty && !error.detail.isEmpty)
            return one.isRefusedByURLPattern ? .agrees : .refused(error.code.rawValue)
        } catch {
            return .disagrees("\(error)")
        }
        if one.isRefusedByURLPattern { return .disagrees("URLPattern refuses it, and we do not") }
        if one.expectedMatch is String { return .inapplicable("an input that is an error") }
        guard let address = one.input() else { return .inapplicable("an input that is not an address") }
        let subject = MatchSubject(address)
        var found: [String: String]?
        for alternative in alternatives where found == nil {
            guard let values = alternative.match(subject) else { continue }
            found = [:]
            for (name, value) in zip(alternative.captureNames, values) {
                switch value {
                case .text(let text): found?[name] = text
                // Departure 8: a tail is a list. URLPattern has the joined text, and no group if it is empty.
                case .list(let segments): found?[name] = segments.isEmpty ? nil : segments.joined(separator: "/")
                }
            }
        }
        if let departure = departure(one) {
            return found == departure.found ? .departs(departure.number) : .disagrees("departs by more than its number")
        }
        let expected = one.expectedMatch is [String: Any]
        if (found != nil) == expected, found ?? [:] == one.expectedGroups { return .agrees }
        return .disagrees("expected \(expected) \(one.expectedGroups), found \(String(describing: found))")
    }

    /// The cases to which a departure applies: its number, and the expected captures.
    private static let departures: [String: (number: Int, found: [String: String])] = [
        // A one-or-more tail matches an empty segment.
        "pathname /foo/:bar+ on /foo/": (9, ["bar": ""]),
        // The case of hexadecimal digits in percent-encodings does not count.
        "pathname /caf%c3%a9 on /café": (3, [:]), "search q=caf%c3%a9 on q=café": (16, [:]),
    ]

    private static func departure(_ one: URLPatternCase) -> (number: Int, found: [String: String])? {
        guard let fields = one.components, fields.count == 1, let (name, pattern) = fields.first,
            let input = one.inputs.first as? [String: String], input.count == 1, let value = input[name]
        else { return nil }
        return departures["\(name) \(pattern) on \(value)"]
    }

    @Test(
        "a pattern has a constraint exactly if URLPattern reports a regular expression group",
        .enabled(if: ConformanceFolder.isPresent("urlpattern-hasregexpgroups-test-data.json")))
    func regularExpressionGroups() throws {
        let file = "urlpattern-hasregexpgroups-test-data.json"
        let cases = try #require(try ConformanceFolder.json(file) as? [[String: Any]])
        var counts = (agree: 0, refused: 0, inapplicable: 0)
        for one in cases {
            let fields = one["pattern"] as? [String: String] ?? [:]
            guard fields.keys.allSatisfy(["protocol", "hostname", "port", "pathname", "search"].contains) else {
                counts.inapplicable += 1
                continue
            }
            let components = PatternComponents(
                protocol: fields["protocol"], hostname: fields["hostname"], port: fields["port"],
                pathname: fields["pathname"], search: fields["search"])
            guard let made = try? Pattern(components: components).alternatives(origins: []) else {
                counts.refused += 1
                continue
            }
            counts.agree += 1
            #expect(made.contains(where: isConstrained) == one["expected"] as? Bool, "\(fields)")
        }
        ConformanceFolder.report(
            file, ["agree": counts.agree, "refused": counts.refused, "not for addresses": counts.inapplicable])
    }

    private func isConstrained(_ alternative: Alternative) -> Bool {
        var matchers: [SegmentMatcher] = []
        if case .labels(let labels, _) = alternative.host { matchers += labels }
        if case .segments(let segments, _) = alternative.path { matchers += segments }
        for case .capture(let matcher) in alternative.query.map(\.test) { matchers.append(matcher) }
        return matchers.contains { matcher in
            matcher.parts.contains { part in
                if case .capture(_, let constraint) = part { constraint != .none } else { false }
            }
        }
    }
}
