/// A part of a component, before groups are expanded.
enum PatternNode: Sendable, Hashable {
    /// Text without its escapes.
    case literal(PatternText)
    /// `:name`, `:name(…)`, `:name*`, `:name+`.
    case capture(PatternCapture)
    /// `*`.
    case wildcard(at: Int)
    /// `{…}` or `{…}?`.
    case group([PatternNode], isOptional: Bool, at: Int)
}

/// A named capture of a pattern.
struct PatternCapture: Sendable, Hashable {
    enum Repetition: Sendable, Hashable {
        case once, zeroOrMore, oneOrMore
    }

    var name: String
    var constraint: CaptureConstraint
    var repetition: Repetition
    /// The position of its colon in the pattern, in UTF-8 bytes.
    var offset: Int
    /// Whether it is written `[^/]+`, which URLPattern matches with as much text as possible.
    var isGreedy = false
}

/// Checks that capture names are unique in a pattern.
enum CaptureNames {
    /// Refuses a name that occurs twice in the components of a pattern.
    static func check(_ components: [PatternNode]...) throws(PatternError) {
        var seen: Set<String> = []
        for capture in components.joined().flatMap(captures) {
            guard seen.insert(capture.name).inserted else {
                throw PatternError(
                    .duplicateName, at: capture.offset, "“:\(capture.name)” occurs twice in the pattern",
                    hint: "give each capture a name of its own")
            }
        }
    }

    private static func captures(_ node: PatternNode) -> [PatternCapture] {
        switch node {
        case .capture(let capture): [capture]
        case .group(let inside, _, _): inside.flatMap(captures)
        case .literal, .wildcard: []
        }
    }
}
