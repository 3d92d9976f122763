/// The waits of an update loop: the head's interval after a success, doubling waits after failures, and when to try a
/// stream.
///
/// Does no I/O and reads no clock; random numbers in 0..<1 are parameters.
struct PollSchedule: Sendable {
    /// Failures since the last success.
    private(set) var failures = 0
    private var streamRefusals = 0
    private var pollsBeforeStream = 0
    /// The waits since a poll was answered, in milliseconds; nil before the first.
    private var sinceAnswer: Int64?

    /// The networks of the next poll while a release is in use.
    var networks: NetworkUse {
        sinceAnswer.map { $0 < Limits.expensiveMilliseconds } == true ? .inexpensive : .economical
    }

    /// Whether the next step is to open a stream.
    var triesStream: Bool { pollsBeforeStream == 0 }

    /// The wait after a successful poll, in milliseconds: the interval plus a random part of the jitter (client.md C5.1).
    ///
    /// The server sends both, and they may be any number; the result is between one second and two days. A poll for which no
    /// network was allowed has not failed, and is no answer either.
    mutating func afterSuccess(
        intervalSeconds: Int, jitterSeconds: Int, random: Double, isAnswered: Bool = true
    ) -> Int64 {
        failures = 0
        pollsBeforeStream = max(0, pollsBeforeStream - 1)
        let wait =
            max(Self.milliseconds(intervalSeconds), Limits.pollMillisecondsMin)
            + Int64(Double(Self.milliseconds(jitterSeconds)) * random)
        sinceAnswer = isAnswered ? wait : sinceAnswer.map { $0 + wait }
        return wait
    }

    /// The wait after a failure, in milliseconds: doubled each time, and a random value between half of it and all of
    /// it (client.md C5.2).
    mutating func afterFailure(random: Double) -> Int64 {
        // 2^9 times the shortest wait is longer than the longest.
        let doubled = Limits.backoffMillisecondsMin << Int64(min(failures, 9))
        failures += 1
        let wait = Int64(Double(min(doubled, Limits.backoffMillisecondsMax)) * (0.5 + random / 2))
        sinceAnswer = sinceAnswer.map { $0 + wait }
        return wait
    }

    /// The wait for a `Retry-After`, in milliseconds: its time, a day at most, plus a random part of the jitter.
    static func retryAfterMilliseconds(seconds: Int, jitterSeconds: Int, random: Double) -> Int64 {
        milliseconds(seconds) + Int64(Double(milliseconds(jitterSeconds)) * random)
    }

    /// The wait after a connected stream has ended, in milliseconds: a random part of the jitter and one second, plus
    /// the stream's field `retry`, five minutes at most.
    ///
    /// The random part spreads the clients, because a server that stops ends all streams at the same time.
    mutating func afterStream(jitterSeconds: Int, retryMilliseconds: Int64?, random: Double) -> Int64 {
        failures = 0
        streamRefusals = 0
        let spread = Double(Self.milliseconds(jitterSeconds) + Limits.backoffMillisecondsMin) * random
        return Int64(spread) + min(max(retryMilliseconds ?? 0, 0), Limits.backoffMillisecondsMax)
    }

    /// Records that a stream failed where a poll succeeded: the next stream is tried after one poll, then two, then
    /// four, and so on.
    mutating func streamWasRefused() {
        pollsBeforeStream = min(1 << min(streamRefusals, 16), Limits.pollsBetweenStreamsMax)
        streamRefusals += 1
    }

    /// Seconds in milliseconds, between 0 and one day.
    private static func milliseconds(_ seconds: Int) -> Int64 {
        Int64(min(max(seconds, 0), Int(Limits.pollMillisecondsMax / 1000))) * 1000
    }
}
