/// The time at which a wait ends; of several limits the earliest one counts.
struct Deadline: Sendable {
    let moment: ContinuousClock.Instant
    /// The detail of the error: which limit was reached.
    let detail: String

    /// The deadline that is a duration from now.
    static func after(_ duration: Duration, _ detail: String) -> Deadline {
        Deadline(moment: ContinuousClock.now.advanced(by: duration), detail: detail)
    }

    /// The earlier one of two deadlines.
    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.moment < moment else { return self }
        return other
    }

    /// The time left in milliseconds, rounded up, never negative, as an argument of poll(2).
    var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: moment).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        guard left.seconds < Int64(Int32.max / 1000) else { return .max }
        return Int32(clamping: left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// The error of a wait that reached this deadline.
    var passed: FetchError { FetchError(.timedOut, detail) }
}
