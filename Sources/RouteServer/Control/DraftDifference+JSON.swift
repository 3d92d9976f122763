import CanonicalJSON
import RouteAnalysis
import RouteModel

extension DraftDifference {
    /// The rules that differ, and where addresses lead; `witnesses` is how many were looked up in both.
    var json: JSONValue {
        [
            "added": Self.list(added), "removed": Self.list(removed), "changed": Self.list(changed),
            "settings": .bool(settingsChanged), "addresses": .array(addresses.map(\.json)),
            "moved": Self.list(moved), "addressesLeftOut": .integer(Int64(addressesLeftOut)),
            "witnesses": .integer(Int64(witnessCount)), "incomplete": .bool(isIncomplete),
        ]
    }

    private static func list(_ ids: [String]) -> JSONValue { .array(ids.map(JSONValue.string)) }
}

extension DraftDifference.Address {
    /// Which address, for whom and when, from what to what.
    fileprivate var json: JSONValue {
        [
            "witness": witness.json, "from": before.json, "to": after.json, "stored": .bool(isStored),
        ]
    }
}
