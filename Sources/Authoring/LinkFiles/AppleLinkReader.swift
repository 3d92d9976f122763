import CanonicalJSON

/// Reads Apple's file and collects its problems.
struct AppleLinkReader {
    /// How patterns are compared: `defaults` of the domain, of the app, then the members of the rule.
    private struct Settings {
        var isCaseSensitive = true
        var isPercentEncoded = true
    }

    var problems = ProblemList()
    private var variables: [String: [String]] = [:]
    private var budget = PatternBudget()

    mutating func file(_ root: JSONNode) -> AppleLinkFile? {
        guard let links = root["applinks"], links.kind == .object else {
            problems.add(.missing, root, "there is no object applinks; add one with a member details")
            return nil
        }
        readVariables(links)
        let settings = settings(links["defaults"], Settings())
        guard let details = links["details"] else {
            problems.add(.missing, links, "applinks has no details; add an array with the apps and their rules")
            return nil
        }
        // The form for iOS 9 was an object by app identifier; later systems document the array only.
        guard details.kind == .array else {
            problems.add(.wrongKind, details, "details is not an array; write an array of objects with appIDs")
            return nil
        }
        let place = JSONPointer(["applinks", "details"])
        let entries = details.elements.enumerated().compactMap { index, node in
            detail(node, settings, place.appending(index))
        }
        if budget.isSpent { problems.add(budget.problem) }
        return budget.isSpent ? nil : AppleLinkFile(details: entries)
    }

    private mutating func readVariables(_ links: JSONNode) {
        guard let node = links["substitutionVariables"] else { return }
        for member in node.members {
            if member.name.isEmpty || member.name.contains(where: { "$()".contains($0) }) {
                problems.add(.malformed, member.value, "the name of a variable has $, ( or ); use other characters")
                continue
            }
            let isOwn = CharacterClass(rawValue: member.name) == nil && PredefinedVariable.values[member.name] == nil
            // The documentation does not say which one counts; a name of its own cannot be misread.
            if !isOwn {
                problems.add(.malformed, member.value, "\(member.name) is predefined; use another name")
                continue
            }
            variables[member.name] = problems.texts(member.value)
        }
    }

    private mutating func settings(_ node: JSONNode?, _ outer: Settings) -> Settings {
        guard let node else { return outer }
        guard node.kind == .object else {
            problems.add(.wrongKind, node, "defaults is not an object; write an object with caseSensitive or the like")
            return outer
        }
        var settings = outer
        if let flag = problems.flag("caseSensitive", of: node) { settings.isCaseSensitive = flag }
        if let flag = problems.flag("percentEncoded", of: node) { settings.isPercentEncoded = flag }
        return settings
    }

    private mutating func detail(
        _ node: JSONNode, _ outer: Settings, _ place: JSONPointer
    ) -> AppleLinkFile.Detail? {
        // Systems that know appIDs prefer it to appID, which older systems read.
        let apps = node["appIDs"].map { problems.texts($0) } ?? problems.text("appID", of: node).map { [$0] } ?? []
        if apps.isEmpty {
            problems.add(.missing, node, "this entry names no app; add appIDs with an application identifier")
            return nil
        }
        for app in apps where !Self.isIdentifier(app) {
            problems.add(
                .malformed, node,
                "\(app) is no application identifier; write <10 characters of the team>.<bundle identifier>")
        }
        let settings = settings(node["defaults"], outer)
        return AppleLinkFile.Detail(apps: apps, components: rules(node, settings, place))
    }

    private mutating func rules(_ node: JSONNode, _ settings: Settings, _ place: JSONPointer) -> [LinkComponent] {
        // Systems that know components ignore paths.
        let name = node["components"] == nil ? "paths" : "components"
        guard let list = node[name] else {
            problems.add(.missing, node, "this entry has no components; add an array of rules")
            return []
        }
        guard list.kind == .array else {
            problems.add(.wrongKind, list, "\(name) is not an array; write an array of rules")
            return []
        }
        var rules: [LinkComponent] = []
        for (index, element) in list.elements.enumerated() {
            let place = place.appending(name).appending(index)
            let rule = name == "paths" ? legacy(element, place) : component(element, settings, place)
            if let rule { rules.append(rule) }
        }
        return rules
    }

    /// Whether the text is a prefix of ten capital letters and digits, a dot and a bundle identifier.
    static func isIdentifier(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 11, bytes[10] == UInt8(ascii: ".") else { return false }
        return bytes[..<10].allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
            && bytes[11...].allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private mutating func component(
        _ node: JSONNode, _ outer: Settings, _ place: JSONPointer
    ) -> LinkComponent? {
        guard node.kind == .object else {
            problems.add(.wrongKind, node, "this rule is not an object; write an object with the member /, ? or #")
            return nil
        }
        let before = problems.total
        let settings = settings(node, outer)
        var rule = LinkComponent(isPercentEncoded: settings.isPercentEncoded, place: place)
        rule.isExcluded = problems.flag("exclude", of: node) ?? false
        rule.path = pattern(node["/"], settings)
        rule.fragment = pattern(node["#"], settings)
        if let query = node["?"] {
            if query.kind == .object {
                let members = query.members.map { ($0.name, $0.value) }.sorted { $0.0 < $1.0 }
                rule.query = .items(
                    members.compactMap { name, value in
                        pattern(value, settings).map { LinkComponent.Item(name: name, value: $0) }
                    })
            } else {
                rule.query = pattern(query, settings).map { .whole($0) }
            }
        }
        return problems.total == before ? rule : nil
    }

    /// A path of the form before iOS 13: `NOT ` in front excludes; query and fragment have no effect.
    private mutating func legacy(_ node: JSONNode, _ place: JSONPointer) -> LinkComponent? {
        guard let text = node.stringValue else {
            problems.add(.wrongKind, node, "this path is not a string; write it as a string")
            return nil
        }
        let isExcluded = text.hasPrefix("NOT ")
        guard let path = compiled(isExcluded ? String(text.dropFirst(4)) : text, node, nil, true) else { return nil }
        return LinkComponent(path: path, isExcluded: isExcluded, place: place)
    }

    private mutating func pattern(_ node: JSONNode?, _ settings: Settings) -> LinkPattern? {
        guard let node else { return nil }
        guard let text = node.stringValue else {
            problems.add(.wrongKind, node, "this pattern is not a string; write it as a string")
            return nil
        }
        return compiled(text, node, variables, settings.isCaseSensitive)
    }

    private mutating func compiled(
        _ text: String, _ node: JSONNode, _ variables: [String: [String]]?, _ isCaseSensitive: Bool
    ) -> LinkPattern? {
        do throws(LinkPatternError) {
            return try budget.compiled(text, variables: variables, isCaseSensitive: isCaseSensitive)
        } catch {
            switch error {
            case .unknownVariable(let name):
                problems.add(
                    .unknownVariable, node, "$(\(name)) is not defined; add it to substitutionVariables or correct it")
            case .tooLarge:
                problems.add(
                    .patternTooLarge, node,
                    "this pattern needs more than \(LinkLimits.patternStates) states; use fewer variables")
            }
            return nil
        }
    }
}

/// Whether the byte is an ASCII letter or digit.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
    CharacterClass.alnum.contains(UInt32(byte), true)
}
