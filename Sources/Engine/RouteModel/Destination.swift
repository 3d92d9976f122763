package import TargetTemplate

/// The destination of a rule.
///
/// Indirect: in place, the compiler would test bytes that other cases leave unset, which valgrind reports.
package indirect enum Destination: Sendable, Equatable {
    /// Another address, which is resolved again.
    case redirect(RedirectTemplate)
    /// A native screen.
    case screen(ScreenTarget)
    /// The address is blocked, for this reason.
    case block(String)
}

/// A native screen, with the parameters that the rule gives it.
package struct ScreenTarget: Sendable, Equatable {
    /// One constant parameter.
    package struct Constant: Sendable, Equatable {
        /// The parameter's name.
        package var name: String
        /// The parameter's value.
        package var value: Scalar

        init(_ name: String, _ value: Scalar) {
            self.name = name
            self.value = value
        }
    }

    /// A constant's value by its JSON type; screens get ``text``.
    package enum Scalar: Sendable, Equatable {
        /// A string.
        case text(String)
        /// An integer of at most 2^53 in magnitude.
        case integer(Int64)
        /// True or false.
        case flag(Bool)

        /// The value for the screen: the text, decimal digits, `true` or `false`.
        package var text: String {
            switch self {
            case .text(let text): text
            case .integer(let number): String(number)
            case .flag(let flag): flag ? "true" : "false"
            }
        }
    }

    /// The screen's name.
    package var name: String
    /// Constant parameters, sorted by name in the order of canonical JSON.
    package var parameters: [Constant]
    /// `show`, `present`, or a name that the app defines; nil for the app's default.
    package var transition: String?

    /// Makes a target.
    package init(name: String, parameters: [Constant] = [], transition: String? = nil) {
        self.name = name
        self.parameters = parameters
        self.transition = transition
    }

    /// The screen of a resolution.
    package var screen: Screen { Screen(name: name, transition: transition) }

    /// The constants of a resolution's parameters.
    package var constants: [Parameters.Item] { parameters.map { Parameters.Item($0.name, $0.value.text) } }
}
