package import HTTPExchange
package import HTTPWire
package import ReleaseStore
package import StoreRecords
import Synchronization

/// `GET /v1/events`: what others change in drafts, releases and channels, as it is committed.
///
/// The audit is the source, so that nothing that was committed is missing, and ids of events survive a restart. Streams
/// whose tokens have the same apps share a topic of the HTTP server.
package final class ChangeFeed: Sendable {
    /// The id of its endpoint.
    static let id = "changes"
    /// The path of the stream.
    static let path = "/v1/events"

    private let store: any RuleStore
    private let state: Mutex<State>

    /// What the streams of a topic must learn.
    package enum Delivery: Sendable {
        /// Changes, the newest of which has this number.
        case events(topic: Int, number: Int, StreamBytes)
        /// The streams of the topic end; their clients connect again.
        case end(topic: Int)
    }

    private struct State {
        var history: ChangeHistory
        var topics = ChangeTopics()
        /// Receives what streams must learn; called under the lock, so that changes are posted in their order.
        var deliver: (@Sendable (Delivery) -> Void)?
        /// Whether the last call could not read the audit.
        var isLate = false
    }

    /// Reads the newest rows of the audit; none if it begins without a database, and ``restart(_:)`` gets them later.
    package init(store: any RuleStore, isAway: Bool = false) throws(StoreError) {
        self.store = store
        state = Mutex(State(history: isAway ? ChangeHistory([]) : try Self.newestHistory(of: store)))
    }

    /// Without the older rows where one of them is damaged.
    private static func newestHistory(of store: any RuleStore) throws(StoreError) -> ChangeHistory {
        do throws(StoreError) { return ChangeHistory(try newestRows(of: store)) } catch {
            guard error.code == .corrupt else { throw error }
            return ChangeHistory([], behind: (try? store.position().sequence) ?? 0)
        }
    }

    private static func newestRows(of store: any RuleStore) throws(StoreError) -> [AuditRecord] {
        var query = AuditQuery(limit: StoreLimits.pageRowsMax)
        var rows: [AuditRecord] = []
        for _ in 0..<ChangeLimits.pagesMax {
            let page = try store.auditPage(query)
            rows += page.rows
            guard rows.count < ChangeLimits.eventsMax, let next = page.next else { break }
            query.before = next
        }
        return rows.reversed()
    }

    /// Sets the receiver of what streams must learn; it must not block.
    package func onDelivery(_ receive: @escaping @Sendable (Delivery) -> Void) {
        state.withLock { $0.deliver = receive }
    }

    /// Reads the rows of the audit that are new, and delivers the changes among them.
    ///
    /// - Returns: The failure, if the call before had none; the next call reads the same rows again.
    package func refresh() -> StoreError? {
        do throws(StoreError) { try readNewRows() } catch {
            let wasLate = state.withLock { state in
                defer { state.isLate = true }
                return state.isLate
            }
            return wasLate ? nil : error
        }
        state.withLock { $0.isLate = false }
        return nil
    }

    private func readNewRows() throws(StoreError) {
        var query = AuditQuery(limit: StoreLimits.pageRowsMax)
        query.isOldestFirst = true
        for _ in 0..<ChangeLimits.pagesMax {
            query.after = state.withLock { $0.history.newest }
            let page = try store.auditPage(query)
            add(page.rows)
            guard page.next != nil else { return }
        }
    }

    /// Takes rows of the audit, from old to new, and delivers the changes among them that are new here.
    package func add(_ rows: [AuditRecord]) {
        state.withLock { state in
            let fresh = state.history.add(rows, isHeard: !state.topics.isEmpty)
            guard let deliver = state.deliver, !fresh.isEmpty else { return }
            for delivery in state.topics.deliveries(of: fresh) { deliver(delivery) }
        }
    }

    /// Begins again with other rows, because the audit lacks rows that were read; streams end, and their clients read
    /// everything again.
    package func restart(_ rows: [AuditRecord]) {
        state.withLock { state in
            state.history = ChangeHistory(rows)
            for topic in state.topics.removeAll() { state.deliver?(.end(topic: topic)) }
        }
    }

    /// The newest rows of the audit, from old to new, as many as streams may need.
    package static func newest(of store: any RuleStore) throws(StoreError) -> [AuditRecord] {
        try newestRows(of: store)
    }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                Self.id, .get, Self.path, access: .token,
                summary:
                    "Changes of drafts, releases and channels of all apps that the token may read, as Server-Sent Events.",
                success: .init(
                    200, .changeEvent, mediaType: "text/event-stream",
                    fields: [AnswerField("X-Accel-Buffering", "proxies must not buffer events", .words(["no"]))]),
                handler: .stream(stream))
        ]
    }

    @Sendable private func stream(_ request: EndpointRequest) throws(Problem) -> EventStream {
        begin(request.caller.token.scope, after: request.fields.lastEventID)
    }

    /// Begins a stream with the changes of some apps; on an event loop.
    ///
    /// - Parameters:
    ///   - scope: The apps.
    ///   - last: The `Last-Event-ID` of the request, if it has one.
    /// - Returns: The topic, and the first events.
    func begin(_ scope: AppScope, after last: String?) -> EventStream {
        state.withLock { state in
            let (topic, removed) = state.topics.topic(of: scope)
            if let removed { state.deliver?(.end(topic: removed)) }
            let first = state.history.beginning(after: last, scope)
            return EventStream(
                topic: topic, number: state.history.newest, isOpen: false,
                beginning: PreparedResponse(streaming: Self.fields, first: StreamBytes(first)), cell: nil, owner: nil)
        }
    }

    /// The last field makes nginx pass each event on at once.
    private static let fields = [
        HeaderField("Content-Type", "text/event-stream"), HeaderField("Cache-Control", "no-store"),
        HeaderField("X-Accel-Buffering", "no"),
    ]
}

extension Schema {
    fileprivate static let changeEvent = Schema.record(
        "ChangeEvent", ["event": .words(["change", "ready", "reload"]), "id": .text(), "data": .text()])
}
