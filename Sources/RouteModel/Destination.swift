package import TargetTemplate

/// Where a rule leads.
package enum Destination: Sendable, Hashable {
    /// To another address, which is resolved again.
    case redirect(RedirectTemplate)
    /// To a native page.
    case screen(ScreenTarget)
    /// Nowhere, on purpose; with the reason.
    case block(String)
}

/// A native page, with what the rule itself hands to it.
package struct ScreenTarget: Sendable, Hashable {
    /// One constant parameter.
    package struct Constant: Sendable, Hashable {
        /// The parameter's name.
        package var name: String
        /// The parameter's value.
        package var value: Scalar

        /// Makes a constant.
        package init(_ name: String, _ value: Scalar) {
            self.name = name
            self.value = value
        }
    }

    /// What a constant may be in JSON; screens get its text.
    package enum Scalar: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case flag(Bool)

        /// The value as screens get it: the text, decimal digits, `true` or `false`.
        package var text: String {
            switch self {
            case .text(let text): text
            case .integer(let number): String(number)
            case .flag(let flag): flag ? "true" : "false"
            }
        }
    }

    /// The page's name.
    package var name: String
    /// Constant parameters, in the canonical order of their names.
    package var parameters: [Constant]
    /// `show`, `present`, or a name that the app knows; nil leaves it to the app.
    package var transition: String?

    /// Makes a target.
    package init(name: String, parameters: [Constant] = [], transition: String? = nil) {
        self.name = name
        self.parameters = parameters
        self.transition = transition
    }

    /// The page as resolutions name it.
    package var screen: Screen { Screen(name: name, transition: transition) }

    /// The constants as resolutions carry them.
    package var constants: [Parameters.Item] { parameters.map { Parameters.Item($0.name, $0.value.text) } }
}
