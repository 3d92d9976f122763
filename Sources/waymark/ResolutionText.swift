import RouteModel

/// A resolution as text for a terminal.
struct ResolutionText {
    let text: String

    init(_ resolution: Resolution, _ source: String) {
        var lines = [resolution.original, "  → \(Self.destination(resolution.outcome))"]
        lines += resolution.parameters.flat.map { "      \($0.name) = \($0.value.text)" }
        let rules = resolution.trail.map(\.rule)
        let by = rules.isEmpty ? "" : "by \(rules.joined(separator: ", then ")); "
        lines.append("    \(by)release \(resolution.version), from the \(source)")
        if let explanation = resolution.explanation {
            lines += explanation.description.split(separator: "\n").map { "    \($0)" }
        }
        text = lines.joined(separator: "\n")
    }

    private static func destination(_ outcome: Outcome) -> String {
        switch outcome {
        case .screen(let screen): "screen \(screen.name)" + (screen.transition.map { " (\($0))" } ?? "")
        case .address(let address): address
        case .blocked(let reason): "blocked: \(reason)"
        case .unmatched: "nothing: no rule matches this address"
        case .failed(let failure): "failed (\(failure.code.rawValue)): \(failure.detail)"
        }
    }
}
