public import Observation
public import RouteNavigation

/// What a window of an app shows, as state: a path for each tab, modals and an alert; the display of an ``AppRouter``.
///
/// A change has effect on ``target`` at once, and views follow ``state``, which comes to the target in steps that a system
/// can show: while a modal is being dismissed, everything else waits. One navigator, one router and one ``LinkIngress``
/// belong to each window.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
@Observable
public final class Navigator: RequestDisplay, ContextSwitching {
    /// What views show.
    public private(set) var state: NavigatorState
    /// What will be shown when all transitions have ended; changes and same-screen checks see it.
    @ObservationIgnored public private(set) var target: NavigatorState
    /// The request that a router showed or updated last.
    public private(set) var latest: ScreenRequest?

    /// Shows a web page inside the app; with nil, and if it returns false, the system does.
    @ObservationIgnored public var webView: (@MainActor (_ address: String) -> Bool)?
    /// Gives an address to the system; `routes(_:links:activities:)` sets it.
    ///
    /// Before it is set, the latest address waits for it: a link to a web page may come before the first view.
    @ObservationIgnored public var system: (@MainActor (_ address: String) -> Bool)? { didSet { openWaitingPage() } }
    /// The address that waits for ``system``.
    @ObservationIgnored private var waitingPage: String?
    /// The tab whose first screen is a screen of a rule, by the name of that screen.
    @ObservationIgnored public var tabScreens: [String: String] = [:]

    /// How many views show the state: one for each window that has this navigator.
    @ObservationIgnored private var attachments = 0
    @ObservationIgnored private var isDismissing = false
    /// How many dismissals have begun: a late end of one does not end the next.
    @ObservationIgnored private var dismissals = 0
    /// The modals of the dismissal under way.
    @ObservationIgnored private var leaving: Set<Int> = []
    /// A request that was shown or updated, counted from 1.
    package struct Shown: Sendable {
        /// Its number.
        package let number: Int
        /// The request.
        package let request: ScreenRequest
    }

    /// Called with the contexts of the screens that a person has put away, when they are gone; an ``AppRouter`` sets it.
    @ObservationIgnored public var onPutAway: (@MainActor ([ScreenContext]) -> Void)?
    /// What a person has put away in the dismissal under way.
    @ObservationIgnored private var putAway: [ScreenContext] = []
    /// The ports of callers that wait for the result of a screen.
    @ObservationIgnored private var ports: [any ResultPort] = []
    @ObservationIgnored private var shownSoFar = 0
    @ObservationIgnored private var readers: [Int: @MainActor (Shown) -> Void] = [:]
    @ObservationIgnored private var readersSoFar = 0
    @ObservationIgnored private let clock: any Clock<Duration>

    /// Makes a navigator.
    /// - Parameters:
    ///   - tabs: the names of the tabs, in order; none for an app without tabs.
    ///   - clock: measures how long the end of a dismissal is waited for.
    public init(tabs: [String] = [], clock: any Clock<Duration> = ContinuousClock()) {
        let state = NavigatorState(tabs: tabs)
        self.state = state
        target = state
        self.clock = clock
    }

    /// Makes a change, now or when the transition under way has ended.
    /// - Returns: false if it has no effect; see ``NavigatorState/apply(_:)``.
    @discardableResult
    public func apply(_ change: NavigatorChange) -> Bool {
        guard target.apply(change) else { return false }
        follow()
        return true
    }

    /// Makes a change that shows a request, and tells it to the readers of ``shown()``.
    func noting(_ request: ScreenRequest, _ change: () -> Bool) -> Bool {
        guard change() else { return false }
        latest = request
        if let port = request.anyResultPort { ports.append(port) }
        shownSoFar += 1
        for read in readers.values { read(Shown(number: shownSoFar, request: request)) }
        return true
    }

    /// The requests that a router shows or updates from now on, each of them, also if one is shown again.
    ///
    /// Every reader begins with ``latest``, because a link may be followed before the first view. A reader that falls behind
    /// loses the oldest.
    public func shown() -> AsyncStream<ScreenRequest> { stream(after: 0) { $0.request } }

    /// As ``shown()``, with the number of each request; those up to the given number are left out, so that a view that
    /// appears again does not read a request twice.
    package func shown(after last: Int) -> AsyncStream<Shown> { stream(after: last) { $0 } }

