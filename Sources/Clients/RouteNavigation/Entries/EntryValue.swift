import Foundation

/// A value that the system hands to the app: of a notification's payload, or of the user info of an activity.
///
/// Dictionaries of the system are not Sendable; this copy is, so that a delegate can pass it to the main actor.
public enum EntryValue: Sendable, Hashable {
    /// A text; the address of a URL is one, too.
    case text(String)
    /// Values in their order.
    case list([EntryValue])
    /// Values by their names; names that are no texts are left out.
    case object([String: EntryValue])
    /// A value that is no address, such as a number; the text says what it is.
    case other(String)

    /// Copies a value.
    ///
    /// Values that are deeper than 16 levels, or come after the first 1,024, become ``other(_:)``.
    public init(_ value: Any) {
        var left = Limits.entryValuesMax
        self = Self.copy(value, depth: 0, &left)
    }

    private static func copy(_ value: Any, depth: Int, _ left: inout Int) -> EntryValue {
        left -= 1
        guard depth < Limits.entryDepthMax, left >= 0 else { return .other("a value beyond the limits") }
        if let text = value as? String { return .text(text) }
        if let url = value as? URL { return .text(url.absoluteString) }
        if let list = value as? [Any] { return .list(list.map { copy($0, depth: depth + 1, &left) }) }
        guard let entries = value as? [AnyHashable: Any] else { return .other("a value of type \(type(of: value))") }
        var object: [String: EntryValue] = [:]
        for (name, value) in entries {
            if let name = name.base as? String { object[name] = copy(value, depth: depth + 1, &left) }
        }
        return .object(object)
    }

    /// What it is, for the text of a problem.
    var kind: String {
        switch self {
        case .text: "a text"
        case .list(let values): "a list of \(values.count)"
        case .object(let values): values.isEmpty ? "an empty object" : "an object with \(Self.names(of: values))"
        case .other(let text): text
        }
    }

    /// The first names in the order of the alphabet; a payload has few.
    private static func names(of values: [String: EntryValue]) -> String {
        let names = values.keys.sorted()
        let shown = names.prefix(Limits.namesToldMax).joined(separator: ", ")
        return names.count > Limits.namesToldMax ? shown + " and others" : shown
    }
}

/// Why no address was found in what the system handed to the app.
public struct EntryProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of link that it would have been.
    public var kind: LinkKind
    /// Where it was searched, such as `data.link`.
    public var place: String
    /// What is wrong, for people.
    public var detail: String
    /// What to do about it, if that is known.
    public var hint: String?

    /// `kind, place: detail (hint)`.
    public var description: String {
        "\(kind.rawValue), \(place): \(detail)" + (hint.map { " (\($0))" } ?? "")
    }
}
