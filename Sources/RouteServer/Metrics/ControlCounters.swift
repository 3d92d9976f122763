import Synchronization

/// What the control plane counts about itself.
final class ControlCounters: Sendable {
    private let state = Mutex(State())

    private struct State {
        var answers: [Key: Int] = [:]
        var seconds: [EndpointID: Double] = [:]
        var refusedTokens = 0
        var publishes = 0
        var publishSeconds = 0.0
    }

    /// An endpoint with the class of its status.
    private struct Key: Hashable, Comparable {
        var endpoint: EndpointID
        var status: Int

        static func < (a: Key, b: Key) -> Bool { (a.endpoint.rawValue, a.status) < (b.endpoint.rawValue, b.status) }
    }

    init() {}

    func note(_ endpoint: EndpointID, status: Int, since start: ContinuousClock.Instant) {
        let seconds = Self.seconds(since: start)
        state.withLock { state in
            state.answers[Key(endpoint: endpoint, status: status), default: 0] += 1
            state.seconds[endpoint, default: 0] += seconds
            if status == 401 || status == 429 { state.refusedTokens += 1 }
        }
    }

    func notePublish(since start: ContinuousClock.Instant) {
        let seconds = Self.seconds(since: start)
        state.withLock { state in
            state.publishes += 1
            state.publishSeconds += seconds
        }
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        let parts = (ContinuousClock.now - start).components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }

    /// Writes the families.
    func write(into text: inout MetricsText) {
        let state = state.withLock { $0 }
        text.family(
            "waymark_control_requests_total", .counter, "Control-plane answers by endpoint and status.",
            state.answers.sorted { $0.key < $1.key }.map {
                (["endpoint": $0.key.endpoint.rawValue, "status": String($0.key.status)], Double($0.value))
            })
        text.family(
            "waymark_control_request_seconds_total", .counter, "Time spent in control-plane requests by endpoint.",
            state.seconds.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                (["endpoint": $0.key.rawValue], $0.value)
            })
        text.single(
            "waymark_refused_tokens_total", .counter, "Requests refused for a wrong or missing token.",
            Double(state.refusedTokens))
        text.single("waymark_publishes_total", .counter, "Releases made since the start.", Double(state.publishes))
        text.single(
            "waymark_publish_seconds_total", .counter, "Time from a publish request to its visibility.",
            state.publishSeconds)
    }
}
