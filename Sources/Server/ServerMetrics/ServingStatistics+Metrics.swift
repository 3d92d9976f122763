import HTTPServing

extension ServingStatistics {
    /// The listeners' counters as metric families.
    package func write(into text: inout MetricsText) {
        text.single("waymark_connections_accepted_total", .counter, "Connections accepted.", Double(accepted))
        text.single(
            "waymark_connections_refused_total", .counter, "Connections refused because of a limit.", Double(refused))
        text.single("waymark_connections_open", .gauge, "Connections open now.", Double(open))
        text.single(
            "waymark_connections_timed_out_total", .counter, "Connections closed by a timeout.",
            Double(timedOut))
        text.single(
            "waymark_connections_shed_total", .counter,
            "Connections closed because all connections used too much memory; the largest first.", Double(shed))
        text.single(
            "waymark_http_requests_read_total", .counter,
            "Request heads that were read; answered requests are in waymark_http_requests_total.",
            Double(requests))
        text.single("waymark_received_bytes_total", .counter, "Bytes received.", Double(bytesReceived))
        text.single("waymark_sent_bytes_total", .counter, "Bytes sent.", Double(bytesSent))
        text.single("waymark_event_streams_open", .gauge, "Event streams open now.", Double(streams))
        text.single(
            "waymark_event_streams_dropped_total", .counter,
            "Event streams closed because the client did not read them.",
            Double(watchersDropped))
        text.single(
            "waymark_event_streams_revoked_total", .counter,
            "Event streams that the server ended because their clients lost the right to them.",
            Double(streamsRevoked))
        text.family(
            "waymark_event_streams_refused_total", .counter,
            "Event streams refused because all places, or those of an address, were taken.",
            [(["limit": "all"], Double(streamsRefused.all)), (["limit": "address"], Double(streamsRefused.address))])
        text.single(
            "waymark_event_streams_backlog_bytes", .gauge,
            "Bytes of event streams that clients had not read at the last check of the event loops.",
            Double(watcherBacklogBytes))
        text.single("waymark_work_waiting", .gauge, "Requests waiting for a worker now.", Double(workWaiting))
        text.histograms(
            "waymark_work_wait_seconds", "Time that requests waited for a worker.", [([:], workWaits)])
        text.single(
            "waymark_work_refused_total", .counter, "Requests refused because all workers were busy.",
            Double(workRefused))
        text.single(
            "waymark_connections_displaced_total", .counter,
            "Connections closed because they had one of the last places and no request had a live token.",
            Double(displaced))
        text.single(
            "waymark_downloads_dropped_total", .counter,
            "Backup downloads closed because the client took less than the least rate.", Double(downloadsDropped))
        writeLanes(into: &text)
    }

    /// Writes the counts that are separate for administrators and others.
    private func writeLanes(into text: inout MetricsText) {
        let named = lanes.map { (lane: $0, labels: ["lane": $0.name] as MetricsText.Labels) }
        text.family(
            "waymark_lane_work_waiting", .gauge, "Requests waiting for a worker now.",
            named.map { ($0.labels, Double($0.lane.waiting)) })
        text.family(
            "waymark_lane_body_bytes", .gauge, "Bytes of request bodies in memory now.",
            named.map { ($0.labels, Double($0.lane.bodyBytes)) })
        text.family(
            "waymark_lane_answer_bytes", .gauge, "Bytes of large answers that clients have not read yet.",
            named.map { ($0.labels, Double($0.lane.answerBytes)) })
        text.family(
            "waymark_connections_held_bytes", .gauge,
            "Bytes of incomplete heads, of requests that wait, and of small answers that clients have not read.",
            [(["lane": "admin"], Double(held.admins)), (["lane": "others"], Double(held.strangers))])
        text.family(
            "waymark_lane_refused_total", .counter, "Requests refused because a limit of their lane was reached.",
            lanes.flatMap { lane in
                let counts = [
                    ("work", lane.workRefused), ("bodies", lane.bodiesRefused), ("answers", lane.answersRefused),
                ]
                return counts.map { limit, count in
                    (["lane": lane.name, "limit": limit] as MetricsText.Labels, Double(count))
                }
            })
    }
}

extension LaneStatistics {
    fileprivate var name: String { isAdmin ? "admin" : "others" }
}
