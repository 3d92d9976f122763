import CanonicalJSON
import RouteModel

extension ModelDecoder {
    /// Reads a rule of a draft, with `allow` and what only servers read.
    mutating func draftRule(_ node: JSONNode, ids: inout RuleIDs) -> Rule? {
        guard var rule = rule(node, ids: &ids) else { return nil }
        let (allow, hasPage) = (node["allow"], hasPage(node))
        guard allow != nil || hasPage else { return rule }
        ruleID = node["id"]?.stringValue ?? ids.required
        defer { ruleID = nil }
        if let allow { rule.allowed = allowed(allow) }
        #if !hasFeature(Embedded)
        if hasPage, let page = page(node), page != LinkPage() {
            if page.isPermanent { refusePermanent(of: rule, node) }
            rule.linkText = page.json.canonicalBytes
        }
        #endif
        return rule
    }

    /// Reads `allow`: `["unused-capture"]`, or `{"unused-capture": "any id will do"}`.
    mutating func allowed(_ node: JSONNode) -> [AllowedFinding] {
        var allowed: [AllowedFinding] = []
        if node.kind == .object {
            for member in node.members {
                let reason = text(
                    member.value, "The reason for \"\(member.name)\"", bytesMax: ModelLimits.noteBytesMax,
                    allowsEmpty: true)
                guard let code = warning(member.name, at: member.value, offset: member.nameOffset) else { continue }
                allowed.append(AllowedFinding(code, reason: reason?.isEmpty == true ? nil : reason))
            }
        } else {
            for element in list(node, "\"allow\"", max: Finding.Code.allowable.count, allowsEmpty: true) ?? [] {
                guard let word = text(element, "An entry of \"allow\"", bytesMax: ModelLimits.wordBytesMax),
                    let code = warning(word, at: element), !allowed.contains(where: { $0.code == code })
                else { continue }
                allowed.append(AllowedFinding(code))
            }
        }
        return allowed.sorted { NameOrder.precedes($0.code.rawValue, $1.code.rawValue) }
    }

    /// The code of a warning; nil, with a finding, for another word.
    private mutating func warning(_ word: String, at node: JSONNode, offset: Int? = nil) -> Finding.Code? {
        let code = Finding.Code(rawValue: word)
        if Finding.Code.allowable.contains(code) { return code }
        if Finding.Code.errors.contains(code) {
            report(
                at: node, offset: offset, reason: "not-a-warning",
                "\"\(word)\" is an error; only warnings can be allowed.", hint: "Remove it, and correct the rule.")
        } else {
            report(
                at: node, offset: offset, reason: "unknown-value", "\"\(word)\" is not the code of a warning.",
                hint: NearestName.hint(for: word, among: Finding.Code.allowable.map { $0.rawValue }))
        }
        return nil
    }
}
