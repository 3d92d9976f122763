import HTTPServing

extension ServingStatistics {
    /// The listeners' counters as metric families.
    func write(into text: inout MetricsText) {
        text.single("waymark_connections_accepted_total", .counter, "Connections taken.", Double(accepted))
        text.single(
            "waymark_connections_refused_total", .counter, "Connections turned away at a limit.", Double(refused))
        text.single("waymark_connections_open", .gauge, "Connections open now.", Double(open))
        text.single(
            "waymark_connections_timed_out_total", .counter, "Connections closed because their time was up.",
            Double(timedOut))
        text.single("waymark_requests_total", .counter, "Requests read, all planes.", Double(requests))
        text.single(
            "waymark_work_refused_total", .counter, "Requests turned away because all workers were busy.",
            Double(workRefused))
        text.single(
            "waymark_watchers_dropped_total", .counter, "Event streams ended because nobody read them.",
            Double(watchersDropped))
        text.single("waymark_streams_open", .gauge, "Event streams open now.", Double(streams))
        text.single("waymark_received_bytes_total", .counter, "Bytes received.", Double(bytesReceived))
        text.single("waymark_sent_bytes_total", .counter, "Bytes sent.", Double(bytesSent))
        text.family(
            "waymark_responses_total", .counter, "Answers by class of status, all planes.",
            answers.enumerated().dropFirst().map { (["class": "\($0.offset + 1)xx"], Double($0.element)) })
    }
}
