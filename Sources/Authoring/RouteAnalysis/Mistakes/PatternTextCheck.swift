import RouteModel
import RoutePattern

/// Patterns that mean something else than they look like: with a space, with a percent sign, or for every host.
struct PatternTextCheck {
    let rule: Rule
    /// The rule's place in the draft, from 0.
    let place: Int

    func findings() -> [Finding] {
        var findings: [Finding] = []
        for (index, pattern) in rule.patterns.enumerated() {
            switch pattern.stored {
            case .text(let text): findings += inText(text, index)
            case .components(let parts):
                for text in [parts.pathname, parts.search] { findings += inText(text ?? "", index) }
            }
            if Self.takesEveryHost(pattern) { findings.append(everyHost(index)) }
        }
        return findings
    }

    private func finding(_ reason: String, _ index: Int, _ detail: String, _ hint: String) -> Finding {
        Finding(
            .unusualPattern, reason: reason, rules: [rule.id], pointer: "/rules/\(place)/match/\(index)",
            detail: detail, hint: hint)
    }

    private func inText(_ text: String, _ index: Int) -> [Finding] {
        guard text.utf8.contains(where: { $0 == 0x20 || $0 == 0x25 }) else { return [] }
        let (hasSpace, percent) = Self.literals(Array(text.utf8))
        var findings: [Finding] = []
        if hasSpace {
            findings.append(
                finding(
                    "space", index, "The pattern has a space, so only addresses with a space match.",
                    "Write %20 if that is meant; write two patterns as two texts of the list \"match\"."))
        }
        if let percent {
            findings.append(
                finding(
                    "percent", index,
                    "\"\(percent)\" is not a percent-encoded byte, so only addresses with these characters match.",
                    "Write two hexadecimal digits after %, such as %20, or %25 for a percent sign."))
        }
        return findings
    }

    /// Whether there is a space outside of parentheses, and the first percent sign there that no two digits follow.
    private static func literals(_ bytes: [UInt8]) -> (hasSpace: Bool, percent: String?) {
        var (hasSpace, percent, depth, at) = (false, String?.none, 0, 0)
        while at < bytes.count {
            switch bytes[at] {
            case 0x5C: at += 1  // Backslash: the next character is text.
            case 0x28: depth += 1
            case 0x29: depth -= 1
            case 0x20 where depth == 0: hasSpace = true
            case 0x25 where depth == 0 && percent == nil:
                let next = bytes[(at + 1)...].prefix(2)
                if next.count < 2 || !next.allSatisfy(\.isHexDigit) {
                    percent = String(decoding: bytes[at..<min(at + 3, bytes.count)], as: UTF8.self)
                }
            default: break
            }
            at += 1
        }
        return (hasSpace, percent)
    }

    /// Whether a text names every host of the web, as `https://*/a` does.
    private static func takesEveryHost(_ pattern: Pattern) -> Bool {
        guard case .text = pattern.stored, !pattern.needsOrigins else { return false }
        return pattern.own.contains { alternative in
            guard alternative.host == .any else { return false }
            return [.any, .literal("https"), .literal("http")].contains(alternative.scheme)
        }
    }

    private func everyHost(_ index: Int) -> Finding {
        finding(
            "every-host", index, "The host * takes the addresses of every site, also of those that are not yours.",
            "Write the host, https://*.example.com for its subdomains, or a path alone for every origin of the app.")
    }
}

extension UInt8 {
    /// Whether it is an ASCII hexadecimal digit.
    fileprivate var isHexDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }
}
