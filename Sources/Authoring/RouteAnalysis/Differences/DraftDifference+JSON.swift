package import CanonicalJSON
import RouteDocuments
import RouteModel

extension DraftDifference {
    /// The rules that differ and the addresses that resolve differently, as JSON; `witnesses` is the number of compared addresses.
    package var json: JSONValue {
        let list = { (ids: [String]) in JSONValue.array(ids.map(JSONValue.string)) }
        var members: [String: JSONValue] = [
            "added": list(added), "removed": list(removed), "changed": list(changed),
            "settings": .bool(settingsChanged), "moved": list(moved),
            "addresses": .array(
                addresses.map { address in
                    [
                        "witness": address.witness.json, "from": address.before.json, "to": address.after.json,
                        "stored": .bool(address.isStored),
                    ]
                }),
            "addressesLeftOut": .integer(Int64(addressesLeftOut)), "witnesses": .integer(Int64(witnessCount)),
            "incomplete": .bool(!notProved.isEmpty),
        ]
        if !notProved.isEmpty { members["notProved"] = list(Array(notProved.prefix(Limits.differencesMax))) }
        return .object(members)
    }
}

extension DraftDifference {
    /// The members for people: the rules before and after, and the differences without repetitions.
    ///
    /// - Parameters:
    ///   - rulesMax: The most rules that are listed.
    ///   - bytesMax: Bytes of these rules, before and after, in all.
    /// - Returns: The members `meanings`, `changes` and `changesLeftOut`.
    package func texts(rulesMax: Int, bytesMax: Int) -> [String: JSONValue] {
        let listed = listedRules(rulesMax, bytesMax)
        return [
            "meanings": .array(
                meanings.map { meaning in
                    [
                        "witness": meaning.witness.json, "from": meaning.before.json, "to": meaning.after.json,
                        "situations": .integer(Int64(meaning.situations)),
                    ]
                }),
            "changes": .array(listed.map(\.json)), "changesLeftOut": .integer(Int64(rules.count - listed.count)),
        ]
    }

    /// The first rules that differ, as many as an answer lists.
    private func listedRules(_ rulesMax: Int, _ bytesMax: Int) -> ArraySlice<RuleChange> {
        var byteCount = 0
        return rules.prefix(rulesMax).prefix { change in
            byteCount += [change.before, change.after].reduce(0) { $0 + ($1?.canonicalBytes.count ?? 0) }
            return byteCount <= bytesMax
        }
    }
}

extension DraftDifference.RuleChange {
    /// The rule's id, what happened to it, and its text before and after.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "rule": .string(id),
            "change": .string(before == nil ? "added" : after == nil ? "removed" : "changed"),
        ]
        members["before"] = before.flatMap { try? JSONValue(parsing: $0.canonicalBytes) }
        members["after"] = after.flatMap { try? JSONValue(parsing: $0.canonicalBytes) }
        return .object(members)
    }
}
