import RouteDocuments
import RouteModel
import RouteParameters

/// Captures and constant parameters that no stored build's screen has.
///
/// A manifest lists the parameters that a screen needs, and those that it can do without with a `?` behind the
/// name.
struct ParameterCheck {
    let screens: ScreenTable
    /// The names that each screen has in any build, without ASCII letter case, by the bytes of its name.
    private var known: [[UInt8]: Set<[UInt8]>] = [:]

    init(_ screens: ScreenTable) {
        self.screens = screens
        for (screen, needs) in screens.needs {
            known[screen] = Set(needs.flatMap(\.parameters).map { Parameters.key(ScreenParameter($0).name) })
        }
    }

    func findings(_ rule: Rule, at place: Int) -> [Finding] {
        guard case .screen(let target) = rule.destination, let known = known[Array(target.name.utf8)] else { return [] }
        let constants = target.parameters.map(\.name).filter { !known.contains(Parameters.key($0)) }
        let captures = rule.ownCaptureNames.filter { !known.contains(Parameters.key($0)) }
        let declare = "add \"NAME?\" to the screen's parameters in the manifest if it may have it"
        let names = known.map { String(decoding: $0, as: UTF8.self) }.sorted()
        return constants.map { name in
            let nearest = NearestName.of(name, among: names).map { "Did you mean \"\($0)\"? Otherwise " }
            return Finding(
                .unknownParameter, rules: [rule.id],
                pointer: "/rules/\(place)/to/parameters/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))",
                detail: "No stored build's screen \"\(target.name)\" has the parameter \"\(name)\".",
                hint: Self.sentence((nearest ?? "") + declare.replacing("NAME", with: name)))
        }
            + captures.map { name in
                Finding(
                    .unusedCapture, reason: "screen", rules: [rule.id], pointer: "/rules/\(place)/match",
                    detail: "No stored build's screen \"\(target.name)\" has a parameter for :\(name).",
                    hint: "Call it :_\(name) if any text will do, or \(declare.replacing("NAME", with: name)).")
            }
    }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

/// A parameter as a manifest lists it.
struct ScreenParameter {
    /// The name.
    let name: String
    /// Whether the screen can be opened without it.
    let isOptional: Bool

    /// Reads an entry of a manifest.
    init(_ entry: String) {
        isOptional = entry.hasSuffix("?")
        name = isOptional ? String(entry.dropLast()) : entry
    }
}
