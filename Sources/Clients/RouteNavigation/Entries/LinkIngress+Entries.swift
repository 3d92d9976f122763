public import RouteProtocols

extension LinkIngress {
    /// Receives an activity: a web page, a result of the system's search, or one of the app.
    /// - Returns: whether it is handled; false for one without an address, which ``onUnread`` reports.
    @discardableResult
    public func handle(_ entry: ActivityEntry) -> Bool {
        let way: Deliveries.Way? = entry.meaning == .browsing ? .activity : nil
        return handle(deliveredBy: way) { () throws(EntryProblem) in try reading.link(entry) }
    }

    /// Receives what a person did with a notification; a tap that the system reports again is followed once.
    /// - Returns: whether it is handled; false for one without an address, for a dismissed one and for an action that does not
    ///   navigate, which ``onUnread`` reports.
    @discardableResult
    public func handle(_ entry: NotificationEntry) -> Bool {
        handle { () throws(EntryProblem) in try reading.link(entry) }
    }

    /// Receives an action of the home screen.
    /// - Returns: whether it is handled; false for one without an address, which ``onUnread`` reports.
    @discardableResult
    public func handle(_ entry: QuickActionEntry) -> Bool {
        handle { () throws(EntryProblem) in try reading.link(entry) }
    }

    /// Receives a text that a person pasted after the installation: from the system's paste control or SwiftUI's `PasteButton`.
    ///
    /// A page of a link says to copy the link before the installation. Call it with what the person pasted, and never read the
    /// pasteboard without the person's tap.
    /// - Returns: whether it is handled; false for a text that is not an address of a host of ``EntryReading/handover``, which
    ///   ``onUnread`` reports.
    @discardableResult
    public func handle(pasted text: String) -> Bool {
        handle { () throws(EntryProblem) in try reading.link(pasted: text) }
    }

    /// Receives a typed route from an intent of the app, and waits until it is shown: for `perform()`.
    /// - Returns: what happened to it.
    @discardableResult
    public func receive(intent route: some TypedRoute) async -> Reception {
        await receive(IncomingLink(.appIntent, route.address))
    }

    private func handle(
        deliveredBy way: Deliveries.Way? = nil, _ read: () throws(EntryProblem) -> IncomingLink
    ) -> Bool {
        do throws(EntryProblem) {
            let link = try read()
            return way.map { handle(link, deliveredBy: $0) } ?? handle(link)
        } catch {
            onUnread?(error)
            return false
        }
    }
}
