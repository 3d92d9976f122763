/// Text with optional parts in parentheses, as RouterX and JLRoutes write them: `/a(/:b(/:c))`.
struct OptionalGroups: Sendable, Hashable {
    private indirect enum Part: Sendable, Hashable {
        case text(String)
        case group([Part])
    }

    /// Most spellings of one pattern; more would be more alternatives than one pattern may have.
    static let spellingsMax = 16

    private let parts: [Part]

    /// Reads the text; nil where a parenthesis has no partner.
    init?(_ text: String) {
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

    /// Every choice of the optional parts, the fullest first; nil where there are too many.
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
        return all.count <= spellingsMax ? all : nil
    }
}
