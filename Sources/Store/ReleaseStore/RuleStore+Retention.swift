package import RouteModel
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
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: What was removed; without releases if nothing is left to remove.
    /// - Throws: `notFound`, or the failure of a write.
    package func removeReleases(
        of name: String, under rule: RetentionRule, by: Principal, at: Instant
    ) throws(StoreError) -> RemovedReleases {
        // The query runs beside the writer; the transaction checks each release again.
        let isDue = try read { session in
            let (app, table) = (try session.app(name), RetentionTable(session: session))
            return try !table.removable(app, app.retention.over(rule), at: at, limit: 1).isEmpty
        }
        guard isDue else { return .none }
        let done = try write { session in
            try RetentionTable(session: session).remove(name, rule, Stamp(by: by, at: at))
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
}
