/// A link that came to the app from anywhere.
public struct IncomingLink: Sendable, Hashable {
    /// How it came.
    public var kind: LinkKind
    /// The address; nil where the system gave none.
    public var address: String?

    /// Makes a link.
    public init(_ kind: LinkKind, _ address: String?) {
        self.kind = kind
        self.address = address
    }
}

/// The one door for links: universal links, schemes, notifications and web views, at cold start and later.
///
/// Links that come before the display and the first rules are there wait, in order, and are followed by `becameReady`.
@MainActor
public final class LinkIngress {
    /// What became of a link.
    public enum Reception: Sendable, Hashable {
        /// It was followed.
        case followed(RouteOutcome)
        /// It waits for the display and the first rules.
        case waiting
        /// Too many links wait already.
        case dropped
    }

    private let router: AppRouter
    private let isDisplayReady: @MainActor () -> Bool
    private var waiting: [IncomingLink] = []

    /// Makes the door.
    /// - Parameters:
    ///   - router: follows the links.
    ///   - isDisplayReady: whether the root of the display exists.
    public init(router: AppRouter, isDisplayReady: @escaping @MainActor () -> Bool) {
        self.router = router
        self.isDisplayReady = isDisplayReady
    }

    /// Takes a link and says what became of it.
    public func receive(_ link: IncomingLink) -> Reception {
        guard let address = link.address, !address.isEmpty else { return .followed(.rejected(.noAddress)) }
        guard isDisplayReady(), router.routes.isReady else {
            guard waiting.count < Limits.waitingLinksMax else { return .dropped }
            waiting.append(link)
            return .waiting
        }
        return .followed(router.open(address, kind: link.kind))
    }

    /// Takes a link the way an app delegate asks.
    ///
    /// DEVIATION: the lessons returned true whether or not anything matched; here false lets the system open a
    /// browser instead. A waiting link counts as taken.
    /// - Returns: whether somebody takes care of it.
    public func handle(_ link: IncomingLink) -> Bool {
        switch receive(link) {
        case .followed(let outcome): outcome.isHandled
        case .waiting: true
        case .dropped: false
        }
    }

    /// Follows what waited, in order; to be called when the display or the first rules are there.
    @discardableResult
    public func becameReady() -> [RouteOutcome] {
        guard isDisplayReady(), router.routes.isReady else { return [] }
        let links = waiting
        waiting = []
        return links.map { router.open($0.address, kind: $0.kind) }
    }
}
