/// Names are unique in a pattern, over all its components.
enum CaptureNames {
    static func check(_ components: [PatternNode]...) throws(PatternError) {
        var seen: Set<String> = []
        for capture in components.joined().flatMap(captures) {
            guard seen.insert(capture.name).inserted else {
                throw PatternError(
                    .duplicateName, at: capture.offset, "“:\(capture.name)” stands twice in the pattern",
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
