/// Names of captures, and literal text beside them.
enum PatternName {
    /// Says whether Waymark's names may hold the character.
    static func isCharacter(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }

    /// The name as Waymark can spell it: letters, digits and `_`, not beginning with a digit.
    static func spelt(_ name: some StringProtocol) -> String {
        let spelt = String(name.map { isCharacter($0) ? $0 : "_" })
        return spelt.first.map { $0.isNumber } ?? true ? "_" + spelt : spelt
    }

    /// A literal with a backslash before what the pattern language would read as its own.
    static func escaped(_ literal: some StringProtocol) -> String {
        var escaped = ""
        for character in literal {
            if #"\:*+?(){}"#.contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
