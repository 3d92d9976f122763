/// When to ask again: the head's interval after success, ever longer waits after failures.
///
/// Pure, with randomness as a parameter in 0..<1.
struct PollSchedule: Sendable {
    private(set) var failures = 0

    /// The wait after a refresh that reached the server, in milliseconds: interval plus a random part of the jitter.
    ///
    /// The seconds come from outside and may be any number.
    mutating func afterSuccess(intervalSeconds: Int, jitterSeconds: Int, random: Double) -> Int64 {
        failures = 0
        let secondsMax = Int(Limits.pollMillisecondsMax / 1000)
        let interval = Int64(min(max(intervalSeconds, 0), secondsMax)) * 1000
        let jitter = Int64(min(max(jitterSeconds, 0), secondsMax)) * 1000
        return max(interval, Limits.pollMillisecondsMin) + Int64(Double(jitter) * random)
    }

    /// The wait after a failure: doubled each time, between half and all of it, and never shorter than the server asked.
    mutating func afterFailure(retryAfterSeconds: Int?, random: Double) -> Int64 {
        // 2^9 times the shortest wait is beyond the longest already.
        let doubled = Limits.backoffMillisecondsMin << Int64(min(failures, 9))
        failures += 1
        let wait = Double(min(doubled, Limits.backoffMillisecondsMax)) * (0.5 + random / 2)
        let asked = Int64(min(retryAfterSeconds ?? 0, Int(Limits.pollMillisecondsMax / 1000))) * 1000
        return max(Int64(wait), asked)
    }
}
