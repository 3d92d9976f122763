import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// Hosts of rules and redirects that differ from one of the app's origins by one letter.
struct HostCheck {
    /// The hosts of the origins, in lower case.
    private let origins: Set<String>
    /// The origin's host that each host is similar to; each host is compared once.
    private var known: [String: String?] = [:]
    /// Comparisons of two hosts so far.
    private(set) var comparisons = 0

    init(_ settings: Settings) {
        origins = Set(settings.origins.compactMap { try? Address($0.text).host?.lowercased() }.filter { !$0.isEmpty })
    }

    mutating func findings(_ rule: Rule, at place: Int) -> [Finding] {
        guard !origins.isEmpty else { return [] }
        var findings: [Finding] = []
        for index in rule.patterns.indices where !rule.patterns[index].needsOrigins {
            var seen: Set<String> = []
            for alternative in rule.patterns[index].own {
                guard let host = Self.host(alternative.host), let origin = similar(host), seen.insert(host).inserted
                else { continue }
                findings.append(Self.finding(host, origin, rule, "/rules/\(place)/match/\(index)"))
            }
        }
        if case .redirect(let template) = rule.destination, let host = template.literalHost?.lowercased(),
            let origin = similar(host)
        {
            findings.append(Self.finding(host, origin, rule, "/rules/\(place)/to/redirect"))
        }
        return findings
    }

    private static func finding(_ host: String, _ origin: String, _ rule: Rule, _ pointer: String) -> Finding {
        Finding(
            .similarHost, rules: [rule.id], pointer: pointer,
            detail: "The host \(host) is one letter away from the origin \(origin).",
            hint: "Did you mean \"\(origin)\"? If both are yours, add \"https://\(host)\" to \"origins\".")
    }

    /// The only host that a constraint allows; nil if it allows several or none.
    private static func host(_ host: HostConstraint) -> String? {
        guard case .labels(let labels, false) = host else { return nil }
        var text = ""
        for label in labels {
            guard let literal = label.literal else { return nil }
            if !text.isEmpty { text += "." }
            text += literal
        }
        return text.lowercased()
    }

    private mutating func similar(_ host: String) -> String? {
        if let answer = known[host] { return answer }
        var answer: String?
        if !origins.contains(host) {
            comparisons += origins.count
            answer = origins.filter { Self.differByOneLetter(Array(host.utf8), Array($0.utf8)) }.min()
        }
        known[host] = answer
        return answer
    }

    /// Whether two hosts differ by one letter that was typed too much, too little, instead of another, or too early.
    ///
    /// The label with the difference has at least four letters, and the letter is no digit: `m1` and `m2` are two hosts.
    static func differByOneLetter(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard abs(a.count - b.count) <= 1, a != b else { return false }
        let start = zip(a, b).prefix { $0 == $1 }.count
        let (restA, restB) = (a[start...], b[start...])
        let isSwap =
            restA.count == restB.count && restA.count > 1 && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
            && restA[start] == restB[start + 1] && restA[start + 1] == restB[start]
        let isReplaced = restA.count == restB.count && restA.dropFirst().elementsEqual(restB.dropFirst())
        let isInserted =
            restA.count > restB.count && restA.dropFirst().elementsEqual(restB)
            || restA.count < restB.count && restA.elementsEqual(restB.dropFirst())
        guard isSwap || isReplaced || isInserted else { return false }
        let letters: [UInt8] = a.count > b.count ? [a[start]] : a.count < b.count ? [b[start]] : [a[start], b[start]]
        guard letters.allSatisfy({ $0 &- 0x30 >= 10 && $0 != 0x2E }) else { return false }
        return [a, b].allSatisfy { label(around: start, in: $0) >= 4 }
    }

    /// The number of letters of the label that contains a place.
    private static func label(around place: Int, in host: [UInt8]) -> Int {
        let before = host[..<min(place, host.count)].reversed().prefix { $0 != 0x2E }.count
        return before + host[min(place, host.count)...].prefix { $0 != 0x2E }.count
    }
}
