import CanonicalJSON
import RouteModel
import WebAddress

private enum ExpectationKey: String, CaseIterable, FieldKey {
    case url, context, at, expect, surface

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum OutcomeKey: String, CaseIterable, FieldKey {
    case screen, parameters, address, status, answer, systems, blocked, unmatched, failed

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })

    /// The member that this one may have beside it.
    var companion: OutcomeKey? {
        switch self {
        case .screen: .parameters
        case .address: .status
        default: nil
        }
    }
}

private enum EnvelopeKey: String, CaseIterable, FieldKey {
    case expectations, revision

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
            refuseMisplaced(expectation, node)
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

    /// Refuses an outcome that its surface cannot have, and values of a context that no request of a browser has.
    private mutating func refuseMisplaced(_ expectation: Expectation, _ node: JSONNode) {
        let place = node["expect"] ?? node
        switch (expectation.expect, expectation.surface) {
        case (.answered, .app), (.answered, .os), (.redirected, .app), (.redirected, .os):
            report(
                at: place, reason: "misplaced-key", "\"answer\" and \"status\" are of a browser.",
                hint: "Add \"surface\": \"web\" to the test address.")
        case (.delivered, .app), (.delivered, .web):
            report(
                at: place, reason: "misplaced-key", "\"systems\" are operating systems.",
                hint: "Add \"surface\": \"os\" to the test address.")
        case (.screen, .web), (.failed, .web):
            report(
                at: place, reason: "misplaced-key", "A browser shows no screen, and no failure of a rule.",
                hint: "Write {\"address\": URL} for a redirect, or {\"answer\": \"open\"} for a page with the app.")
        default: break
        }
        guard expectation.surface == .web, expectation.context.isOfBrowser == false else { return }
        report(
            at: node["context"] ?? node, reason: "misplaced-key",
            "A browser's request has \"locale\", \"attributes.os\" and \"attributes.inApp\" alone.",
            hint: "Write for example {\"attributes\": {\"os\": \"ios\", \"inApp\": \"wechat\"}}.")
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
        let kinds = fields.filter { $0.key != .parameters && $0.key != .status }
        guard let (key, value) = kinds.first, kinds.count == 1,
            fields.allSatisfy({ $0.key == key || $0.key == key.companion })
        else {
            report(
                at: node, reason: kinds.isEmpty ? "missing-key" : "too-many",
                "\"expect\" has exactly one of \"screen\" (with \"parameters\"), \"address\" (with \"status\"), \"answer\", \"systems\", \"blocked\", \"unmatched\", \"failed\".",
                hint: "Write for example {\"screen\": \"Search\", \"parameters\": {\"text\": \"tea\"}}.")
            return nil
        }
        switch key {
        case .screen:
            let name = text(value, "\"screen\"", bytesMax: ModelLimits.wordBytesMax)
            let parameters = fields.first { $0.key == .parameters }?.node
            let wanted = parameters.map { texts($0, "\"parameters\"", max: ModelLimits.constantsMax) } ?? [:]
            return name.map { .screen($0, parameters: wanted) }
        case .address: return address(value, status: fields.first { $0.key == .status }?.node)
        case .answer: return answer(value)
        case .systems: return systems(value)
        case .blocked: return word(value, "\"blocked\"").map { .blocked(reason: $0) }
        case .failed: return failure(value)
        case .unmatched, .parameters, .status:
            if value.boolValue != true { wrongType(value, "\"unmatched\"", expected: "true", hint: "Write true.") }
            return .unmatched
        }
    }

    private mutating func address(_ node: JSONNode, status: JSONNode?) -> Expectation.Outcome? {
        let address = text(node, "\"address\"", bytesMax: ModelLimits.templateBytesMax)
        guard let status else { return address.map { .address($0) } }
        guard let code = status.integerValue, code == 301 || code == 302 else {
            report(
                at: status, reason: "unknown-value", "\"status\" of a redirect is 301 or 302.",
                hint: "Leave it out where the status does not matter.")
            return nil
        }
        return address.map { .redirected($0, status: Int(code)) }
    }

    private mutating func answer(_ node: JSONNode) -> Expectation.Outcome? {
        guard let word = text(node, "\"answer\"", bytesMax: ModelLimits.wordBytesMax) else { return nil }
        if Expectation.answers.contains(word) { return .answered(word) }
        report(
            at: node, reason: "unknown-value", "\"\(word)\" is no kind of answer.",
            hint: NearestName.hint(for: word, among: Expectation.answers))
        return nil
    }

    private mutating func systems(_ node: JSONNode) -> Expectation.Outcome? {
        var systems: [LinkStore] = []
        for element in list(node, "\"systems\"", max: LinkStore.allCases.count, allowsEmpty: true) ?? [] {
            guard let word = text(element, "An entry of \"systems\"", bytesMax: ModelLimits.wordBytesMax) else {
                continue
            }
            if let system = LinkStore(rawValue: word), !systems.contains(system) {
                systems.append(system)
            } else {
                report(
                    at: element, reason: LinkStore(rawValue: word) == nil ? "unknown-value" : "duplicate",
                    "\"\(word)\" is no system, or stands twice.",
                    hint: "Write \"android\", \"harmony\" and \"ios\", each once.")
            }
        }
        return .delivered(systems.sorted { NameOrder.precedes($0.rawValue, $1.rawValue) })
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
}

extension Context {
    /// Whether a request of a browser can have it: the platform `web` or none, a locale, and the attributes `os` and `inApp`.
    fileprivate var isOfBrowser: Bool {
        var rest = self
        if rest.platform == "web" { rest.platform = nil }
        rest.locale = nil
        for name in ["os", "inApp"] { rest.attributes[name] = nil }
        return rest == Context()
    }
}
