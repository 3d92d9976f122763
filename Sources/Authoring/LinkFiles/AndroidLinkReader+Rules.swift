import CanonicalJSON

extension AndroidLinkReader {
    /// The dynamic rules of a statement; nil if one of them makes Android discard all.
    ///
    /// One malformed or empty field discards all dynamic rules of the statement. Then the manifest alone
    /// decides, and no error appears on the device.
    /// Source: <https://developer.android.com/training/app-links/configure-assetlinks>.
    mutating func dynamic(_ node: JSONNode, _ place: JSONPointer) -> [LinkComponent]? {
        guard node.kind == .array, node.elements.first(where: { _ in true }) != nil else {
            discard(node, "dynamic_app_link_components is not an array with rules; write at least one")
            return nil
        }
        var rules: [LinkComponent] = []
        var isWhole = true
        for (index, element) in node.elements.enumerated() {
            if let rule = rule(element, place.appending(index)) { rules.append(rule) } else { isWhole = false }
        }
        return isWhole ? rules : nil
    }

    private mutating func discard(_ node: JSONNode, _ message: String) {
        problems.add(.discardsRules, node, "Android discards all dynamic rules of this statement: \(message)")
    }

    private mutating func rule(_ node: JSONNode, _ place: JSONPointer) -> LinkComponent? {
        guard node.kind == .object, node.members.first(where: { _ in true }) != nil else {
            discard(node, "this rule is not an object with members; write /, ? or #")
            return nil
        }
        var rule = LinkComponent(comparison: .android, isPercentEncoded: false, place: place)
        for member in node.members {
            switch member.name {
            case "/", "#":
                guard let pattern = pattern(member.value) else { return nil }
                if member.name == "/" { rule.path = pattern } else { rule.fragment = pattern }
            case "?":
                guard let items = items(member.value) else { return nil }
                rule.query = .items(items)
            case "exclude":
                guard let flag = member.value.boolValue else {
                    discard(member.value, "exclude is neither true nor false; write one of them, without quotes")
                    return nil
                }
                rule.isExcluded = flag
            case "comment", "comments": break
            default:
                // The documentation names no other member; refusing it finds misspelt ones.
                discard(member.value, "\(member.name) is no member of a rule; remove it")
                return nil
            }
        }
        return rule
    }

    private mutating func pattern(_ node: JSONNode) -> LinkPattern? {
        guard let text = node.stringValue, !text.isEmpty else {
            discard(node, "this pattern is not a string or is empty; write a pattern such as /buy/*")
            return nil
        }
        // The page names *, ? and ?* only; Apple's variables would stand for their own characters.
        if text.contains("$(") {
            problems.add(
                .unknownVariable, node,
                "Android has no substitution variables, so that $( stands for itself; write one rule for each value")
        }
        do throws(LinkPatternError) {
            return try budget.compiled(text)
        } catch {
            let message = "this pattern needs more than \(LinkLimits.patternStates) states; use a shorter one"
            problems.add(.patternTooLarge, node, message)
            return nil
        }
    }

    private mutating func items(_ node: JSONNode) -> [LinkComponent.Item]? {
        guard node.kind == .object, node.members.first(where: { _ in true }) != nil else {
            discard(node, "? is not an object with patterns by name; write {\"name\": \"pattern\"}")
            return nil
        }
        var items: [LinkComponent.Item] = []
        for member in node.members {
            guard let pattern = pattern(member.value) else { return nil }
            items.append(LinkComponent.Item(name: member.name, value: pattern))
        }
        return items.sorted { $0.name < $1.name }
    }
}
