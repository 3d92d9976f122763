import ReleaseStore

extension StoreStatistics {
    /// What the store counts as metric families.
    package func write(into text: inout MetricsText) {
        text.single(
            "waymark_store_writes_total", .counter, "Writes that were committed.", Double(writesCommitted))
        text.single(
            "waymark_store_writes_refused_total", .counter,
            "Writes that were refused, for whatever they were against, or failed.", Double(writesFailed))
        text.single(
            "waymark_store_writes_failed_total", .counter, "Writes that failed because of the disk or the file.",
            Double(writesBroken))
        text.single("waymark_store_writes_waiting", .gauge, "Writes waiting now.", Double(writesWaiting))
        text.histograms(
            "waymark_store_commit_seconds",
            "Time of a commit, its flush to the disk included; each holds a group of writes.",
            [([:], commitTimes)])
        text.single(
            "waymark_store_head_writes_failed_total", .counter,
            "Times the file beside the database that makes losses known could not be written.",
            Double(headWritesFailed))
    }
}
