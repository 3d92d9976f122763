/// Names of captures and literal text, as patterns write them.
enum PatternName {
    /// Whether a capture's name may contain the character: ASCII letters, digits and `_`.
    static func isCharacter(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }

    /// The name with `_` for each character that a name may not contain, and before a leading digit.
    static func spelt(_ name: some StringProtocol) -> String {
        let spelt = String(name.map { isCharacter($0) ? $0 : "_" })
        return spelt.first.map { $0.isNumber } ?? true ? "_" + spelt : spelt
    }

    /// The text with a backslash before each character that has a meaning in the pattern language.
    static func escaped(_ literal: some StringProtocol) -> String {
        var escaped = ""
        for character in literal {
            if #"\:*+?(){}"#.contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
