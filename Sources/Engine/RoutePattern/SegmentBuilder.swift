import WebAddress

/// Splits the atoms of a path or host at separators, and builds the matcher of each part.
struct SegmentBuilder {
    /// The atoms between two separators.
    private var pieces: [[PatternAtom]] = [[]]
    private let separator: UInt8

    /// - Parameters:
    ///   - atoms: A component's atoms.
    ///   - separator: `/` in a path, `.` in a host.
    init(_ atoms: [PatternAtom], separator: UInt8) {
        self.separator = separator
        for atom in atoms {
            guard case .literal(let text) = atom else {
                pieces[pieces.count - 1].append(atom)
                continue
            }
            for (number, part) in text.split(at: separator).enumerated() {
                if number > 0 { pieces.append([]) }
                if !part.bytes.isEmpty { pieces[pieces.count - 1].append(.literal(part)) }
            }
        }
    }

    /// The pieces of a path, without the empty one before the first slash.
    var path: [[PatternAtom]] { Array(pieces.dropFirst()) }

    /// The pieces of a host.
    var labels: [[PatternAtom]] { pieces }

    /// What a piece is a part of, which decides how its text is decoded.
    enum Component {
        case path
        case host(HostBuilder)

        /// The text to compare with addresses.
        func decode(_ text: PatternText) throws(PatternError) -> String {
            switch self {
            case .path: try PathBuilder.decode(text)
            case .host(let host): try host.label(text)
            }
        }
    }

    /// The matcher of one piece.
    static func matcher(_ piece: [PatternAtom], of component: Component) throws(PatternError) -> SegmentMatcher {
        var parts: [SegmentMatcher.Part] = []
        var captures = 0
        var wasGreedy = false
        for atom in piece {
            switch atom {
            case .literal(let text): parts.append(.literal(try component.decode(text)))
            case .wildcard(let offset): throw Self.misplaced(offset)
            case .capture(let capture):
                guard capture.repetition == .once else { throw Self.misplaced(capture.offset) }
                if case .capture = parts.last {
                    throw PatternError(
                        .adjacentCaptures, at: capture.offset,
                        "two captures need text between them",
                        hint: "put text between them, such as :a-:b")
                }
                captures += 1
                guard captures <= PatternLimits.capturesPerSegmentMax else {
                    throw PatternError(
                        .tooManyCaptures, at: capture.offset, "a segment has at most two captures",
                        hint: "capture the whole segment and split it in the app")
                }
                if captures > 1, wasGreedy {
                    throw PatternError(
                        .regularExpression, at: capture.offset,
                        "the capture before it is [^/]+, which matches as much as possible",
                        hint: "write :name without parentheses, which matches as little as possible")
                }
                wasGreedy = capture.isGreedy
                parts.append(.capture(capture.name, capture.constraint))
            }
        }
        return SegmentMatcher(parts)
    }

    static func misplaced(_ offset: Int) -> PatternError {
        PatternError(
            .tailPosition, at: offset,
            "* and repeated captures are allowed only as the whole last segment, or leftmost in a host",
            hint: "write /…/* or /…/:name+, or :name for one segment")
    }
}
