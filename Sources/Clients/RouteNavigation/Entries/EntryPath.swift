/// Where a payload has the address: names and positions, one inside the other.
///
/// The text is the part of JSONPath (RFC 9535) that names one value: `link`, `data.link`, `data.links[0].url`,
/// `['gcm.notification.link']`; a leading `$` or `$.` may be there. Names of texts with a dot, a bracket or a space need
/// brackets and quotes.
public struct EntryPath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Step: Sendable, Hashable {
        case name(String)
        case position(Int)
    }

    /// The path as it was written.
    public let description: String
    /// Why the text is no path, with the position of the character; nil for a path.
    ///
    /// Every reading reports it.
    public let problem: String?
    let steps: [Step]

    /// Reads a path; a text that is none is a path that finds nothing and says why.
    public init(_ text: String) {
        description = text
        var reader = EntryPathReader(text)
        do throws(EntryPathReader.Refusal) {
            steps = try reader.steps()
            problem = nil
        } catch {
            steps = []
            problem = "'\(text)' is no path: \(error.detail) at character \(error.position)"
        }
    }

    /// Makes the path of one name, whatever characters it has.
    public init(name: String) {
        description = name
        problem = nil
        steps = [.name(name)]
    }

    /// Reads a path.
    public init(stringLiteral text: String) { self.init(text) }

    /// The value at the path; nil if there is none.
    /// - Parameter value: the value in which the path begins.
    /// - Returns: the value, or how far the path goes: the place and what is there.
    func find(in value: EntryValue) -> Found {
        var current = value
        for (number, step) in steps.enumerated() {
            let place = Self.text(of: steps.prefix(number))
            switch (step, current) {
            case (.name(let name), .object(let values)):
                guard let next = values[name] else { return .missing(place: place, there: current) }
                current = next
            case (.position(let position), .list(let values)):
                guard values.indices.contains(position) else { return .missing(place: place, there: current) }
                current = values[position]
            default: return .unlike(place: place, there: current, step: Self.text(of: [step]))
            }
        }
        return .value(current)
    }

    /// The result of following a path.
    enum Found {
        case value(EntryValue)
        /// An object without the name, or a list without the position.
        case missing(place: String, there: EntryValue)
        /// A value that has no names, or no positions.
        case unlike(place: String, there: EntryValue, step: String)
    }

    private static func text(of steps: some Collection<Step>) -> String {
        let text = steps.map { step in
            switch step {
            case .name(let name): ".\(name)"
            case .position(let position): "[\(position)]"
            }
        }.joined()
        if text.isEmpty { return "the payload" }
        return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}

/// Reads the text of a path.
struct EntryPathReader {
    /// Why a text is no path.
    struct Refusal: Error {
        var detail: String
        /// From 1.
        var position: Int
    }

    private let characters: [Character]
    private var next = 0

    init(_ text: String) { characters = Array(text) }

    mutating func steps() throws(Refusal) -> [EntryPath.Step] {
        var steps: [EntryPath.Step] = []
        let hasRoot = characters.first == "$"
        if hasRoot { next = 1 }
        while next < characters.count {
            if characters[next] == "[" {
                steps.append(try bracket())
            } else {
                if characters[next] == "." && (hasRoot || !steps.isEmpty) {
                    next += 1
                } else if hasRoot || !steps.isEmpty {
                    throw refusal("there is no '.' or '['")
                }
                steps.append(.name(try name()))
            }
        }
        guard !steps.isEmpty else { throw refusal("there is no name") }
        return steps
    }

    private mutating func name() throws(Refusal) -> String {
        let start = next
        while next < characters.count, !".[]'\" ".contains(characters[next]) { next += 1 }
        guard next > start else { throw refusal("there is no name") }
        return String(characters[start..<next])
    }

    private mutating func bracket() throws(Refusal) -> EntryPath.Step {
        next += 1
        let start = next
        let quote = next < characters.count ? characters[next] : " "
        if quote == "'" || quote == "\"" {
            guard let end = characters[(next + 1)...].firstIndex(of: quote) else { throw refusal("a quote is open") }
            let name = String(characters[(next + 1)..<end])
            next = end + 1
            try close()
            return .name(name)
        }
        while next < characters.count, "0123456789".contains(characters[next]) { next += 1 }
        guard let position = Int(String(characters[start..<next])) else {
            throw refusal("a bracket has a position or a name in quotes")
        }
        try close()
        return .position(position)
    }

    private mutating func close() throws(Refusal) {
        guard next < characters.count, characters[next] == "]" else { throw refusal("there is no ']'") }
        next += 1
    }

    private func refusal(_ detail: String) -> Refusal { Refusal(detail: detail, position: next + 1) }
}
