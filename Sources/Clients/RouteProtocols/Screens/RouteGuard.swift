/// Decides whether a request may continue, before its screen is made.
///
/// Guards are asked in order, those of the router before those of the screen; each once for an attempt, with a time
/// limit (``RoutingPolicy/guardTimeLimit``).
@MainActor
public protocol RouteGuard: AnyObject {
    /// Its name in outcomes and events.
    var name: String { get }
    /// Decides; may ask a person or a server. Its task is cancelled when the time limit is reached.
    func decide(_ request: ScreenRequest) async -> GuardDecision
}

/// The decision of a guard.
public enum GuardDecision: Sendable, Hashable {
    /// Continue.
    case allow
    /// Stop, for this reason.
    case deny(String)
    /// Go to another address of the app instead, such as the login.
    ///
    /// With `resume` the first link is parked, and ``AppRouter/resumeParked()`` follows it once afterwards.
    case redirect(to: String, resume: Bool)
}

/// A guard written as an asynchronous closure.
public final class AsyncGuard: RouteGuard {
    /// Its name in outcomes and events.
    public let name: String
    private let closure: @MainActor (ScreenRequest) async -> GuardDecision

    /// Makes a guard.
    public init(_ name: String, _ closure: @escaping @MainActor (ScreenRequest) async -> GuardDecision) {
        self.name = name
        self.closure = closure
    }

    /// Calls the closure.
    public func decide(_ request: ScreenRequest) async -> GuardDecision { await closure(request) }
}

/// A guard for code that answers by a callback; it denies without an answer, and ignores a second one.
public final class CallbackGuard: RouteGuard {
    /// Its name in outcomes and events.
    public let name: String
    private let closure: @MainActor (ScreenRequest, OneAnswer<GuardDecision>) -> Void

    /// Makes a guard.
    public init(_ name: String, _ closure: @escaping @MainActor (ScreenRequest, OneAnswer<GuardDecision>) -> Void) {
        self.name = name
        self.closure = closure
    }

    /// Calls the closure and waits for its callback.
    public func decide(_ request: ScreenRequest) async -> GuardDecision {
        let answer = FirstAnswer<GuardDecision>()
        ask(request, answer)
        return await answer.wait()
    }

    /// Separate from `decide(_:)`, so that the callback is released before the wait for its answer.
    private func ask(_ request: ScreenRequest, _ answer: FirstAnswer<GuardDecision>) {
        closure(request, OneAnswer(forgotten: .deny("\(name) gave no answer")) { answer.give($0) })
    }
}
