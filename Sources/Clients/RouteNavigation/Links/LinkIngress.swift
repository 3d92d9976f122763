public import Foundation
import RouteIndex
public import RouteProtocols

/// Receives all links from outside: universal links, schemes, notifications and web views, at a cold start and later.
///
/// Links that arrive before the display and the first rules are ready wait, in order, until ``becameReady()`` follows
/// them. A link that arrives while others wait is followed after them. A link that is followed without rules and needs them
/// goes on waiting; it is neither a miss nor lost.
@MainActor
public final class LinkIngress {
    /// The result of receiving a link.
    public enum Reception: Sendable, Hashable {
        /// It was followed.
        case followed(RouteOutcome)
        /// It waits for the display and the first rules, or for the links before it.
        case waiting
        /// It was dropped, because too many links wait.
        case dropped
        /// It is a repetition of a link that was received before.
        case repeated
    }

    /// Why a link was not handled.
    public enum Miss: Sendable, Hashable {
        /// It was followed, with this outcome.
        case ended(RouteOutcome)
        /// It was dropped, because too many links waited.
        case dropped

        /// Why, as a sentence for a log.
        public var text: String {
            switch self {
            case .ended(let outcome): outcome.text
            case .dropped: "too many links were waiting"
            }
        }
    }

    /// The schemes to which results of x-callback-url requests may be sent; with none, no result is sent.
    public var callbackSchemes: Set<String> = []

    /// Called for each link that was not handled, so that the app can inform the person who tapped it.
    ///
    /// Apps with scenes have no other way, because they cannot return to the system whether a link was handled.
    public var onMiss: (@MainActor (IncomingLink, Miss) -> Void)?

    /// Called once for each link that came with campaign values of ``EntryReading/handover``, before it is followed.
    public var onCampaign: (@MainActor (IncomingLink) -> Void)?

    /// How links are read from notifications, activities and actions of the home screen.
    public var reading = EntryReading()

    /// Called for each of these in which no address was found, with the reason; not all of them are meant to be links.
    public var onUnread: (@MainActor (EntryProblem) -> Void)?

    /// The key of the address in the payload of the app's notifications: one name of ``EntryReading/notificationPaths``.
    public var notificationKey: String {
        get { reading.notificationPaths.first?.description ?? "" }
        set { reading.notificationPaths = [EntryPath(name: newValue)] }
    }

    /// Whether links wait for the first rules; see ``stopWaitingForRules()``.
    public private(set) var waitsForRules = true

    /// A link that waits, and the links that led to it.
    private struct Waiting {
        let link: IncomingLink
        let chain: LinkChain?
    }

    private let router: AppRouter
    private let isDisplayReady: @MainActor () -> Bool
    private var waiting: [Waiting] = []
    private var deliveries = Deliveries()
    /// The clock that tells the second delivery of a universal link from a second tap.
    package var now: @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
    /// Links that were followed without rules and need them.
    private var needingRules: [Waiting] = []
    private var seen: [String] = []
    /// Follows the waiting links, in its own task, so that a cancelled caller does not cancel them.
    private var draining: Task<[RouteOutcome], Never>?

    /// Makes an ingress.
    /// - Parameters:
    ///   - router: follows the links.
    ///   - isDisplayReady: whether the root of the display exists.
    public init(router: AppRouter, isDisplayReady: @escaping @MainActor () -> Bool) {
        self.router = router
        self.isDisplayReady = isDisplayReady
    }

    /// Receives a link, and returns after every guard has decided.
    @discardableResult
    public func receive(_ link: IncomingLink) async -> Reception {
        if let early = receiveEarly(link) { return early }
        let outcome = await follow(Waiting(link: link, chain: router.chain(ofArriving: link.address)))
        return needsRules(link) ? .waiting : .followed(outcome)
    }

    /// Receives a link without waiting, for app delegates.
    ///
    /// DEVIATION: older routers returned true for every link; false lets the system try another way. A
    /// waiting link, and one for which guards are asked, count as handled; ``onMiss`` reports if they are not handled
    /// later.
    /// - Returns: whether the link is handled.
    @discardableResult
    public func handle(_ link: IncomingLink) -> Bool {
        switch receiveEarly(link) {
        case .followed(let outcome): return outcome.isHandled
        case .waiting, .repeated: return true
        case .dropped: return false
        case nil:
            let chain = router.chain(ofArriving: link.address)
            let outcome = LinkChain.$current.withValue(chain) {
                router.follow(link.address, attempt(link)) { [weak self] in
                    self?.end(Waiting(link: link, chain: chain), $0)
                }
            }
            return outcome.isHandled || needsRules(link)
        }
    }

    /// Receives an address of which the system does not say how it came: for SwiftUI's `onOpenURL`, which gets universal
    /// links and addresses with a scheme of the app.
    ///
    /// The scheme tells them apart: `http` and `https` are universal links, and ``reading`` may name the kind of others.
    /// The system may deliver one universal link here and as an activity; the second delivery counts as a repetition.
    /// - Returns: whether it is handled.
    @discardableResult
    public func handle(_ url: URL) -> Bool { handle(reading.link(url), deliveredBy: .address) }

