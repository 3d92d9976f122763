/// A path with optional parts in parentheses, as RouterX and JLRoutes write them: `/a(/:b(/:c))`.
struct OptionalGroups: Sendable, Hashable {
    private indirect enum Part: Sendable, Hashable {
        case text(String)
        case group([Part])
    }

    private let parts: [Part]

    /// Reads the text; nil if a parenthesis has no partner, or if there are more than
    /// ``ImportLimits/optionalPartsMax`` optional parts.
    init?(_ text: String) {
        guard text.utf8.count(where: { $0 == UInt8(ascii: "(") }) <= ImportLimits.optionalPartsMax else { return nil }
        var open: [[Part]] = [[]]
        var run = ""
        func closeRun() {
            guard !run.isEmpty else { return }
            open[open.count - 1].append(.text(run))
            run = ""
        }
        for character in text {
            switch character {
            case "(":
                closeRun()
                open.append([])
            case ")":
                closeRun()
                guard open.count > 1, let group = open.popLast() else { return nil }
                open[open.count - 1].append(.group(group))
            default: run.append(character)
            }
        }
        closeRun()
        guard open.count == 1 else { return nil }
        parts = open[0]
    }

    /// The text with each choice of optional parts, the longest first; nil if there are more than
    /// ``ImportLimits/spellingsMax``.
    var spellings: [String]? { Self.spellings(parts[...]) }

    private static func spellings(_ parts: ArraySlice<Part>) -> [String]? {
        guard let first = parts.first else { return [""] }
        guard let rest = spellings(parts.dropFirst()) else { return nil }
        var choices: [String]
        switch first {
        case .text(let text): choices = [text]
        case .group(let inner):
            guard let chosen = spellings(inner[...]) else { return nil }
            choices = chosen + [""]
        }
        let all = choices.flatMap { choice in rest.map { choice + $0 } }
        return all.count <= ImportLimits.spellingsMax ? all : nil
    }
}
