import CanonicalJSON
import RouteModel
import WebAddress

private enum ExpectationKey: String, CaseIterable, FieldKey {
    case url, context, at, expect, surface

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum OutcomeKey: String, CaseIterable, FieldKey {
    case screen, parameters, address, blocked, unmatched, failed

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum EnvelopeKey: String, CaseIterable, FieldKey {
    case expectations, revision

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum ManifestKey: String, CaseIterable, FieldKey {
    case screens

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    mutating func expectations(_ node: JSONNode, isStored: Bool) -> [Expectation]? {
        var node = node
        if node.kind == .object {
            let before = syntaxCount
            guard let fields = fields(node, EnvelopeKey.self, "The document") else { return nil }
            guard let inner = fields.first(where: { $0.key == .expectations })?.node else {
                // A misspelt name has been reported already.
                if syntaxCount == before {
                    report(
                        at: node, reason: "missing-key", "The document has no \"expectations\".",
                        hint: "Write {\"expectations\": [{\"url\": ADDRESS, \"expect\": {\"screen\": NAME}}]}.")
                }
                return nil
            }
            node = inner
        }
        let nodes = list(node, "\"expectations\"", max: ModelLimits.expectationsMax, allowsEmpty: true)
        return nodes?.compactMap { expectation($0, isStored: isStored) }
    }

    private mutating func expectation(_ node: JSONNode, isStored: Bool) -> Expectation? {
        let before = syntaxCount
        guard let fields = fields(node, ExpectationKey.self, "An expectation") else { return nil }
        var expectation = Expectation(url: "", expect: .unmatched)
        for (key, node) in fields {
            switch key {
            case .url: expectation.url = text(node, "\"url\"", bytesMax: ModelLimits.templateBytesMax) ?? ""
            case .context: expectation.context = context(node) ?? Context()
            case .at: expectation.at = instant(node, "\"at\"")
            case .expect: expectation.expect = outcome(node) ?? .unmatched
            case .surface: expectation.surface = surface(node)
            }
        }
        for key in [ExpectationKey.url, .expect] where !fields.contains(where: { $0.key == key }) {
            report(
                at: node, reason: "missing-key", "The expectation has no \"\(key.rawValue)\".",
                hint: "Write {\"url\": ADDRESS, \"expect\": {\"screen\": NAME}}.")
        }
        if !isStored, syntaxCount == before, let url = fields.first(where: { $0.key == .url })?.node {
            refuseNoAddress(expectation, url)
        }
        return expectation
    }

    private mutating func surface(_ node: JSONNode) -> Expectation.Surface {
        guard let word = text(node, "\"surface\"", bytesMax: ModelLimits.wordBytesMax) else { return .app }
        if let surface = Expectation.Surface(rawValue: word) { return surface }
        let known = Expectation.Surface.allCases.map { $0.rawValue }
        report(
            at: node, reason: "unknown-value", "\"\(word)\" is no surface.",
            hint: NearestName.hint(for: word, among: known))
        return .app
    }

    /// Refuses a text that is no address, such as `/cart`, unless the expectation is that its resolution fails.
    private mutating func refuseNoAddress(_ expectation: Expectation, _ node: JSONNode) {
        if case .failed = expectation.expect { return }
        do throws(AddressError) { _ = try Address(expectation.url) } catch {
            report(
                at: node, reason: "invalid-address", "\"\(expectation.url)\" is not an address: \(error.detail).",
                hint: FindingText.sentence(error.hint))
        }
    }

    private mutating func outcome(_ node: JSONNode) -> Expectation.Outcome? {
        guard let fields = fields(node, OutcomeKey.self, "\"expect\"") else { return nil }
        let kinds = fields.filter { $0.key != .parameters }
        guard let (key, value) = kinds.first, kinds.count == 1, key == .screen || fields.count == 1 else {
            report(
                at: node, reason: kinds.isEmpty ? "missing-key" : "too-many",
                "\"expect\" has exactly one of \"screen\" (with \"parameters\"), \"address\", \"blocked\", \"unmatched\", \"failed\".",
                hint: "Write for example {\"screen\": \"Search\", \"parameters\": {\"text\": \"tea\"}}.")
            return nil
        }
        switch key {
        case .screen:
            let name = text(value, "\"screen\"", bytesMax: ModelLimits.wordBytesMax)
            let parameters = fields.first { $0.key == .parameters }?.node
            let wanted = parameters.map { texts($0, "\"parameters\"", max: ModelLimits.constantsMax) } ?? [:]
            return name.map { .screen($0, parameters: wanted) }
        case .address: return text(value, "\"address\"", bytesMax: ModelLimits.templateBytesMax).map { .address($0) }
        case .blocked: return word(value, "\"blocked\"").map { .blocked(reason: $0) }
        case .failed: return failure(value)
        case .unmatched, .parameters:
            if value.boolValue != true { wrongType(value, "\"unmatched\"", expected: "true", hint: "Write true.") }
            return .unmatched
        }
    }

    private mutating func failure(_ node: JSONNode) -> Expectation.Outcome? {
        guard let word = word(node, "\"failed\"") else { return nil }
        guard let word else { return .failed(nil) }
        if let code = Failure.Code(rawValue: word) { return .failed(code) }
        let known = Failure.Code.allCases.map { $0.rawValue }
        report(
            at: node, reason: "unknown-value", "\"\(word)\" is not a kind of failure.",
            hint: NearestName.hint(for: word, among: known))
        return nil
    }

    /// The text, or `.some(nil)` for `true`; nil, with a finding, for another value.
    private mutating func word(_ node: JSONNode, _ what: String) -> String?? {
        if node.boolValue == true { return .some(nil) }
        if let text = node.stringValue { return .some(text) }
        wrongType(node, what, expected: "true or a string", hint: "Write true where the reason does not matter.")
        return nil
    }

    mutating func screens(_ node: JSONNode) -> [String: [String]]? {
        guard let screens = fields(node, ManifestKey.self, "A screen manifest")?.first?.node, screens.kind == .object
        else {
            report(
                at: node, reason: "missing-key", "A screen manifest has \"screens\", an object.",
                hint: "Write {\"screens\": {\"Search\": [\"text\"]}}.")
            return nil
        }
        var found: [String: [String]] = [:]
        for member in screens.members {
            let name = member.name
            let parameters = list(member.value, "\"\(name)\"", max: ModelLimits.constantsMax, allowsEmpty: true) ?? []
            found[name] = parameters.compactMap {
                text($0, "A parameter of \"\(name)\"", bytesMax: ModelLimits.wordBytesMax)
            }
        }
        if found.count > ModelLimits.screensMax {
            report(at: screens, reason: "too-many", "The manifest names too many screens.", hint: "Leave some out.")
        }
        return found
    }
}
