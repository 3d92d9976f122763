import ServerLog
import ServerMetrics

extension AccessLogCounters {
    /// Writes the access log's metric families.
    func write(into text: inout MetricsText) {
        text.single("waymark_access_log_lines_total", .counter, "Lines made for the access log.", Double(lines))
        text.single(
            "waymark_access_log_dropped_total", .counter, "Lines dropped because the file did not take them.",
            Double(dropped))
        text.single(
            "waymark_access_log_bytes_total", .counter, "Bytes written to the access log.", Double(bytesWritten))
    }
}
