/// A moment after which waiting is over; several limits become the earliest of them.
struct Deadline: Sendable {
    let moment: ContinuousClock.Instant
    /// Which limit it is, for the error.
    let what: String

    static func after(_ duration: Duration, _ what: String) -> Deadline {
        Deadline(moment: ContinuousClock.now.advanced(by: duration), what: what)
    }

    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.moment < moment else { return self }
        return other
    }

    /// Milliseconds left, rounded up, never negative; what poll(2) takes.
    var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: moment).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        let milliseconds = left.seconds.multipliedReportingOverflow(by: 1000).partialValue
        return Int32(clamping: milliseconds + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    var passed: FetchError { FetchError(.timedOut, what) }
}
