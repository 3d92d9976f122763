public import RouteProtocols

/// One attempt to follow an address: the caller's arguments, and what has been done so far.
@MainActor
struct Attempt {
    let kind: LinkKind
    let source: (any RoutingSource)?
    let transition: TransitionType?
    let userInfo: UserInfo
    /// Takes the plan instead of carrying it out; nil if it is to be carried out.
    var sink: DecisionSink?
    /// Receives the result of a handler.
    let answer: OneAnswer<(any Sendable)?>?
    /// The addresses to which guards have redirected so far.
    var guardRedirects: [String] = []
    /// How often guards were asked again because the rules had changed.
    var rounds = 0
    /// How often the link was parked and resumed.
    var resumptions = 0
    /// Whether a guard redirected here with `resume`, so that the first link is parked already.
    var isDetourOfParked = false
    /// Whether the address is an x-callback-url, whose names with the prefix `x-` are not parameters of a screen.
    var isCallbackRequest = false
    /// Receives the outcome once; for a parked link after it was resumed or dropped.
    var ending: Ending?

    init(
        kind: LinkKind, source: (any RoutingSource)? = nil, transition: TransitionType? = nil, userInfo: UserInfo = [:],
        answer: OneAnswer<(any Sendable)?>? = nil
    ) {
        self.kind = kind
        self.source = source
        self.transition = transition
        // A link from outside has only its address.
        self.userInfo = kind.isExternal ? [:] : userInfo
        self.answer = answer
    }

    /// The attempt that resumes a parked link.
    init(resuming link: ParkedLink) {
        self.init(
            kind: link.kind, source: link.source.object, transition: link.transition, userInfo: link.userInfo,
            answer: link.answer)
        ending = link.ending
        resumptions = link.resumptions + 1
        isCallbackRequest = link.isCallbackRequest
    }
}

/// Delivers the outcome of a link once, although several attempts may follow it one after the other.
///
/// A link that is parked has not ended: the attempt that resumes it delivers the outcome.
@MainActor
final class Ending {
    private let answer: OneAnswer<RouteOutcome>
    /// How often the link has been parked; an attempt may deliver if it has as many resumptions.
    private var timesParked = 0

    init(_ deliver: @escaping @MainActor (RouteOutcome) -> Void) {
        answer = OneAnswer(forgotten: .rejected(.givenUp), deliver: deliver)
    }

    /// Records that the link was parked: from now on the attempt that resumes it delivers.
    func wasParked() { timesParked += 1 }

    /// Records that parking was undone: the current attempt delivers again.
    func wasUnparked() { timesParked -= 1 }

    /// Delivers the outcome, unless another attempt is to deliver.
    func give(_ outcome: RouteOutcome, resumptions: Int) {
        if resumptions == timesParked { answer.give(outcome) }
    }

    /// Delivers the rejection of a link that will not be followed any more.
    func giveUp(_ reason: RouteOutcome.Rejection) { answer.give(.rejected(reason)) }
}

/// Joins the outcome of an attempt and the result of its handler: one call, when both are there.
@MainActor
final class JoinedCompletion {
    private var outcome: RouteOutcome?
    private var result: (any Sendable)??
    private var completion: (@MainActor (RouteOutcome, (any Sendable)?) -> Void)?

    init(_ completion: @escaping @MainActor (RouteOutcome, (any Sendable)?) -> Void) { self.completion = completion }

    func outcome(_ outcome: RouteOutcome) {
        self.outcome = outcome
        // Only a handler gives a result.
        if case .performed = outcome {} else { result = .some(result ?? nil) }
        deliver()
    }

    func result(_ result: (any Sendable)?) {
        if self.result == nil { self.result = .some(result) }
        deliver()
    }

    private func deliver() {
        guard let outcome, let result, let completion else { return }
        self.completion = nil
        completion(outcome, result)
    }
}

/// A link that waits until something else is done, such as a login.
public struct ParkedLink: Sendable {
    /// The address.
    public let address: String
    /// How it came to the app; the same permissions apply when it is resumed.
    public let kind: LinkKind
    let userInfo: UserInfo
    let source: WeakSource
    let transition: TransitionType?
    /// Receives the result of a handler, also after the login.
    let answer: OneAnswer<(any Sendable)?>?
    let resumptions: Int
    let isCallbackRequest: Bool
    let ending: Ending?
    /// Distinguishes this link from others that were parked.
    let number: Int
    /// The screen for which it waits, such as the login; nil if a guard's redirect showed none.
    var detour: ScreenContext?
}

/// Where a parked jump starts; the screen may be gone when it is resumed.
@MainActor
final class WeakSource {
    private(set) weak var object: (any RoutingSource)?

    init(_ object: (any RoutingSource)?) { self.object = object }
}

/// Stores the link that waits for a login; one at most.
@MainActor
struct ParkedLinks {
    private(set) var current: ParkedLink?
    private var count = 0

    /// A link that was parked, and the one that it replaced.
    struct Parking {
        let number: Int
        let replaced: ParkedLink?
    }

    /// Parks a link; it replaces the one that was parked before.
    mutating func park(_ address: String, _ attempt: Attempt) -> Parking {
        count += 1
        let parking = Parking(number: count, replaced: current)
        current = ParkedLink(
            address: address, kind: attempt.kind, userInfo: attempt.userInfo, source: WeakSource(attempt.source),
            transition: attempt.transition, answer: attempt.answer, resumptions: attempt.resumptions,
            isCallbackRequest: attempt.isCallbackRequest, ending: attempt.ending, number: count)
        attempt.ending?.wasParked()
        return parking
    }

    /// Records the screen for which the parked link waits.
    mutating func wait(for detour: ScreenContext) { current?.detour = detour }

    /// Undoes ``park(_:_:)``, for a detour that did not lead to a screen.
    mutating func undo(_ parking: Parking) {
        guard let current, current.number == parking.number else { return }
        current.ending?.wasUnparked()
        self.current = parking.replaced
    }

    /// Ends the link that was replaced: one link is parked at a time, and the latest is the person's current choice.
    /// - Returns: its address, if it differs from the one that is parked now.
    func confirm(_ parking: Parking) -> String? {
        guard let replaced = parking.replaced else { return nil }
        replaced.ending?.giveUp(.superseded)
        return replaced.address == current?.address ? nil : replaced.address
    }

    /// Removes the parked link.
    mutating func take() -> ParkedLink? {
        defer { current = nil }
        return current
    }
}
