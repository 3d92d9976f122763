import WebAddress

/// A request in the form of x-callback-url: another app asks for an action and wants to hear how it went.
///
/// Source: x-callback-url.com/specification, 1.0 draft R3. Addresses are anonymous and can be forged, so the
/// callback's scheme must be in an allow-list, callbacks are never handed to the router, and none goes to the app that
/// was asked itself.
public struct XCallbackURL: Sendable, Hashable {
    /// What may be called back.
    public enum Answer: Sendable, Hashable {
        /// It worked; pairs are added to the address.
        case success([String: String])
        /// It did not; for `errorCode` and `errorMessage`.
        case error(code: Int, message: String)
        /// The person gave up.
        case cancel
    }

    /// What is asked for: the path without its first slash.
    public var action: String
    /// The name of the app that asks, as it says itself.
    public var source: String?
    /// The action's own parameters in order, without those that begin with `x-`.
    public var parameters: [String: String]
    private var callbacks: [String: String]
    private let scheme: String

    /// Reads an address; nil where it is not of this form.
    public init?(_ text: String) {
        guard let address = try? Address(text), address.host?.lowercased() == "x-callback-url" else { return nil }
        scheme = address.scheme
        action = address.path.split(separator: "/").joined(separator: "/")
        parameters = [:]
        callbacks = [:]
        for item in FormURLEncoded.items(address.query ?? "") {
            let name = item.name.lowercased()
            if name == "x-source" {
                source = item.value
            } else if name.hasPrefix("x-") {
                callbacks[name] = callbacks[name] ?? item.value
            } else {
                parameters[item.name] = parameters[item.name] ?? item.value
            }
        }
    }

    /// The address to open for an answer.
    /// - Parameters:
    ///   - answer: how it went.
    ///   - schemes: the schemes that may be called back.
    /// - Returns: nil where the asker wants no such answer, or its scheme is not allowed or the app's own.
    public func callback(for answer: Answer, allowing schemes: Set<String>) -> String? {
        let (name, pairs) = Self.parts(of: answer)
        guard let text = callbacks[name], let address = try? Address(text), address.scheme != scheme,
            RoutingPolicy.schemes(schemes).contains(address.scheme)
        else { return nil }
        let kept = FormURLEncoded.items(address.query ?? "").map { ($0.name, $0.value) }
        // Results never speak in the protocol's own names.
        let added = pairs.filter { !$0.0.lowercased().hasPrefix("x-") }
        guard !added.isEmpty else { return address.href }
        return address.withQuery(FormURLEncoded.serialize(kept + added)).href
    }

    /// The answer that an outcome of the router is.
    public static func answer(to outcome: RouteOutcome) -> Answer {
        switch outcome {
        case .handled(let screen), .alreadyThere(let screen), .updated(let screen): .success(["screen": screen])
        case .performed: .success([:])
        case .opened(let address, _): .success(["address": address])
        case .notFound: .error(code: 404, message: "nothing is known by this address")
        case .redirected, .asking: .error(code: 401, message: "the person has to do something else first")
        case .rejected(.denied), .rejected(.cancelled), .rejected(.givenUp): .cancel
        case .rejected(.superseded): .error(code: 409, message: "a later request took its place")
        case .rejected(.notReady): .error(code: 503, message: "the app has no rules yet")
        case .rejected(.guardTimedOut), .rejected(.notShown), .rejected(.nobodyOpens):
            .error(code: 500, message: "the address could not be opened")
        case .rejected: .error(code: 403, message: "the address is not followed")
        case .failed(let detail): .error(code: 500, message: detail)
        }
    }

    private static func parts(of answer: Answer) -> (String, [(String, String)]) {
        switch answer {
        case .success(let pairs): ("x-success", pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        case .error(let code, let message):
            ("x-error", [("errorCode", String(code)), ("errorMessage", message)])
        case .cancel: ("x-cancel", [])
        }
    }
}
