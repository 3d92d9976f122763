/// A target of a foreign table, as the URI template that means it.
struct TargetText {
    /// The template.
    private(set) var template = ""
    /// Why there is none; nil where there is one.
    private(set) var refusal: String?
    /// Names that look like variables and are not captured; they stay as text.
    private(set) var unknownNames: [String] = []

    /// A target without variables: braces of its own are percent-encoded, so that nothing in it is read as a variable.
    static func literal(_ text: String) -> String { text.replacing("{", with: "%7B").replacing("}", with: "%7D") }

    /// Reads a target whose variables are written `:name`.
    ///
    /// - Parameters:
    ///   - text: An absolute address, or a path.
    ///   - origin: What a path belongs to, such as `https://www.example.com`.
    ///   - names: The names captured once, each with its own spelling in Waymark's pattern.
    ///   - lists: The names that capture a list of segments, likewise.
    init(_ text: String, origin: String?, names: [String: String], lists: [String: String]) {
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
                ? "its target \(text) is a path, and the app has no origin that it could belong to"
                : "its target \(text) is neither an address nor a path"
            return
        }
        append(rest, names, lists)
    }

    private mutating func append(_ rest: Substring, _ names: [String: String], _ lists: [String: String]) {
        var index = rest.startIndex
        while index < rest.endIndex, refusal == nil {
            guard rest[index] == ":", let name = Self.name(in: rest, after: index) else {
                template += Self.literal(String(rest[index]))
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
                unknownNames.append(name)
                template += ":" + name
            }
            index = next
        }
    }

    /// `/:splat` is `{/splat*}`, which brings the slash itself, and none where nothing was left to take.
    private mutating func appendList(_ name: String, before next: Character?) {
        guard template.last == "/", next.map({ "/?#".contains($0) }) ?? true, !template.contains("?") else {
            refusal = "its target uses :\(name), which is a list of segments, for something else than whole segments"
            return
        }
        template.removeLast()
        template += "{/\(name)*}"
    }

    private static func name(in text: Substring, after colon: Substring.Index) -> String? {
        let name = text[text.index(after: colon)...].prefix { PatternName.isCharacter($0) }
        return name.isEmpty || name.first?.isNumber == true ? nil : String(name)
    }

    /// Where the authority of an absolute address ends; nil where the text is none.
    private static func authorityEnd(of text: String) -> String.Index? {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound]
        guard !scheme.isEmpty, !scheme.contains("/"), !scheme.contains("?") else { return nil }
        return text[mark.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    }
}
