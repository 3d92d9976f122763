import StoreRecords

/// The newest changes, in the order of the audit.
struct ChangeHistory: Sendable {
    /// The newest row of the audit that was read; 0 for an empty audit.
    private(set) var newest: Int
    /// All changes after this row are here.
    private(set) var start: Int
    /// The changes, from old to new; ``ChangeLimits/eventsMax`` at most.
    private(set) var events: [ChangeEvent] = []

    /// Begins with the newest rows of the audit, from old to new, or behind a row.
    init(_ rows: [AuditRecord], behind row: Int = 0) {
        start = rows.first.map { $0.sequence - 1 } ?? row
        newest = start
        add(rows)
    }

    /// Adds rows, from old to new; returns the changes among them that are new here.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - isHeard: Whether streams get the changes now; otherwise they are written when one asks for them.
    /// - Returns: The changes.
    @discardableResult
    mutating func add(_ rows: [AuditRecord], isHeard: Bool = false) -> [ChangeEvent] {
        let rows = rows.filter { $0.sequence > newest }
        guard let last = rows.last else { return [] }
        newest = last.sequence
        var fresh = rows.compactMap { ChangeEvent($0) }
        if isHeard { for index in fresh.indices { fresh[index].write() } }
        events += fresh
        let surplus = events.count - ChangeLimits.eventsMax
        if surplus > 0 {
            start = events[surplus - 1].sequence
            events.removeFirst(surplus)
        }
        return fresh
    }

    /// How a stream begins.
    ///
    /// - Parameters:
    ///   - last: The `Last-Event-ID` of a client that connects again; nil for a new client.
    ///   - scope: The apps whose changes the client gets.
    /// - Returns: The changes that the client missed and `ready`; `reload` where they are not known or too many, or the
    ///   id is none that this server can have sent.
    mutating func beginning(after last: String?, _ scope: AppScope) -> [UInt8] {
        guard let last else { return ChangeEvent.ready(at: newest) }
        guard let id = Int(last), (start...newest).contains(id) else { return ChangeEvent.reload(at: newest) }
        var bytes: [UInt8] = []
        for index in events.indices where events[index].sequence > id && scope.contains(events[index].app) {
            events[index].write()
            bytes += events[index].bytes
            guard bytes.count <= ChangeLimits.burstBytesMax else { return ChangeEvent.reload(at: newest) }
        }
        return bytes + ChangeEvent.ready(at: newest)
    }

    /// The bytes of some changes; nil if they are more than ``ChangeLimits/burstBytesMax``.
    static func burst(_ events: [ChangeEvent]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for event in events {
            bytes += event.bytes
            guard bytes.count <= ChangeLimits.burstBytesMax else { return nil }
        }
        return bytes
    }
}
