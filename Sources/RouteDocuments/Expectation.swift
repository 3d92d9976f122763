package import RouteModel

/// A stored test address with the expected resolution.
package struct Expectation: Sendable, Equatable {
    /// The expected outcome.
    package enum Outcome: Sendable, Equatable {
        /// A screen, with at least these parameters in the flat view.
        case screen(String, parameters: [String: String])
        /// An address, byte for byte.
        case address(String)
        /// Blocked; nil accepts every reason.
        case blocked(reason: String?)
        /// No rule matches.
        case unmatched
        /// Failed; nil accepts every code.
        case failed(Failure.Code?)
    }

    /// Who gets the address first.
    package enum Surface: String, Sendable, CaseIterable {
        /// The app: its rules alone decide.
        case app
        /// The operating system: it gives the address to the app, or to a browser, which is the outcome `address`.
        case os
        /// A browser: the rules are those for the platform `web`.
        case web
    }

    /// The address to resolve.
    package var url: String
    /// The context of the resolution.
    package var context: Context
    /// The instant of the resolution; required if a candidate's conditions depend on the clock.
    package var at: Instant?
    /// The expected outcome.
    package var expect: Outcome
    /// Who gets the address first.
    package var surface = Surface.app

    /// Makes an expectation.
    package init(url: String, context: Context = Context(), at: Instant? = nil, expect: Outcome) {
        self.url = url
        self.context = context
        self.at = at
        self.expect = expect
    }

    /// The difference between a resolution and the expected outcome, as text for people; nil if there is none.
    package func difference(from resolution: Resolution) -> String? {
        switch (expect, resolution.outcome) {
        case (.screen(let name, let parameters), .screen(let screen)) where ExactText.isSame(screen.name, name):
            for (key, value) in parameters.sorted(by: { $0.key < $1.key }) {
                guard resolution.parameters[key].map({ ExactText.isSame($0, value) }) != true else { continue }
                let actual = resolution.parameters[key].map { "\"\($0)\"" } ?? "missing"
                return "parameter \(key) is \(actual), expected \"\(value)\""
            }
            return nil
        case (.address(let expected), .address(let actual)) where ExactText.isSame(expected, actual): return nil
        case (.blocked(let expected), .blocked(let actual))
        where expected.map { ExactText.isSame($0, actual) } ?? true: return nil
        case (.unmatched, .unmatched): return nil
        case (.failed(let expected), .failed(let actual)) where expected == nil || expected == actual.code: return nil
        default: return "leads to \(resolution.outcome.summary), expected \(expect.summary)"
        }
    }
}

extension Outcome {
    /// The outcome in a few words.
    package var summary: String {
        switch self {
        case .screen(let screen): "screen \(screen.name)"
        case .address(let address): "address \(address)"
        case .blocked(let reason): "blocked (\(reason))"
        case .unmatched: "unmatched"
        case .failed(let failure): "failed (\(failure.code.rawValue))"
        }
    }
}

extension Expectation.Outcome {
    /// The expectation in a few words.
    package var summary: String {
        switch self {
        case .screen(let name, _): "screen \(name)"
        case .address(let address): "address \(address)"
        case .blocked(let reason): reason.map { "blocked (\($0))" } ?? "blocked"
        case .unmatched: "unmatched"
        case .failed(let code): code.map { "failed (\($0.rawValue))" } ?? "failed"
        }
    }
}
