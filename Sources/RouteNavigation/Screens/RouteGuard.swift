/// Decides whether a request may go on, after the router found where it leads and before a screen is made.
///
/// Guards are asked in order, the router's before the screen's own; each once for an attempt, and for a limited time
/// (``RoutingPolicy/guardTimeLimit``).
@MainActor
public protocol RouteGuard: AnyObject {
    /// What it is called in outcomes and events.
    var name: String { get }
    /// Decides; may ask a person or a server. Its task is cancelled when its time is over.
    func decide(_ request: ScreenRequest) async -> GuardDecision
}

/// What a guard decided.
public enum GuardDecision: Sendable, Hashable {
    /// Go on.
    case allow
    /// Stop, for this reason.
    case deny(String)
    /// Go to another address of the app instead, such as the login.
    ///
    /// With `resume` the first address is kept, and ``AppRouter/resumeParked()`` follows it once afterwards.
    case redirect(to: String, resume: Bool)
}

/// A guard written as an asynchronous closure.
public final class AsyncGuard: RouteGuard {
    /// What it is called in outcomes and events.
    public let name: String
    private let closure: @MainActor (ScreenRequest) async -> GuardDecision

    /// Makes a guard.
    public init(_ name: String, _ closure: @escaping @MainActor (ScreenRequest) async -> GuardDecision) {
        self.name = name
        self.closure = closure
    }

    /// Asks the closure.
    public func decide(_ request: ScreenRequest) async -> GuardDecision { await closure(request) }
}

/// A guard for code that answers by a callback; a forgotten callback denies, a second answer is refused.
public final class CallbackGuard: RouteGuard {
    /// What it is called in outcomes and events.
    public let name: String
    private let closure: @MainActor (ScreenRequest, OneAnswer<GuardDecision>) -> Void

    /// Makes a guard.
    public init(_ name: String, _ closure: @escaping @MainActor (ScreenRequest, OneAnswer<GuardDecision>) -> Void) {
        self.name = name
        self.closure = closure
    }

    /// Asks the closure and waits for its callback.
    public func decide(_ request: ScreenRequest) async -> GuardDecision {
        let answer = FirstAnswer<GuardDecision>()
        ask(request, answer)
        return await answer.wait()
    }

    /// A function of its own, so that nothing here keeps the right to answer alive.
    private func ask(_ request: ScreenRequest, _ answer: FirstAnswer<GuardDecision>) {
        closure(request, OneAnswer(forgotten: .deny("\(name) gave no answer")) { answer.give($0) })
    }
}
