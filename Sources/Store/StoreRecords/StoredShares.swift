import CanonicalJSON
import RouteModel

/// Shares of rollouts in texts that 0.1.0 stored: hundredths of a percent.
///
/// A release keeps the text of its draft, and the audit keeps its rows, as they were written; both are converted when
/// they are read as rules.
package enum StoredShares {
    /// A rule, a list of rules or a draft with shares in hundredths, rewritten to percent.
    ///
    /// Everything else stays byte for byte. A text that is not JSON of one of these kinds is returned unchanged.
    package static func percent(fromHundredthsIn json: [UInt8]) -> [UInt8] {
        guard hasRollout(json) else { return json }
        let limits = JSONLimits(bytesMax: StoreLimits.auditPieceBytesMax)
        guard let document = try? JSONDocument(parsing: json, limits: limits) else { return json }
        let root = document.root
        let shares: [JSONNode] =
            if root.kind == .array {
                root.elements.flatMap(Self.shares)
            } else if let rules = root["rules"] {
                rules.elements.flatMap(Self.shares)
            } else {
                Self.shares(of: root)
            }
        var text: [UInt8] = []
        text.reserveCapacity(json.count)
        var end = 0
        for node in shares.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let hundredths = node.integerValue, (0...Int64(ModelLimits.shareMax)).contains(hundredths) else {
                continue
            }
            text += json[end..<node.range.lowerBound]
            text += ShareUnit.percentNumber(Int(hundredths)).utf8
            end = node.range.upperBound
        }
        text += json[end...]
        return text
    }

    /// Whether a canonical text may contain a rollout, without parsing it.
    static func hasRollout(_ json: [UInt8]) -> Bool {
        let name = Array("\"\(ConditionKey.rollout.name)\":".utf8)
        let mark = UInt8(ascii: ":")
        return json.indices.contains { index in
            json[index] == mark && index >= name.count - 1 && json[...index].suffix(name.count).elementsEqual(name)
        }
    }

    /// The shares of a rule, those of `not` included.
    private static func shares(of rule: JSONNode) -> [JSONNode] {
        guard let when = rule["when"] else { return [] }
        let rollouts = [when[ConditionKey.rollout.name], when["not"]?[ConditionKey.rollout.name]]
        return rollouts.flatMap { rollout in
            [rollout?["percent"], rollout?["ramp"]?["from"], rollout?["ramp"]?["to"]].compactMap { $0 }
        }
    }
}
