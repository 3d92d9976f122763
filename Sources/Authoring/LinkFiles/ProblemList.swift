import CanonicalJSON

/// Collects problems up to ``LinkLimits/problems`` while a file is read.
struct ProblemList {
    private(set) var items: [LinkProblem] = []
    /// How many problems there are, also those beyond the limit.
    private(set) var total = 0

    mutating func add(_ code: LinkProblem.Code, _ node: JSONNode, _ message: String) {
        total += 1
        if items.count < LinkLimits.problems { items.append(LinkProblem(code, node.pointer, message)) }
    }

    mutating func add(_ problem: LinkProblem) {
        total += 1
        if items.count < LinkLimits.problems { items.append(problem) }
    }

    /// The text of a member; nil if it is absent or, with a problem, if it is not a string.
    mutating func text(_ name: String, of node: JSONNode) -> String? {
        guard let member = node[name] else { return nil }
        if let text = member.stringValue { return text }
        add(.wrongKind, member, "\(name) is not a string; write it as a string")
        return nil
    }

    /// The truth value of a member; nil if it is absent or, with a problem, if it is neither true nor false.
    mutating func flag(_ name: String, of node: JSONNode) -> Bool? {
        guard let member = node[name] else { return nil }
        if let flag = member.boolValue { return flag }
        add(.wrongKind, member, "\(name) is neither true nor false; write one of them, without quotes")
        return nil
    }

    /// The strings of an array; elements of other types are problems and are left out.
    mutating func texts(_ node: JSONNode) -> [String] {
        guard node.kind == .array else {
            add(.wrongKind, node, "this is not an array; write an array of strings")
            return []
        }
        var texts: [String] = []
        for element in node.elements {
            if let text = element.stringValue {
                texts.append(text)
            } else {
                add(.wrongKind, element, "this element is not a string; write it as a string")
            }
        }
        return texts
    }
}
