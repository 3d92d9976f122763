/// A part of a component, before groups are expanded.
enum PatternNode: Sendable, Equatable {
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
struct PatternCapture: Sendable, Equatable {
    enum Repetition: Sendable, Equatable {
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
        for nodes in components { try check(nodes, &seen) }
    }

    private static func check(_ nodes: [PatternNode], _ seen: inout Set<String>) throws(PatternError) {
        for node in nodes {
            switch node {
            case .capture(let capture):
                guard seen.insert(capture.name).inserted else {
                    throw PatternError(
                        .duplicateName, at: capture.offset, "“:\(capture.name)” occurs twice in the pattern",
                        hint: "give each capture a name of its own")
                }
            case .group(let inside, _, _): try check(inside, &seen)
            case .literal, .wildcard: break
            }
        }
    }
}
