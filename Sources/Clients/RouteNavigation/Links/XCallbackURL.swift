public import RouteProtocols
import WebAddress

/// A request of another app in the form of x-callback-url: an action, and addresses for the result.
///
/// Source: x-callback-url.com/specification, 1.0 draft R3. Any app can send any address. So the scheme of a callback
/// must be in an allow-list and must not be the app's own, and callbacks are never given to the router.
public struct XCallbackURL: Sendable, Hashable {
    /// The result of a request.
    public enum Answer: Sendable, Hashable {
        /// Success; the pairs are added to the address as query items.
        case success([String: String])
        /// Failure; sent as `errorCode` and `errorMessage`.
        case error(code: Int, message: String)
        /// The person cancelled.
        case cancel
    }

    /// The action: the path without its first slash.
    public var action: String
    /// The name of the other app, as that app gives it (`x-source`).
    public var source: String?
    /// The parameters of the action: the first value of each name; names with the prefix `x-` are not among them.
    public var parameters: [String: String]
    private var callbacks: [String: String]
    private let scheme: String

    /// Reads an address; nil if it does not have this form.
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
    ///   - answer: the result.
    ///   - schemes: the schemes that callbacks may have.
    /// - Returns: nil if the request has no callback for this result, or the callback's scheme is not allowed.
    public func callback(for answer: Answer, allowing schemes: Set<String>) -> String? {
        let (name, pairs) = Self.parts(of: answer)
        guard let text = callbacks[name], let address = try? Address(text), address.scheme != scheme,
            RoutingPolicy.schemes(schemes).contains(address.scheme)
        else { return nil }
        let kept = FormURLEncoded.items(address.query ?? "").map { ($0.name, $0.value) }
        // Names with the prefix `x-` belong to the protocol and are not results.
        let added = pairs.filter { !$0.0.lowercased().hasPrefix("x-") }
        guard !added.isEmpty else { return address.href }
        return address.withQuery(FormURLEncoded.serialize(kept + added)).href
    }

    /// The result for an outcome of the router.
    public static func answer(to outcome: RouteOutcome) -> Answer {
        switch outcome {
        case .handled(let screen), .alreadyThere(let screen), .updated(let screen): .success(["screen": screen])
        case .performed: .success([:])
        case .opened(let address, _): .success(["address": address])
        case .notFound: .error(code: 404, message: "no rule matches this address")
        case .redirected, .asking: .error(code: 401, message: "the app needs a login or a confirmation first")
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
