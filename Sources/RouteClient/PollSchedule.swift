/// When to ask again: the head's interval after success, ever longer waits after failures, and when to try a stream.
///
/// Pure, with randomness as a parameter in 0..<1.
struct PollSchedule: Sendable {
    private(set) var failures = 0
    private var streamRefusals = 0
    private var pollsBeforeStream = 0

    /// Whether the next thing to try is a stream.
    var triesStream: Bool { pollsBeforeStream == 0 }

    /// The wait after a refresh that reached the server, in milliseconds: interval plus a random part of the jitter.
    ///
    /// The seconds come from outside and may be any number.
    mutating func afterSuccess(intervalSeconds: Int, jitterSeconds: Int, random: Double) -> Int64 {
        failures = 0
        pollsBeforeStream = max(0, pollsBeforeStream - 1)
        return max(Self.milliseconds(intervalSeconds), Limits.pollMillisecondsMin)
            + Int64(Double(Self.milliseconds(jitterSeconds)) * random)
    }

    /// The wait after a failure: doubled each time, between half and all of it.
    mutating func afterFailure(random: Double) -> Int64 {
        // 2^9 times the shortest wait is beyond the longest already.
        let doubled = Limits.backoffMillisecondsMin << Int64(min(failures, 9))
        failures += 1
        return Int64(Double(min(doubled, Limits.backoffMillisecondsMax)) * (0.5 + random / 2))
    }

    /// How long a server is left alone that asked for it, in milliseconds: never shorter than that, within reason.
    static func quietMilliseconds(retryAfterSeconds: Int, jitterSeconds: Int, random: Double) -> Int64 {
        milliseconds(retryAfterSeconds) + Int64(Double(milliseconds(jitterSeconds)) * random)
    }

    /// The wait after a stream that worked ended: spread over the jitter, because a server that stops ends all of them.
    mutating func afterStream(jitterSeconds: Int, retryMilliseconds: Int64?, random: Double) -> Int64 {
        failures = 0
        streamRefusals = 0
        let spread = Double(Self.milliseconds(jitterSeconds) + Limits.backoffMillisecondsMin) * random
        return Int64(spread) + min(max(retryMilliseconds ?? 0, 0), Limits.backoffMillisecondsMax)
    }

    /// The server can be polled but gives no stream: one poll, then two, then four, before it is asked for one again.
    mutating func streamWasRefused() {
        pollsBeforeStream = min(1 << min(streamRefusals, 16), Limits.pollsBetweenStreamsMax)
        streamRefusals += 1
    }

    private static func milliseconds(_ seconds: Int) -> Int64 {
        Int64(min(max(seconds, 0), Int(Limits.pollMillisecondsMax / 1000))) * 1000
    }
}
