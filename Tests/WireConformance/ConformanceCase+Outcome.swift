import Foundation

/// The outcomes that a case allows.
extension ConformanceCase {
    /// The first allowed outcome that agrees with what was received.
    func outcome(_ scan: AnswerScan, _ client: LoopbackClient, _ site: ConformanceSite) -> [String: Any]? {
        guard scan.leftover.isEmpty,
            scan.answers.count(where: site.isAboutContent) <= contentCount || site.contentProblem == nil
        else { return nil }
        return expected.first { outcome in
            let wanted = outcome["responses"] as? [Any] ?? []
            guard wanted.count == scan.answers.count, !scan.answers.contains(where: \.isCut) else { return false }
            if let after = outcome["after"] as? String, (after == "closed") != client.isClosed { return false }
            if outcome["interim"] as? String == "100", !scan.interim.contains(100) { return false }
            if outcome["interim"] as? String == "none", !scan.interim.isEmpty { return false }
            return zip(wanted, scan.answers).allSatisfy { Self.fits($0, $1, site) }
        }
    }

    static func fits(_ wanted: Any, _ answer: ScannedAnswer, _ site: ConformanceSite) -> Bool {
        let spec = wanted as? [String: Any] ?? ["status": wanted]
        let statuses = (spec["status"] as? String ?? "").split(separator: "|")
        let text = "\(answer.status)"
        let isAllowed = statuses.contains { zip($0, text).allSatisfy { $0 == "x" || $0 == $1 } }
        guard isAllowed || (statuses.contains("2xx") && site.isAboutContent(answer)) else { return false }
        for (name, rule) in spec["header"] as? [String: String] ?? [:] where !fits(rule, answer.fields[name]) {
            return false
        }
        guard let body = spec["body"] as? String else { return true }
        if body == "none" { return answer.body.isEmpty }
        if body == "decodes" { return site.isPlainBody(answer) }
        return !body.hasPrefix("not:") || !String(decoding: answer.body, as: UTF8.self).contains(body.dropFirst(4))
    }

    private static func fits(_ rule: String, _ values: [String]?) -> Bool {
        if rule == "absent" { return values == nil }
        if rule == "present" { return values != nil }
        let isNegated = rule.hasPrefix("not:")
        guard let joined = values?.joined(separator: ", ") else { return isNegated }
        var pattern = isNegated ? String(rule.dropFirst(4)) : rule
        guard pattern.hasPrefix("/") else { return (joined.lowercased() == pattern.lowercased()) != isNegated }
        let isFolding = pattern.hasSuffix("i")
        pattern = String(pattern.dropFirst().dropLast(isFolding ? 2 : 1))
        let options: String.CompareOptions = isFolding ? [.regularExpression, .caseInsensitive] : .regularExpression
        return (joined.range(of: pattern, options: options) != nil) != isNegated
    }
}
