/// What members, parameters of paths and components mean, for the contract and for `Config/guides/http.md`.
enum SchemaMeanings {
    /// The meaning of a component.
    static func schema(_ name: String) -> String? { texts[name].map(sentence) }

    /// The meaning of a member of a component, or of a parameter of paths where that is `{}`.
    ///
    /// A word means the same everywhere, unless the table has a line `Component.word`.
    static func member(_ name: String, of component: String) -> String? {
        (texts["\(component).\(name)"] ?? texts[name]).map(sentence)
    }

    /// A meaning as a sentence.
    static func sentence(_ meaning: String) -> String {
        meaning.prefix(1).uppercased() + meaning.dropFirst() + (meaning.hasSuffix(".") ? "" : ".")
    }

    /// The lines of the table by what is before their colon.
    static let texts: [String: String] = (components + "\n" + members).split(separator: "\n").reduce(into: [:]) {
        texts, line in
        let halves = line.split(separator: ":", maxSplits: 1)
        texts[String(halves[0])] = halves.count > 1 ? String(halves[1].dropFirst()) : nil
    }
}