    private func stream<Element: Sendable>(
        after last: Int, of element: @escaping @MainActor (Shown) -> Element
    ) -> AsyncStream<Element> {
        let (stream, reader) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(Limits.shownBufferedMax))
        readersSoFar += 1
        let number = readersSoFar
        if let latest, shownSoFar > last { reader.yield(element(Shown(number: shownSoFar, request: latest))) }
        readers[number] = { reader.yield(element($0)) }
        reader.onTermination = { [weak self] _ in
            Task { @MainActor in self?.readers[number] = nil }
        }
        return stream
    }

    /// Shows a saved state; requests that are not allowed are dropped with everything over them.
    /// - Parameters:
    ///   - saved: a state that was encoded before; tabs that this navigator does not have are dropped.
    ///   - isAllowed: whether a request may be shown now, usually ``AppRouter/mayShow(_:)``.
    public func restore(
        _ saved: NavigatorState, allowing isAllowed: @MainActor (ScreenRequest) async -> Bool
    ) async {
        var next = NavigatorState(tabs: state.tabs)
        for tab in next.tabs { next.setPath(await allowed(saved.path(of: tab), isAllowed), of: tab) }
        if next.tabs.contains(saved.selected) { next.selected = saved.selected }
        for modal in saved.modals.prefix(Limits.layersMax) {
            guard await isAllowed(modal.root) else { break }
            next.present(modal.root, modal.style)
            next.setTopPath(await allowed(modal.path, isAllowed))
            if next.topPath.count < modal.path.count { break }
        }
        // A link that came while guards decided is newer than what was saved.
        guard target == NavigatorState(tabs: state.tabs) else { return }
        target = next
        follow()
    }

    private func allowed(
        _ path: [ScreenRequest], _ isAllowed: @MainActor (ScreenRequest) async -> Bool
    ) async -> [ScreenRequest] {
        var kept: [ScreenRequest] = []
        for request in path.prefix(Limits.pathMax) {
            guard await isAllowed(request) else { break }
            kept.append(request)
        }
        return kept
    }

    // MARK: Steps

    /// Brings the state to the target, until a dismissal has to end first.
    private func follow() {
        while !isDismissing, state != target {
            let next = state.step(to: target)
            let dismissesModal = next.modals.count < state.modals.count
            let dismissesAlert = next != target && !dismissesModal
            leaving = Set(state.modals.dropFirst(next.modals.count).map(\.id))
            state = next
            if dismissesModal || dismissesAlert {
                beginDismissal(of: dismissesModal ? Limits.dismissalMax : Limits.alertDismissalMax)
            }
        }
        reportGone()
    }

    /// Ends what belonged to screens that are gone, when no dismissal is under way, and not before the caller of a change
    /// goes on: a view may dismiss itself first, and then send its result or resume the link that led to its login.
    private func reportGone() {
        guard !isDismissing, !ports.isEmpty || !putAway.isEmpty else { return }
        let contexts = putAway
        putAway = []
        Task { [weak self] in
            guard let self else { return }
            let requests = state.requests + target.requests
            let away = contexts.filter { context in !requests.contains { $0.context == context } }
            if !away.isEmpty { onPutAway?(away) }
            let kept = requests.compactMap(\.anyResultPort)
            let gone = ports.filter { port in !kept.contains { $0 === port } }
            ports.removeAll { port in gone.contains { $0 === port } }
            for port in gone { port.forget() }
        }
    }

    /// Opens a page of the web or of another app, now or when there is a view.
    func giveToSystem(_ address: String) -> Bool {
        if let system { return system(address) }
        waitingPage = address
        return true
    }

    private func openWaitingPage() {
        guard let system, let page = waitingPage else { return }
        waitingPage = nil
        _ = system(page)
    }

    /// Waits for the end of a dismissal if there are views that have one.
    private func beginDismissal(of duration: Duration = Limits.dismissalMax) {
        guard attachments > 0 else { return }
        isDismissing = true
        dismissals += 1
        let number = dismissals
        Task { [clock, weak self] in
            try? await clock.sleep(for: duration)
            self?.dismissalEnded(number)
        }
    }

    private func dismissalEnded(_ number: Int) {
        guard isDismissing, number == dismissals else { return }
        isDismissing = false
        follow()
    }

    // MARK: For views

    /// Records that a view shows the state, such as that of a window; each call has its ``detach()``.
    public func attach() { attachments += 1 }

    /// Records that a view does not show the state any more; after the last one, what waits is shown at once.
    public func detach() {
        attachments = max(attachments - 1, 0)
        guard attachments == 0 else { return }
        isDismissing = false
        follow()
    }

    /// Records that a modal is gone; what waits for it is shown.
    public func modalWasDismissed() { dismissalEnded(dismissals) }

    /// Records that a modal is gone.
    ///
    /// What waits for it is shown, unless the end comes so late that it is not waited for any more.
    public func modalWasDismissed(_ modal: Int) { if leaving.contains(modal) { dismissalEnded(dismissals) } }

    /// Records that a person dismissed a modal, and those over it.
    public func personDismissed(modal id: Int) {
        guard let index = state.modals.firstIndex(where: { $0.id == id }) else { return }
        let gone = state.modals[index...].map(\.id)
        putAway += state.modals[index...].flatMap { [$0.root] + $0.path }.map(\.context)
        state.modals.removeSubrange(index...)
        // The modal took its alert with it; if the target has it, the view below shows it after the dismissal.
        state.alert = nil
        if let index = target.modals.firstIndex(where: { $0.id == id }) { target.modals.removeSubrange(index...) }
        if isDismissing {
            leaving.formUnion(gone)
        } else {
            leaving = Set(gone)
            beginDismissal()
        }
        follow()
    }

    /// Records that a person went back in a stack, or forward by one screen; a change that waits has priority.
    ///
    /// Any other path is of a moment before the latest change, such as the end of a swipe that began before it, and is
    /// ignored: else it would bring back screens that are gone.
    /// - Parameters:
    ///   - path: the path that the stack has now.
    ///   - modal: the modal of the stack; nil for that of a tab.
    ///   - tab: the tab of the stack, if it is not in a modal.
    public func personSet(path: [ScreenRequest], modal: Int?, tab: String) {
        let before = modal.map { id in state.modals.first { $0.id == id }?.path ?? [] } ?? state.path(of: tab)
        guard path.count <= Limits.pathMax,
            before.starts(with: path) || path.count == before.count + 1 && path.starts(with: before)
        else { return }
        putAway += before.dropFirst(path.count).map(\.context)
        func set(_ state: inout NavigatorState) {
            if let modal {
                guard let index = state.modals.firstIndex(where: { $0.id == modal }) else { return }
                state.modals[index].path = path
            } else {
                state.setPath(path, of: tab)
            }
        }
        let isUpToDate = state == target
        set(&state)
        if isUpToDate { set(&target) }
        follow()
    }

    /// Records that a person selected a tab.
    public func personSelected(tab: String) {
        guard target.modals.isEmpty else { return }
        apply(.select(tab: tab))
    }

    /// Records that a person closed the alert.
    public func personClosedAlert() { apply(.removeAlert) }
}
