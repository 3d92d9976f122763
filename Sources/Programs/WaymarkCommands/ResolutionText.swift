import CanonicalJSON
import RouteModel

/// A resolution as text for a terminal, from the JSON that `resolve` answers and that `--json` prints.
struct ResolutionText {
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }

    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - origin: Where its rules come from, such as `release 7, from the network`.
    init(_ resolution: JSONValue, by origin: String) {
        var lines = [resolution.word("original"), "  → \(Self.destination(resolution))"]
        lines += Self.parameters(resolution).map { "      \($0.name) = \(Self.value($0.value))" }
        let rules = (resolution["trail"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
        let by = rules.isEmpty ? "" : "by \(rules.joined(separator: ", then ")); "
        lines.append("    \(by)\(origin)")
        for (number, hop) in (resolution["explanation"]?.arrayValue ?? []).enumerated() {
            lines.append("    \(number + 1). \(hop.word("address"))")
            let candidates = hop["candidates"]?.arrayValue ?? []
            lines += candidates.map { "       \(Self.candidate($0))" }
            if candidates.isEmpty { lines.append("       no rule's pattern matches") }
            if let nearest = hop["nearestMiss"] { lines.append("       nearest: \(Self.candidate(nearest))") }
        }
        self.lines = lines
    }

    /// The parameters in the order of the layers, and so of the address; members of an object have no order.
    private static func parameters(_ resolution: JSONValue) -> [(name: String, value: JSONValue)] {
        let values = resolution["parameters"] ?? .null
        var names: [String] = []
        for layer in ["path", "constants", "query", "carried"] {
            let items = resolution["layers"]?[layer]?.arrayValue ?? []
            for name in items.compactMap({ $0["name"]?.stringValue }) where !ExactText.contains(names, name) {
                names.append(name)
            }
        }
        names += (values.objectValue ?? [:]).keys.sorted().filter { !ExactText.contains(names, $0) }
        return names.compactMap { name in values[name].map { (name, $0) } }
    }

    /// A parameter; the segments of a tail are joined as in the address.
    private static func value(_ value: JSONValue) -> String {
        value.arrayValue?.map { $0.stringValue ?? $0.text }.joined(separator: "/") ?? value.stringValue ?? value.text
    }

    private static func candidate(_ candidate: JSONValue) -> String {
        let name = "\(candidate.word("rule")) (alternative \(candidate.word("alternative")))"
        guard candidate["verdict"] != "won" else { return "\(name): won" }
        return "\(name): \(candidate.word("component")): \(candidate.word("detail"))"
    }

    private static func destination(_ resolution: JSONValue) -> String {
        switch resolution["outcome"]?.stringValue {
        case "screen":
            let transition = resolution["transition"]?.stringValue.map { " (\($0))" } ?? ""
            return "screen \(resolution.word("screen"))\(transition)"
        case "address": return resolution.word("address")
        case "blocked": return "blocked: \(resolution.word("reason"))"
        case "failed":
            let failure = resolution["failure"] ?? .null
            return "failed (\(failure.word("code"))): \(failure.word("detail"))"
        default: return "nothing: no rule matches this address"
        }
    }
}
