package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// What a run of retention would remove now; changes nothing.
    ///
    /// - Parameters:
    ///   - name: The app.
    ///   - rule: The server's rule, for the values that the app does not have.
    ///   - at: The present instant.
    /// - Returns: The plan.
    /// - Throws: `notFound`, or the failure of the read.
    package func retentionPlan(
        of name: String, under rule: RetentionRule, at: Instant
    ) throws(StoreError) -> RetentionPlan {
        try read { session in
            let (app, table) = (try session.app(name), RetentionTable(session: session))
            let own = app.retention.over(rule)
            let oldest = own.oldest(at: at)
            let count = try table.removableCount(app, own, at: at)
            let listed = try table.removable(app, own, at: at, limit: StoreLimits.retentionListedMax)
            let channels = try session.channels(of: name).filter { channel in
                channel.name != ChannelRecord.production && channel.changedAt <= oldest
            }
            return RetentionPlan(
                app: name, rule: own, releaseCount: count.releases, byteCount: count.bytes,
                versions: listed.map(\.version),
                unusedChannels: Array(channels.prefix(StoreLimits.retentionListedMax)),
                unusedScreens: try table.unusedScreens(try session.appID(name), before: oldest))
        }
    }

    /// Removes the bytes of the oldest releases that an app does not keep, at most as many as fit one transaction.
    ///
    /// The rows of the releases stay. One transaction marks the releases and inserts the row of the audit; after that,
    /// the bytes belong to no release and are deleted in pieces, so that other writers can write in between. If the
    /// process ends before that, the next opening deletes them, as it does with staged bytes.
    ///
    /// - Parameters:
    ///   - name: The app.
    ///   - rule: The server's rule, for the values that the app does not have.
    ///   - until: The time at which the ages are looked at; nil for the present.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: What was removed; without releases if nothing is left to remove.
    /// - Throws: `notFound`, or the failure of a write.
    package func removeReleases(
        of name: String, under rule: RetentionRule, until: Instant? = nil, by: Principal, at: Instant
    ) throws(StoreError) -> RemovedReleases {
        let until = until ?? at
        // The query runs beside the writer; the transaction checks each release again.
        let isDue = try read { session in
            let (app, table) = (try session.app(name), RetentionTable(session: session))
            return try !table.removable(app, app.retention.over(rule), at: until, limit: 1).isEmpty
        }
        guard isDue else { return .none }
        let done = try write { session in
            try RetentionTable(session: session).remove(name, rule, until: until, Stamp(by: by, at: at))
        }
        // The releases are removed, whether their bytes can be deleted now or at the next opening.
        for blob in done.blobs { try? deleteRemoved(blob) }
        return done.removed
    }

    /// Deletes the bytes of a removed release in pieces; the last piece has fewer chunks than the others, or none.
    private func deleteRemoved(_ blob: Int) throws(StoreError) {
        while try write({ session in try session.blobs.deletePiece(of: blob) }) {}
    }

    /// When retention last ran to its end; nil before the first time.
    package func retentionRun() throws(StoreError) -> Instant? {
        try read { session in
            try session.first("SELECT retention_at FROM facts WHERE id = 1") { row in row.optionalInstant(0) } ?? nil
        }
    }

    /// Stores that retention ran to its end; no row of the audit is written.
    package func recordRetentionRun(at: Instant) throws(StoreError) {
        try write { session in
            _ = try session.run("UPDATE facts SET retention_at = ?1 WHERE id = 1", [.instant(at)])
        }
    }

    /// The time up to which wall and monotonic clock have agreed for a day; what had ended then may be removed.
    ///
    /// It is 1970 before the first day.
    package func settledTime() throws(StoreError) -> Instant {
        try read { session in try session.settledTime() }
    }

    /// Compares the clocks with those of the last mark: a day of both makes its time the settled one and the present the mark.
    ///
    /// A wall clock that jumps, another computer and a new start of the system disagree with the mark. Such a mark is made anew
    /// if it lies in the future or is old; else it waits for its own computer, which is one of several that share a database.
    ///
    /// - Parameters:
    ///   - at: The wall clock.
    ///   - clock: The monotonic clock of the computer, in milliseconds.
    /// - Throws: The failure of a read or a write; at most one write in a day, if clocks agree.
    package func noteClocks(at: Instant, _ clock: Int64) throws(StoreError) {
        let mark = try read { session in
            try session.first("SELECT marked_at, marked_clock FROM facts WHERE id = 1") { row in
                (at: row.optionalInstant(0), clock: Int64(row.integer(1)))
            }
        }
        var settled: Instant?
        if let marked = mark?.at, let mark {
            let age = at.milliseconds - marked.milliseconds
            let isAgreed = abs(age - (clock - mark.clock)) <= StoreLimits.clockDriftMilliseconds
            let limit = StoreLimits.settlingMilliseconds * (isAgreed ? 1 : 2)
            guard age < 0 || age >= limit else { return }
            settled = isAgreed && age > 0 ? marked : nil
        }
        let values: [SQLValue] = [.instant(at), .integer(Int(clock)), .optional(settled)]
        try write { session in
            _ = try session.run(
                "UPDATE facts SET marked_at = ?1, marked_clock = ?2, settled_at = coalesce(?3, settled_at) WHERE id = 1",
                values)
        }
    }
}
