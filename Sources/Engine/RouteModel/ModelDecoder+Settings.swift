package import CanonicalJSON
import RoutePattern
import TargetTemplate

private enum SettingsKey: String, CaseIterable, FieldKey {
    case origins, destinations, schemes, authority, surfaces, title, description, image, fallback

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    /// Reads settings; nil if the node is no object.
    package mutating func settings(_ node: JSONNode) -> Settings? {
        let lenient = reading == .lenient
        guard let fields = fields(node, SettingsKey.self, "\"settings\"", ignoringUnknown: lenient) else { return nil }
        var settings = Settings()
        for (key, node) in fields {
            switch key {
            case .origins: settings.origins = origins(node)
            case .destinations: settings.destinations = destinations(node)
            case .schemes: settings.schemes = schemes(node)
            case .authority: settings.authority = authority(node)
            // RouteDocuments reads them.
            case .surfaces, .title, .description, .image, .fallback: break
            }
        }
        return settings
    }

    private mutating func origins(_ node: JSONNode) -> [Origin] {
        var origins: [Origin] = []
        for element in entries(node, "\"origins\"", max: ModelLimits.settingsEntriesMax) {
            do {
                let origin = try Origin(element.text)
                if origins.contains(origin) {
                    report(
                        at: element.node, reason: "duplicate", "This origin is listed twice.", hint: "Keep one of them."
                    )
                }
                origins.append(origin)
            } catch {
                report(
                    at: element.node, offset: element.node.offset(inText: error.offset), reason: error.code.rawValue,
                    FindingText.sentence(error.detail), hint: FindingText.sentence(error.hint))
            }
        }
        return origins
    }

    private mutating func destinations(_ node: JSONNode) -> DestinationAllowList {
        var valid: [String] = []
        for element in entries(node, "\"destinations\"", max: ModelLimits.destinationsMax) {
            do {
                _ = try DestinationAllowList([element.text])
                valid.append(element.text)
                // The value stays, because stored settings and bodies of 0.1.0 may have it; people get an error.
                if reading == .strict, let scheme = ForbiddenSchemes.scheme(of: element.text) {
                    checksReported += 1
                    report(
                        .destinationNotAllowed, at: element.node, reason: "forbidden-scheme",
                        ForbiddenSchemes.refusal(of: scheme), hint: "Remove the entry.")
                }
            } catch {
                report(
                    at: element.node, reason: "invalid-destination", FindingText.sentence(error.detail),
                    hint: FindingText.sentence(error.hint))
            }
        }
        return (try? DestinationAllowList(valid)) ?? .nothing
    }

    private mutating func schemes(_ node: JSONNode) -> [String] {
        var schemes: [String] = []
        for element in entries(node, "\"schemes\"", max: ModelLimits.settingsEntriesMax) {
            if !NameGrammar.isScheme(element.text) {
                badScheme(element.text, at: element.node)
            } else if schemes.contains(element.text) {
                report(at: element.node, reason: "duplicate", "This scheme is listed twice.", hint: "Keep one of them.")
            } else {
                schemes.append(element.text)
            }
        }
        return schemes
    }

    private mutating func authority(_ node: JSONNode) -> [String: AuthorityReading] {
        guard node.kind == .object else {
            wrongType(node, "\"authority\"", expected: "an object", hint: "Write {\"app\": \"firstSegment\"}.")
            return [:]
        }
        var readings: [String: AuthorityReading] = [:]
        for member in node.members {
            let scheme = member.name
            if !NameGrammar.isScheme(scheme) {
                badScheme(scheme, at: member.value, offset: member.nameOffset)
            } else if let reading = member.value.stringValue.flatMap(AuthorityReading.init(rawValue:)) {
                readings[scheme] = reading
            } else {
                report(
                    at: member.value, reason: "unknown-value",
                    "The authority of a scheme is read as \"host\" or \"firstSegment\".",
                    hint: "Write \"host\" or \"firstSegment\".")
            }
        }
        if readings.count > ModelLimits.settingsEntriesMax {
            report(at: node, reason: "too-many", "\"authority\" names too many schemes.", hint: "Leave some out.")
        }
        return readings
    }

    private mutating func badScheme(_ text: String, at node: JSONNode, offset: Int? = nil) {
        report(
            at: node, offset: offset, reason: "invalid-scheme", "\"\(text)\" is not a URL scheme in lower case.",
            hint: "Write the scheme alone, as in \"moments\", without \"://\".")
    }

    private mutating func entries(_ node: JSONNode, _ what: String, max: Int) -> [(node: JSONNode, text: String)] {
        var entries: [(node: JSONNode, text: String)] = []
        for element in list(node, what, max: max, allowsEmpty: true) ?? [] {
            if let text = text(element, "An entry of \(what)", bytesMax: ModelLimits.patternBytesMax) {
                entries.append((element, text))
            }
        }
        return entries
    }
}

extension JSONNode {
    /// The offset in the document for an offset in a string's decoded text; the string's start if it has escapes.
    package func offset(inText offset: Int) -> Int {
        hasEscapes ? self.offset : self.offset + 1 + offset
    }
}
