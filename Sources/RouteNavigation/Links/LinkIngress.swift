/// A link that came to the app from anywhere.
public struct IncomingLink: Sendable, Hashable {
    /// How it came.
    public var kind: LinkKind
    /// The address; nil where the system gave none.
    public var address: String?
    /// What tells this arrival from another of the same address, such as a notification's id; nil is never a repeat.
    public var id: String?

    /// Makes a link.
    public init(_ kind: LinkKind, _ address: String?, id: String? = nil) {
        self.kind = kind
        self.address = address
        self.id = id
    }
}

/// The one door for links: universal links, schemes, notifications and web views, at cold start and later.
///
/// Links that come before the display and the first rules are there wait, in order, and are followed by
/// ``becameReady()``: a condition, never a timer.
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
        /// The same arrival was taken before.
        case repeated
    }

    /// Schemes that x-callback-url requests may be answered at, in lower case; empty answers nobody.
    public var callbackSchemes: Set<String> = []

    /// Whether links wait for the first rules; see ``stopWaitingForRules()``.
    public private(set) var waitsForRules = true

    private let router: AppRouter
    private let isDisplayReady: @MainActor () -> Bool
    private var waiting: [IncomingLink] = []
    private var seen: [String] = []

    /// Makes the door.
    /// - Parameters:
    ///   - router: follows the links.
    ///   - isDisplayReady: whether the root of the display exists.
    public init(router: AppRouter, isDisplayReady: @escaping @MainActor () -> Bool) {
        self.router = router
        self.isDisplayReady = isDisplayReady
    }

    /// Takes a link and says what became of it, after every guard has decided.
    @discardableResult
    public func receive(_ link: IncomingLink) async -> Reception {
        if let early = takeIn(link) { return early }
        return .followed(await follow(link))
    }

    /// Takes a link the way an app delegate asks: without waiting.
    ///
    /// DEVIATION: the lessons returned true whether or not anything matched; here false lets the system open a
    /// browser instead. A waiting link, and one that guards are asked about, count as taken.
    /// - Returns: whether somebody takes care of it.
    @discardableResult
    public func handle(_ link: IncomingLink) -> Bool {
        switch takeIn(link) {
        case .followed(let outcome): return outcome.isHandled
        case .waiting, .repeated: return true
        case .dropped: return false
        case nil:
            return router.start(link.address, Attempt(kind: link.kind)) { [weak self] in
                self?.answer(link, $0)
            }.isHandled
        }
    }

    /// Follows what waited, in order; to be called when the display or the first rules are there.
    @discardableResult
    public func becameReady() async -> [RouteOutcome] {
        guard isReady else { return [] }
        let links = waiting
        waiting = []
        var outcomes: [RouteOutcome] = []
        for link in links { outcomes.append(await follow(link)) }
        return outcomes
    }

    /// Follows links from now on whether or not rules have arrived, beginning with those that wait.
    ///
    /// For a first launch without network: what the app registered itself, and web pages, can be opened all the same.
    @discardableResult
    public func stopWaitingForRules() async -> [RouteOutcome] {
        waitsForRules = false
        return await becameReady()
    }

    /// How many links wait.
    public var waitingCount: Int { waiting.count }

    private var isReady: Bool { isDisplayReady() && (router.routes.isReady || !waitsForRules) }

    /// Sorts out what is not followed now; nil where it is.
    private func takeIn(_ link: IncomingLink) -> Reception? {
        guard let address = link.address, !address.isEmpty else { return .followed(.rejected(.noAddress)) }
        if let id = link.id, seen.contains(id) { return .repeated }
        let isReady = isReady
        // What is dropped may come again.
        guard isReady || waiting.count < Limits.waitingLinksMax else { return .dropped }
        if let id = link.id { seen = seen.suffix(Limits.linkIDsMax - 1) + [id] }
        guard !isReady else { return nil }
        waiting.append(link)
        return .waiting
    }

    private func follow(_ link: IncomingLink) async -> RouteOutcome {
        let outcome = await router.open(link.address, kind: link.kind)
        answer(link, outcome)
        return outcome
    }

    /// Tells another app how its request ended, if it asked and may be told.
    private func answer(_ link: IncomingLink, _ outcome: RouteOutcome) {
        guard !callbackSchemes.isEmpty, let request = link.address.flatMap(XCallbackURL.init),
            let back = request.callback(for: XCallbackURL.answer(to: outcome), allowing: callbackSchemes)
        else { return }
        _ = router.host.openInSystem(back)
    }
}
