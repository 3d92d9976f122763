/// The target of an entry in a foreign table, converted to a URI template.
struct TargetText {
    /// The template's text.
    private(set) var template = ""
    /// The reason why the target cannot be converted; nil if it can.
    private(set) var refusal: String?
    /// Names that look like variables but are not captured; they stay as text.
    private(set) var unknownNames: [String] = []
    private var unknown: Set<String> = []
    /// Whether the template has a `?` so far.
    private var hasQuery = false

    /// ``unknownNames`` as the target writes them, for a finding.
    var unknownNameList: String { unknownNames.map { ":" + $0 }.joined(separator: ", ") }

    /// Converts a target without variables: its braces are percent-encoded, so that they begin no expression.
    static func literal(_ text: String) -> String { text.replacing("{", with: "%7B").replacing("}", with: "%7D") }

    /// Converts a target whose variables are written `:name`, and `$1` for the first capture without a name.
    ///
    /// - Parameters:
    ///   - text: An absolute address, or a path.
    ///   - origin: The origin of a target that is only a path, such as `https://www.example.com`.
    ///   - names: The table's names of single captures, with their names in Waymark's pattern.
    ///   - lists: The same for captures of a list of segments.
    ///   - isNumbered: Whether `$1` is a variable.
    init(
        _ text: String, origin: String?, names: [String: String], lists: [String: String], isNumbered: Bool = false
    ) {
        let rest: Substring
        if let authority = Self.authorityEnd(of: text) {
            template = Self.literal(String(text[..<authority]))
            rest = text[authority...]
        } else if text.hasPrefix("/"), let origin {
            template = Self.literal(origin)
            rest = text[...]
        } else {
            refusal =
                text.hasPrefix("/")
                ? "its target \(text) is a path, and the app has no origin for it"
                : "its target \(text) is neither an address nor a path"
            return
        }
        append(rest, names, lists, isNumbered)
    }

    private mutating func append(
        _ rest: Substring, _ names: [String: String], _ lists: [String: String], _ isNumbered: Bool
    ) {
        var index = rest.startIndex
        while index < rest.endIndex, refusal == nil {
            guard let name = Self.name(in: rest, at: index, isNumbered, names, lists) else {
                template += Self.literal(String(rest[index]))
                hasQuery = hasQuery || rest[index] == "?"
                index = rest.index(after: index)
                continue
            }
            var next = rest.index(index, offsetBy: name.count + 1)
            if let list = lists[name] {
                if next < rest.endIndex, "*+".contains(rest[next]) { next = rest.index(after: next) }
                appendList(list, before: next < rest.endIndex ? rest[next] : nil)
            } else if let spelt = names[name] {
                template += "{\(spelt)}"
            } else {
                if unknown.insert(name).inserted { unknownNames.append(name) }
                template += ":" + name
            }
            index = next
        }
    }

    /// Appends a list: `/:splat` becomes `{/splat*}`, which expands to its own slashes, and to nothing if the list is
    /// empty.
    private mutating func appendList(_ name: String, before next: Character?) {
        guard template.last == "/", next.map({ "/?#".contains($0) }) ?? true, !hasQuery else {
            refusal = "its target uses :\(name), a list of segments, for something other than whole segments"
            return
        }
        template.removeLast()
        template += "{/\(name)*}"
    }

    /// The name of the variable that begins at the index, without its `:` or `$`; nil if none does.
    private static func name(
        in text: Substring, at index: Substring.Index, _ isNumbered: Bool, _ names: [String: String],
        _ lists: [String: String]
    ) -> String? {
        let rest = text[text.index(after: index)...]
        if text[index] == "$", isNumbered {
            let number = String(rest.prefix { $0.isASCII && $0.isNumber })
            return names[number] != nil || lists[number] != nil ? number : nil
        }
        guard text[index] == ":" else { return nil }
        let name = rest.prefix { PatternName.isCharacter($0) }
        return name.isEmpty || name.first?.isNumber == true ? nil : String(name)
    }

    /// The end of the authority of an absolute address; nil if the text is not one.
    private static func authorityEnd(of text: String) -> String.Index? {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound]
        guard !scheme.isEmpty, !scheme.contains("/"), !scheme.contains("?") else { return nil }
        return text[mark.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    }
}
