import RouteIndex

/// The one door for links: universal links, schemes, notifications and web views, at cold start and later.
///
/// Links that come before the display and the first rules are there wait, in order, and are followed by
/// ``becameReady()``: a condition, never a timer. A link that comes while others wait comes after them.
@MainActor
public final class LinkIngress {
    /// What became of a link.
    public enum Reception: Sendable, Hashable {
        /// It was followed.
        case followed(RouteOutcome)
        /// It waits for the display and the first rules, or for the links before it.
        case waiting
        /// Too many links wait already.
        case dropped
        /// The same arrival was taken before.
        case repeated
    }

    /// Why nobody took care of a link.
    public enum Miss: Sendable, Hashable {
        /// It was followed, and this is how that ended.
        case ended(RouteOutcome)
        /// Too many links waited already.
        case dropped

        /// Why, as a sentence for a log.
        public var text: String {
            switch self {
            case .ended(let outcome): outcome.text
            case .dropped: "too many links waited already"
            }
        }
    }

    /// Schemes that x-callback-url requests may be answered at; empty answers nobody.
    public var callbackSchemes: Set<String> = []

    /// Told of each link that nobody took care of, so that the app can tell the person who tapped it.
    ///
    /// Apps with scenes have no other way: the system does not ask them whether a link was taken, and takes none back.
    public var onMiss: (@MainActor (IncomingLink, Miss) -> Void)?

    /// The name under which the payloads of this app's notifications carry an address.
    public var notificationKey = "link"

    /// Whether links wait for the first rules; see ``stopWaitingForRules()``.
    public private(set) var waitsForRules = true

    private let router: AppRouter
    private let isDisplayReady: @MainActor () -> Bool
    private var waiting: [IncomingLink] = []
    private var seen: [String] = []
    /// Follows what waits; in a task of its own, so that no caller's end takes links along.
    private var draining: Task<[RouteOutcome], Never>?

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
    /// DEVIATION: the lessons returned true whether or not anything matched; here false lets an app delegate's system
    /// look further. A waiting link, and one that guards are asked about, count as taken; ``onMiss`` tells where they
    /// ended badly after all.
    /// - Returns: whether somebody takes care of it.
    @discardableResult
    public func handle(_ link: IncomingLink) -> Bool {
        switch takeIn(link) {
        case .followed(let outcome): return outcome.isHandled
        case .waiting, .repeated: return true
        case .dropped: return false
        case nil:
            return router.start(link.address, attempt(link)) { [weak self] in self?.miss(link, $0) }.isHandled
        }
    }

    /// Follows what waits, in order; to be called when the display or the first rules are there.
    ///
    /// Links that come meanwhile are followed, too. A caller that is cancelled takes no link along.
    /// - Returns: how each ended; nothing where another call is following them already.
    @discardableResult
    public func becameReady() async -> [RouteOutcome] {
        guard draining == nil else { return [] }
        return await drain().value
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
        guard let address = link.address, !address.isEmpty else {
            miss(link, .rejected(.noAddress))
            return .followed(.rejected(.noAddress))
        }
        guard address.utf8.count <= RouteIndex.Limits.addressBytesMax else {
            let outcome = RouteOutcome.failed("the address is longer than \(RouteIndex.Limits.addressBytesMax) bytes")
            miss(link, outcome)
            return .followed(outcome)
        }
        if let id = link.id, seen.contains(id) { return .repeated }
        let isNext = isReady && waiting.isEmpty && draining == nil
        // What is dropped may come again.
        guard isNext || waiting.count < Limits.waitingLinksMax else {
            onMiss?(link, .dropped)
            return .dropped
        }
        if let id = link.id { seen = seen.suffix(Limits.linkIDsMax - 1) + [id] }
        guard !isNext else { return nil }
        waiting.append(link)
        if isReady && draining == nil { _ = drain() }
        return .waiting
    }

    private func drain() -> Task<[RouteOutcome], Never> {
        let task = Task {
            var outcomes: [RouteOutcome] = []
            while isReady, !waiting.isEmpty { outcomes.append(await follow(waiting.removeFirst())) }
            draining = nil
            return outcomes
        }
        draining = task
        return task
    }

    private func follow(_ link: IncomingLink) async -> RouteOutcome {
        let outcome = await router.follow(link.address, attempt(link))
        miss(link, outcome)
        return outcome
    }

    private func miss(_ link: IncomingLink, _ outcome: RouteOutcome) {
        if !outcome.isHandled { onMiss?(link, .ended(outcome)) }
    }

    /// An attempt that answers another app, if it asked and may be told: once, when all has ended.
    private func attempt(_ link: IncomingLink) -> Attempt {
        var attempt = Attempt(kind: link.kind)
        guard let request = link.address.flatMap(XCallbackURL.init) else { return attempt }
        attempt.isCallbackRequest = true
        guard !callbackSchemes.isEmpty else { return attempt }
        attempt.ending = Ending { [router, callbackSchemes] outcome in
            let answer = XCallbackURL.answer(to: outcome)
            guard let back = request.callback(for: answer, allowing: callbackSchemes) else { return }
            _ = router.host.openInSystem(back)
        }
        return attempt
    }
}
