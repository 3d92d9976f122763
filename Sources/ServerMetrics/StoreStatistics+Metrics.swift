import ReleaseStore

extension StoreStatistics {
    /// The counters of the store as metric families.
    package func write(into text: inout MetricsText) {
        text.single(
            "waymark_store_writes_total", .counter, "Writes that were committed.", Double(writesCommitted))
        text.single(
            "waymark_store_writes_refused_total", .counter,
            "Writes that were refused because of a conflict or a missing resource, and writes that failed.",
            Double(writesFailed))
        text.single(
            "waymark_store_writes_failed_total", .counter, "Writes that failed because of the disk or the file.",
            Double(writesBroken))
        text.single("waymark_store_writes_waiting", .gauge, "Writes that wait now.", Double(writesWaiting))
        var commits = Histogram(CommitTimes.bounds)
        commits.add(commitTimes.counts, sum: commitTimes.seconds)
        text.histograms(
            "waymark_store_commit_seconds",
            "Duration of a commit with its flush to the disk; a commit contains a group of writes.",
            [([:], commits)])
        text.single(
            "waymark_store_head_writes_failed_total", .counter,
            "Failed writes of the -head file, which is used to detect lost commits.",
            Double(headWritesFailed))
    }
}
