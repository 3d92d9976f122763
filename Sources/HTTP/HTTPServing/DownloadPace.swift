/// Whether the client of a file takes it fast enough, without a clock: times are parameters.
///
/// A client may be slow for a limited time. Each second that it lets bytes wait takes a second from that time, and the
/// bytes that it takes give some back, at most until it is whole again. So a client that stays below the least rate is
/// noticed however fast it was before, pauses do no harm, and a large file may take as long as the rate allows.
///
/// A total time would not do: a file of 5 GB takes 11 hours over 1 Mbit/s. A time between two writes (nginx's
/// `send_timeout`, the setting `sendSeconds`) is renewed by each byte. Apache's mod_reqtimeout (`MinRate`) has such a
/// rate for requests, ASP.NET's Kestrel (`MinResponseDataRate`) for each write of an answer.
struct DownloadPace {
    /// Milliseconds for which the client may still be slow.
    private var patience: Int64
    private var checkedAt: Int64
    private var takenBytes = 0

    /// Begins at a moment of the monotonic clock in milliseconds.
    init(at now: Int64, _ limits: ServingLimits) {
        patience = Int64(limits.downloadGraceMilliseconds)
        checkedAt = now
    }

    /// Counts the time and the bytes since the last call.
    ///
    /// - Parameters:
    ///   - takenBytes: bytes that the client has taken since the beginning.
    ///   - isWaiting: whether bytes wait for the client; while the disk is late, no time passes for it.
    ///   - now: the monotonic clock in milliseconds.
    ///   - limits: the least rate and the time.
    /// - Returns: whether the client is fast enough.
    mutating func keepsUp(takenBytes: Int, isWaiting: Bool, at now: Int64, _ limits: ServingLimits) -> Bool {
        let rate = limits.downloadBytesPerSecondMin
        guard rate > 0 else { return true }
        let earned = Int64(takenBytes - self.takenBytes) * 1000 / Int64(rate)
        // The rest of the division counts next time.
        self.takenBytes += Int(earned) * rate / 1000
        patience = min(
            Int64(limits.downloadGraceMilliseconds), patience + earned - (isWaiting ? now - checkedAt : 0))
        checkedAt = now
        return patience > 0
    }
}
