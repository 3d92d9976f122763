import StoreRecords

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
        text.single("waymark_store_writes_waiting", .gauge, "Writes waiting now.", Double(writesWaiting))
        text.histograms(
            "waymark_store_commit_seconds",
            "Time of a commit, its flush to the disk included; each holds a group of writes.",
            [([:], commitTimes)])
        text.single(
            "waymark_store_head_writes_failed_total", .counter,
            "Failed writes of the -head file, which is used to detect lost commits.",
            Double(headWritesFailed))
    }
}
