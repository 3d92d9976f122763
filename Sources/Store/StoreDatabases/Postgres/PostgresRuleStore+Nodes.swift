import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

extension PostgresRuleStore {
    /// Throws `away` in a snapshot of a server that is not the one that wrote last, before the epoch is raised for it.
    static func verifyServer(_ session: StoreSession) throws(StoreError) {
        try CounterRow(session: session).verify()
    }

    /// Raises the epoch above that of a head that a node has seen, unless the store has a later one or all up to that head.
    ///
    /// - Returns: What the store lacks; nil if the epoch was not raised.
    /// - Throws: The failure of the read or the write.
    func raiseEpoch(ifBehind head: StoreHead) throws(StoreError) -> PostgresOpeningNotice? {
        @Sendable func loss(_ session: StoreSession) throws(StoreError) -> String? {
            try session.head().epoch > head.epoch ? nil : session.loss(since: head)
        }
        guard try read(loss) != nil else { return nil }
        return try write { session in
            // Of several nodes that see it, one raises the epoch.
            guard let loss = try loss(session) else { return nil }
            let stamp = Stamp(by: CounterRow.author, at: try CounterRow.clock(of: session))
            let reason = "the database went back: \(loss)"
            return .behind(loss, epoch: try session.raiseEpoch(atLeastAfter: head.epoch, reason: reason, stamp))
        }
    }

    /// Takes or keeps the right to do work that must be done once, until a time of the database's clock.
    ///
    /// - Parameters:
    ///   - name: the work.
    ///   - holder: the node.
    ///   - seconds: for how long; a node that ends without a word keeps it so long.
    /// - Returns: whether the node has it.
    /// - Throws: the failure of the write.
    func holdLease(_ name: String, as holder: String, seconds: Int) throws(StoreError) -> Bool {
        try write { session in
            let changed = try session.change(
                """
                INSERT INTO leases (name, holder, ends_at)
                VALUES (?1, ?2, clock_timestamp() + CAST(?3 AS bigint) * interval '1 second')
                ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
                WHERE leases.holder = excluded.holder OR leases.ends_at <= clock_timestamp()
                """, [.text(name), .text(holder), .integer(seconds)])
            return changed == 1
        }
    }

    /// The nodes that said something lately, by name.
    func nodes() throws(StoreError) -> [NodeRecord] {
        try read { session in
            try session.all(
                """
                SELECT name, version, started_at, seen_at, epoch, sequence, behind FROM nodes
                WHERE seen_at > extract(epoch FROM clock_timestamp()) * 1000 - CAST(?1 AS bigint) ORDER BY name
                """, [.integer(PostgresStoreLimits.nodeSeconds * 1000)]
            ) { row in
                NodeRecord(
                    name: row.text(0), version: row.text(1),
                    startedAt: Instant(milliseconds: Int64(row.integer(2))),
                    seenAt: Instant(milliseconds: Int64(row.integer(3))),
                    position: StorePosition(epoch: row.integer(4), sequence: row.integer(5)),
                    behindMilliseconds: row.integer(6))
            }
        }
    }
}