    /// Receives a link that the system delivers in one of two ways, once.
    func handle(_ link: IncomingLink, deliveredBy way: Deliveries.Way) -> Bool {
        if link.kind == .universalLink, let address = link.address {
            guard !deliveries.isSecond(address, way, at: now()) else { return true }
        }
        return handle(link)
    }

    /// Follows the waiting links in order; call it when the display or the first rules became ready.
    ///
    /// Links that arrive meanwhile are followed, too. Cancelling the caller does not cancel the links.
    /// - Returns: the outcome of each; empty if another call is following them already.
    @discardableResult
    public func becameReady() async -> [RouteOutcome] {
        guard draining == nil else { return [] }
        return await drain().value
    }

    /// Follows links from now on even without rules, beginning with those that wait.
    ///
    /// For a first launch without network: what the app registered, and web pages, can be opened without rules. A link that
    /// needs rules waits for ``becameReady()``; its outcome is not reported before.
    @discardableResult
    public func stopWaitingForRules() async -> [RouteOutcome] {
        waitsForRules = false
        return await becameReady()
    }

    /// How many links wait.
    public var waitingCount: Int { waiting.count + needingRules.count }

    private func needsRules(_ link: IncomingLink) -> Bool { needingRules.contains { $0.link == link } }

    private var isReady: Bool { isDisplayReady() && (router.routes.isReady || !waitsForRules) }

    /// The result for a link that is rejected, dropped, queued or repeated; nil if it is to be followed now.
    private func receiveEarly(_ link: IncomingLink) -> Reception? {
        guard let address = link.address, !address.isEmpty else {
            reportMiss(link, .rejected(.noAddress))
            return .followed(.rejected(.noAddress))
        }
        guard address.utf8.count <= RouteIndex.Limits.addressBytesMax else {
            let outcome = RouteOutcome.failed("the address is longer than \(RouteIndex.Limits.addressBytesMax) bytes")
            reportMiss(link, outcome)
            return .followed(outcome)
        }
        if let id = link.id, seen.contains(id) { return .repeated }
        let isNext = isReady && waiting.isEmpty && draining == nil && !(router.routes.isReady && !needingRules.isEmpty)
        // A dropped link may come again, so its id is not stored.
        guard isNext || waitingCount < Limits.waitingLinksMax else {
            onMiss?(link, .dropped)
            return .dropped
        }
        if let id = link.id { seen = seen.suffix(Limits.linkIDsMax - 1) + [id] }
        if !link.campaign.isEmpty { onCampaign?(link) }
        guard !isNext else { return nil }
        waiting.append(Waiting(link: link, chain: router.chain(ofArriving: link.address)))
        if isReady && draining == nil { _ = drain() }
        return .waiting
    }

    private func drain() -> Task<[RouteOutcome], Never> {
        let task = Task {
            var outcomes: [RouteOutcome] = []
            while let link = next() { outcomes.append(await follow(link)) }
            draining = nil
            return outcomes
        }
        draining = task
        return task
    }

    /// Removes the link to follow now; nil if there is none.
    private func next() -> Waiting? {
        guard isReady else { return nil }
        if router.routes.isReady, !needingRules.isEmpty { return needingRules.removeFirst() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    private func follow(_ waiting: Waiting) async -> RouteOutcome {
        // Not the chain of the handler in whose task the waiting links happen to be followed.
        let outcome = await LinkChain.$current.withValue(waiting.chain) {
            await router.follow(waiting.link.address, attempt(waiting.link))
        }
        end(waiting, outcome)
        return outcome
    }

    /// Reports the end of a link that was followed, or keeps it until there are rules.
    private func end(_ ended: Waiting, _ outcome: RouteOutcome) {
        guard outcome == .rejected(.notReady) else { return reportMiss(ended.link, outcome) }
        guard waitingCount < Limits.waitingLinksMax else { return onMiss?(ended.link, .dropped) ?? () }
        needingRules.append(ended)
    }

    private func reportMiss(_ link: IncomingLink, _ outcome: RouteOutcome) {
        if !outcome.isHandled { onMiss?(link, .ended(outcome)) }
    }

    /// The attempt for a link; if the link is an x-callback-url request and results are allowed, it sends one result.
    private func attempt(_ link: IncomingLink) -> Attempt {
        var attempt = Attempt(kind: link.kind)
        guard let request = link.address.flatMap(XCallbackURL.init) else { return attempt }
        attempt.isCallbackRequest = true
        guard !callbackSchemes.isEmpty else { return attempt }
        attempt.ending = Ending { [router, callbackSchemes] outcome in
            // The link goes on waiting, and its result comes later.
            if outcome == .rejected(.notReady) { return }
            let answer = XCallbackURL.answer(to: outcome)
            guard let back = request.callback(for: answer, allowing: callbackSchemes) else { return }
            _ = router.openInSystem(back)
        }
        return attempt
    }
}
