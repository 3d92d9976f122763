import CanonicalJSON

@testable import WaymarkCommands

/// Answers made of the shapes that commands expect: whole ones, and false ones.
enum AnswerSample {
    /// A value of a shape: what a given value lacks of it is added.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - value: What there is; nil for nothing.
    ///   - isWide: Whether members that may be missing are there, and lists have an element.
    /// - Returns: The value.
    static func value(_ shape: JSONValue, from value: JSONValue? = nil, isWide: Bool = false) -> JSONValue {
        switch (shape, value) {
        case (.string(let name), _):
            if let shape = AnswerShape.named[name] { return self.value(shape, from: value, isWide: isWide) }
            return value ?? plain[name] ?? .null
        case (.array(let shapes), _) where shapes.count > 1:
            if let value {
                let tried = shapes.map { self.value($0, from: value, isWide: isWide) }
                let whole = zip(tried, shapes).first { difference($0, from: $1) == nil }
                return whole?.0 ?? value
            }
            return self.value(shapes.contains("null") && !isWide ? "null" : shapes[shapes.count - 1], isWide: isWide)
        case (.array(let shapes), .some(.array(let elements))):
            return .array(elements.map { self.value(shapes[0], from: $0, isWide: isWide) })
        case (.array(let shapes), nil): return .array(isWide ? [self.value(shapes[0], isWide: true)] : [])
        case (.object(let shapes), .some(.object(let members))): return object(shapes, members, isWide)
        case (.object(let shapes), nil): return object(shapes, [:], isWide)
        default: return value ?? .null
        }
    }

    /// What is where any value may be.
    static let anything = JSONValue.string("anything")
    private static let plain: [String: JSONValue] = [
        "string": "a", "integer": 1, "number": 1.5, "boolean": true, "null": .null, "any": anything,
    ]

    private static func object(
        _ shapes: [String: JSONValue], _ members: [String: JSONValue], _ isWide: Bool
    ) -> JSONValue {
        var members = members
        for (name, shape) in shapes {
            let isOptional = name.hasSuffix("?") || name == "*"
            let plain = name == "*" ? "any" : isOptional ? String(name.dropLast()) : name
            if members[plain] == nil, isOptional, !isWide { continue }
            members[plain] = value(shape, from: members[plain], isWide: isWide)
        }
        return .object(members)
    }

    private static func difference(_ value: JSONValue, from shape: JSONValue) -> String? {
        AnswerShape(shape.text).difference(of: value)
    }

    /// For each place of a sample, what is there, and how many of seven values of other types are refused there.
    static func refusals(_ shape: JSONValue) -> [(value: JSONValue, count: Int)] {
        let sample = value(shape, isWide: true)
        let others: [JSONValue] = ["seven", 7, 7.5, true, .null, [true], ["a": true]]
        return places(of: sample).map { place in
            let changed = others.map { replaced(sample, place[...], by: $0) }
            return (at(place[...], in: sample), changed.count { difference($0, from: shape) != nil })
        }
    }

    private static func at(_ place: ArraySlice<String?>, in value: JSONValue) -> JSONValue {
        guard let step = place.first else { return value }
        return at(place.dropFirst(), in: (step.map { value[$0] } ?? value[0]) ?? .null)
    }

    /// A step to a place: the name of a member, or nil for the only element of a list.
    private typealias Place = [String?]

    private static func places(of value: JSONValue) -> [Place] {
        switch value {
        case .array(let elements): [[]] + elements.flatMap { places(of: $0).map { [nil] + $0 } }
        case .object(let members): [[]] + members.flatMap { name, value in places(of: value).map { [name] + $0 } }
        default: [[]]
        }
    }

    private static func replaced(_ value: JSONValue, _ place: ArraySlice<String?>, by other: JSONValue) -> JSONValue {
        guard let step = place.first else { return other }
        guard let name = step, case .object(var members) = value else {
            return .array((value.arrayValue ?? []).map { replaced($0, place.dropFirst(), by: other) })
        }
        members[name] = members[name].map { replaced($0, place.dropFirst(), by: other) }
        return .object(members)
    }

    /// A sample in which every value of some type inside is another value; the sample itself if it has none.
    static func value(_ shape: JSONValue, with other: JSONValue, inPlaceOf isMeant: (JSONValue) -> Bool) -> JSONValue {
        func changed(_ value: JSONValue, isInside: Bool = true) -> JSONValue {
            if isInside, isMeant(value) { return other }
            switch value {
            case .array(let elements): return .array(elements.map { changed($0) })
            case .object(let members): return .object(members.mapValues { changed($0) })
            default: return value
            }
        }
        return changed(value(shape, isWide: true), isInside: false)
    }
}
