/// The `source` of a Vercel redirect, converted to a pattern.
///
/// The syntax is path-to-regexp's, from which URLPattern's descends, so most of it stays. `(.*)` and `:name(.*)` become
/// a list of segments, `:name?` an optional group; a group without a name gets one (vercel.com/docs, "Redirects").
struct VercelSource: Sendable, Hashable {
    /// The text of the path's pattern.
    private(set) var text = ""
    /// Vercel's names of single captures, with their names in the pattern; the first group without a name is `1`.
    private(set) var names: [String: String] = [:]
    /// The same for captures of a list of segments.
    private(set) var lists: [String: String] = [:]
    /// The reason why the source cannot be converted; nil if it can.
    private(set) var refusal: String?

    /// The character after a name or a group.
    private enum Repetition: Character {
        case optional = "?"
        case list = "*"
        case some = "+"
    }

    private let source: [Character]
    private var index = 0
    private var unnamed = 0

    init(_ source: String) {
        self.source = Array(source)
        guard source.hasPrefix("/") else {
            refusal = "its source does not begin with /"
            return
        }
        while index < self.source.count, refusal == nil { step() }
    }

    private mutating func step() {
        let character = source[index]
        switch character {
        case ":" where index + 1 < source.count && PatternName.isCharacter(source[index + 1]):
            index += 1
            let name = String(source[index...].prefix { PatternName.isCharacter($0) })
            index += name.count
            capture(name, spelt: PatternName.spelt(name), group: group())
        case "(":
            let body = group()
            unnamed += 1
            capture("\(unnamed)", spelt: "_\(unnamed)", group: body)
        case "\\" where index + 1 < source.count:
            text += PatternName.escaped(String(source[index + 1]))
            index += 2
        case "*":
            text += #"\*"#
            index += 1
        default:
            text.append(character)
            index += 1
        }
    }

    /// The text between the parentheses that open at the index; nil if none open there.
    private mutating func group() -> String? {
        guard index < source.count, source[index] == "(" else { return nil }
        var depth = 0
        let start = index
        while index < source.count {
            switch source[index] {
            case "\\": index += 1
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return String(source[(start + 1)..<(index - 1)]) }
        }
        refusal = "its source has an unbalanced parenthesis"
        return nil
    }

    private mutating func capture(_ name: String, spelt: String, group: String?) {
        let repetition = index < source.count ? Repetition(rawValue: source[index]) : nil
        if repetition != nil { index += 1 }
        if let group, group.hasPrefix("?") || group.contains("(?") {
            refusal = "its source has (\(group)), and patterns have no lookahead"
            return
        }
        let isTail = group == ".*" || group == ".+"
        if isTail || repetition == .list || repetition == .some {
            lists[name] = spelt
            let isSome = group == ".+" || repetition == .some
            let constraint = isTail ? "" : group.map { "(\($0))" } ?? ""
            text += ":\(spelt)\(constraint)" + (isSome ? "+" : "*")
            return
        }
        names[name] = spelt
        let plain = ":\(spelt)" + (group.map { "(\($0))" } ?? "")
        guard repetition == .optional else {
            text += plain
            return
        }
        let slash = text.hasSuffix("/")
        if slash { text.removeLast() }
        text += "{\(slash ? "/" : "")\(plain)}?"
    }
}
