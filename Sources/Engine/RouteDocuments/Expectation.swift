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
        /// A browser is redirected to an address, byte for byte, with a status.
        case redirected(String, status: Int)
        /// A browser gets an answer of a kind; one of ``Expectation/answers``.
        case answered(String)
        /// These operating systems, in the order of their names, and no others give the address to the app.
        case delivered([LinkStore])
    }

    /// The kinds of answers that a host gives to browsers.
    package static let answers = [
        "redirect", "web", "store", "open", "in-app", "scan", "preview", "gone", "missing",
    ]

    /// Who gets the address first.
    package enum Surface: String, Sendable, CaseIterable {
        /// The app: its rules alone decide.
        case app
        /// The operating system: it gives the address to the app, or to a browser, which is the outcome `address`.
        case os
        /// A browser: the answer of the address's host, by the rules and the ladder.
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

extension Expectation {
    /// Compares a host's answer to a browser with the expected outcome.
    ///
    /// - Parameters:
    ///   - kind: One of ``answers``.
    ///   - status: The status.
    ///   - location: The value of `Location`; nil for a page.
    /// - Returns: The difference as text for people; nil if there is none.
    package func difference(fromAnswer kind: String, status: Int, location: String?) -> String? {
        let isSame =
            switch expect {
            case .address(let wanted): location.map { ExactText.isSame($0, wanted) } ?? false
            case .redirected(let wanted, let code):
                status == code && location.map { ExactText.isSame($0, wanted) } == true
            case .answered(let wanted): kind == wanted
            case .blocked: status == 410
            case .unmatched: status == 404
            case .screen, .failed, .delivered: false
            }
        let place = location.map { " to \($0)" } ?? ""
        return isSame ? nil : "is answered with \(status) (\(kind))\(place), expected \(expect.summary)"
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
        case .redirected(let address, let status): "\(status) to \(address)"
        case .answered(let kind): "the answer \(kind)"
        case .delivered(let systems): systems.isEmpty ? "no app" : "the app on \(Self.list(systems))"
        }
    }

    /// The names of systems, for people.
    static func list(_ systems: [LinkStore]) -> String {
        systems.map { $0.rawValue }.joined(separator: ", ")
    }
}
