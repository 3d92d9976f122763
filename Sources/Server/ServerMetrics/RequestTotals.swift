import SystemIO

/// Answers by route: counts by status, times and sizes.
package struct RequestTotals: Sendable {
    /// A route with a status; nil if the address has no route.
    struct Key: Hashable, Sendable {
        let route: String?
        let status: Int
    }

    /// Counts of answers.
    var answers: [Key: Int] = [:]
    /// Times in seconds.
    var seconds: [String?: Histogram] = [:]
    /// Sizes of answer bodies in bytes.
    var responseBytes: [String?: Histogram] = [:]
    /// Sizes of request bodies in bytes, for methods that have one.
    var requestBytes: [String?: Histogram] = [:]

    /// Adds answers of a route, with the size of each body.
    mutating func add(_ route: String?, _ status: Int, bodyBytes: Int, _ count: Int) {
        answers[Key(route: route, status: status), default: 0] += count
        responseBytes[route, default: Histogram(Histogram.bodyBytes)].add(Double(bodyBytes), times: count)
    }

    /// Writes the families.
    package func write(into text: inout MetricsText) {
        text.family(
            "waymark_http_requests_total", .counter, "Requests answered, by route and status.",
            answers.map { (Self.name($0.key.route), $0.key.status, $0.value) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
                .map { (["route": $0.0, "status": String($0.1)], Double($0.2)) })
        text.histograms(
            "waymark_http_request_seconds",
            "Time to the answer. Answers of event loops: from the wake-up of the loop until all answers of that turn "
                + "are given to the kernel. All others: the time of the worker, without the wait for it.",
            Self.samples(seconds))
        text.histograms(
            "waymark_http_response_body_bytes", "Sizes of answer bodies, as sent.", Self.samples(responseBytes))
        text.histograms(
            "waymark_http_request_body_bytes", "Sizes of request bodies, for methods that have one.",
            Self.samples(requestBytes))
    }

    private static func samples(
        _ histograms: [String?: Histogram]
    ) -> [(labels: MetricsText.Labels, histogram: Histogram)] {
        histograms.map { (name($0.key), $0.value) }.sorted { $0.0 < $1.0 }.map { (["route": $0.0], $0.1) }
    }

    private static func name(_ route: String?) -> String { route ?? "none" }
}
