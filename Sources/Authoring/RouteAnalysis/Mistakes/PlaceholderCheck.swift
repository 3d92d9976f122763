import RouteModel
import RoutePattern
import TargetTemplate

/// Captures that are written as the other side of the rule writes them, and captures that a redirect does not use.
struct PlaceholderCheck {
    let rule: Rule
    /// The rule's place in the draft, from 0.
    let place: Int

    func findings() -> [Finding] {
        var findings = rule.patterns.indices.flatMap(inPattern)
        guard case .redirect(let template) = rule.destination else { return findings }
        let names = colons(template.template)
        for name in names {
            findings.append(
                Finding(
                    .wrongPlaceholder, reason: "colon", rules: [rule.id], pointer: "/rules/\(place)/to/redirect",
                    detail: "\":\(name)\" in a redirect is text, not the capture.", hint: "Write {\(name)}."))
        }
        let used = template.template.variableNames.union(names)
        return findings
            + rule.ownCaptureNames.filter { !used.contains($0) }.map { name in
                Finding(
                    .unusedCapture, reason: "redirect", rules: [rule.id], pointer: "/rules/\(place)/to/redirect",
                    detail: "The redirect does not use :\(name).",
                    hint: "Write {\(name)} where it belongs, or call it :_\(name) if any text will do.")
            }
    }

    // MARK: Patterns

    private func inPattern(_ index: Int) -> [Finding] {
        let texts: [String] =
            switch rule.patterns[index].stored {
            case .text(let text): [text]
            case .components(let parts): [parts.hostname, parts.pathname, parts.search].compactMap { $0 }
            }
        return texts.flatMap(Self.braces).map { name in
            Finding(
                .wrongPlaceholder, reason: "braces", rules: [rule.id], pointer: "/rules/\(place)/match/\(index)",
                detail: "\"{\(name)}\" in a pattern is the text \"\(name)\", not a capture.",
                hint: "Write :\(name), or \(name) without the braces if the text is meant.")
        }
    }

    /// The names in braces that make no optional group.
    private static func braces(_ text: String) -> [String] {
        guard text.utf8.contains(0x7B) else { return [] }
        let bytes = Array(text.utf8)
        var names: [String] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x5C {  // Backslash: the next character is text.
                at += 2
                continue
            }
            if bytes[at] == 0x7B, let end = bytes[at...].firstIndex(of: 0x7D) {
                let name = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
                let next = end + 1 < bytes.count ? bytes[end + 1] : 0
                let isGroup = [0x3F, 0x2A, 0x2B].contains(next)  // ? * +
                if !isGroup, name.isCaptureName { names.append(name) }
            }
            at += 1
        }
        return names
    }

    // MARK: Templates

    /// The names after a colon where a segment or a value of a query begins, behind the authority.
    private func colons(_ template: Template) -> [String] {
        let captures = rule.ownCaptureNames
        var names: [String] = []
        for (index, part) in template.parts.enumerated() {
            guard case .literal(let text) = part, text.utf8.contains(0x3A) else { continue }
            let bytes = Array(text.utf8)
            var at = index == 0 ? Self.endOfAuthority(bytes) : 0
            while at < bytes.count {
                defer { at += 1 }
                guard bytes[at] == 0x3A else { continue }
                let rest = bytes[(at + 1)...].prefix { $0.isNameByte }
                let name = String(decoding: rest, as: UTF8.self)
                let isBeginning = at > 0 && [0x2F, 0x3D].contains(bytes[at - 1])  // "/" and "="
                if name.isCaptureName, isBeginning || captures.contains(name), !names.contains(name) {
                    names.append(name)
                }
            }
        }
        return names
    }

    /// The offset behind scheme and authority; the whole text if nothing follows them.
    private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
        guard let colon = bytes.firstIndex(of: 0x3A) else { return 0 }
        guard bytes[(colon + 1)...].starts(with: [0x2F, 0x2F]) else { return colon + 1 }
        return bytes[(colon + 3)...].firstIndex { [0x2F, 0x3F, 0x23].contains($0) } ?? bytes.count
    }
}

extension Rule {
    /// The names of all captures that are meant to be used: those that begin with `_` stand for any text.
    var ownCaptureNames: [String] {
        var names: [String] = []
        for alternative in patterns.flatMap(\.own) {
            for name in alternative.captureNames where name.isCaptureName && !name.hasPrefix("_") {
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }
}

extension String {
    /// Whether it is a name of a capture: a letter or `_`, then letters, digits and `_`; tails are called `0`.
    fileprivate var isCaptureName: Bool {
        guard let first = utf8.first, first &- 0x30 >= 10 else { return false }
        return utf8.allSatisfy(\.isNameByte)
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter, a digit or `_`.
    fileprivate var isNameByte: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || self == 0x5F }
}
