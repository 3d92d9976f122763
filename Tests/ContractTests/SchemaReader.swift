import CanonicalJSON

@testable import AccessControl
@testable import DataPlane
@testable import HTTPExchange
@testable import ServerLog
@testable import ServerMetrics

/// Compares JSON with the contract's schemas and records their members that occur in the JSON.
///
/// It is stricter than the contract of answers: a member that a schema does not name is a difference, unless `isOpen`.
final class SchemaReader {
    private let isOpen: Bool
    private var patterns: [String: Regex<AnyRegexOutput>] = [:]

    init(isOpen: Bool = false) { self.isOpen = isOpen }

    /// Members seen, as `Component.member`; members of an unnamed schema are under the place of that schema.
    private(set) var seen: Set<String> = []

    /// The first difference between a value and a schema, or nil.
    func mismatch(_ value: JSONValue, _ schema: Schema, _ place: String) -> String? {
        switch schema {
        case .component(let name, let shape): return mismatch(value, shape, name)
        case .text(_, let pattern, _):
            guard let text = value.stringValue, pattern.map({ matches(text, $0) }) ?? true else {
                return "\(place) is no such text: \(value)"
            }
            return nil
        case .integer(let range):
            guard let number = value.integerValue, range.contains(Int(number)) else {
                return "\(place) is not such a number: \(value)"
            }
            return nil
        case .number(let range):
            let bounds = Double(range.lowerBound)...Double(range.upperBound)
            guard let number = Double(value.text), bounds.contains(number) else {
                return "\(place) is not such a number: \(value)"
            }
            return nil
        case .flag: return value.boolValue == nil ? "\(place) is no flag: \(value)" : nil
        case .yes: return value == true ? nil : "\(place) is not true: \(value)"
        case .words(let words): return words.contains(value.stringValue ?? "") ? nil : "\(place): not among \(words)"
        case .nullable(let inner): return value == .null ? nil : mismatch(value, inner, place)
        case .anything: return nil
        case .list(let element, _):
            guard let values = value.arrayValue else { return "\(place) is no list: \(value)" }
            return values.lazy.compactMap { self.mismatch($0, element, place) }.first
        case .map(let element, _, let names):
            guard let members = value.objectValue, members.keys.allSatisfy({ matches($0, names ?? "") }) else {
                return "\(place) is no such object: \(value)"
            }
            return members.values.lazy.compactMap { self.mismatch($0, element, place) }.first
        case .either(let shapes):
            let found = shapes.map { mismatch(value, $0, place) }
            guard found.contains(nil) else { return found.compactMap(\.self).joined(separator: "; or ") }
            // As the document has them, exactly one may match.
            let open = SchemaReader(isOpen: true)
            let count = shapes.count { open.mismatch(value, $0, place) == nil }
            return count == 1 ? nil : "\(place): \(count) shapes match \(value)"
        case .object(let members, let required, let isOpen):
            return mismatch(value, members, required, isOpen || self.isOpen, place)
        }
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        if patterns[pattern] == nil { patterns[pattern] = try? Regex(pattern) }
        return patterns[pattern].map { text.contains($0) } ?? false
    }

    private func mismatch(
        _ value: JSONValue, _ members: [String: Schema], _ required: [String], _ isOpen: Bool, _ place: String
    ) -> String? {
        guard let object = value.objectValue else { return "\(place) is no object: \(value)" }
        if let name = required.first(where: { object[$0] == nil }) { return "\(place) lacks \(name): \(value)" }
        for (name, member) in object {
            guard let schema = members[name] else {
                if isOpen { continue }
                return "\(place).\(name) is not in the contract"
            }
            if let wrong = mismatch(member, schema, "\(place).\(name)") { return wrong }
        }
        for name in object.keys where members[name] != nil { seen.insert("\(place).\(name)") }
        return nil
    }

    /// Every member that a schema can have, in the notation of `seen`.
    static func members(of schema: Schema, _ place: String, _ visited: inout Set<String>) -> Set<String> {
        switch schema {
        case .component(let name, let shape):
            guard visited.insert(name).inserted else { return [] }
            return members(of: shape, name, &visited)
        case .list(let inner, _), .map(let inner, _, _), .nullable(let inner):
            return members(of: inner, place, &visited)
        case .either(let shapes): return shapes.reduce(into: []) { $0.formUnion(members(of: $1, place, &visited)) }
        case .object(let object, _, _):
            return object.reduce(into: []) { all, member in
                all.insert("\(place).\(member.key)")
                all.formUnion(members(of: member.value, "\(place).\(member.key)", &visited))
            }
        case .text, .integer, .number, .flag, .yes, .words, .anything: return []
        }
    }
}
