/// Every bound of this room, with its reason.
enum Limits {
    /// A head is at most 400 bytes; what is longer is somebody else's page.
    static let headBytesMax = 16 * 1024
    /// 100,000 rules are about 25 MB of JSON; beyond this a phone should not try.
    static let bodyBytesMax = 64 * 1024 * 1024
    /// An index is smaller than its body; the bound only guards against a foreign file.
    static let indexBytesMax = 128 * 1024 * 1024
    /// Events a slow subscriber may fall behind; older ones are dropped.
    static let eventsBufferedMax = 64
    /// How often opening the cache starts over because another process replaced it meanwhile.
    static let openingAttemptsMax = 4
    /// The shortest poll interval a server can ask for: one second.
    ///
    /// A head of 0 would make every client a load test.
    static let pollMillisecondsMin: Int64 = 1000
    /// The longest poll interval a server can ask for: a day.
    ///
    /// Longer, and a mistake could never be called back.
    static let pollMillisecondsMax: Int64 = 24 * 60 * 60 * 1000
    /// The first wait after a failed refresh.
    static let backoffMillisecondsMin: Int64 = 1000
    /// The longest wait after failed refreshes, unless the server asks for more by `Retry-After`.
    static let backoffMillisecondsMax: Int64 = 5 * 60 * 1000
    /// Files read in one call to the system.
    static let readChunkBytes = 1024 * 1024
}
