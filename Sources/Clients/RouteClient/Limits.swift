/// Every bound of this target, with its reason.
enum Limits {
    /// A head has at most 640 bytes; a longer answer is not from a Waymark server.
    static let headBytesMax = 16 * 1024
    /// 100,000 rules are about 25 MB of JSON; more than this is too much for a phone.
    static let bodyBytesMax = 64 * 1024 * 1024
    /// An index is smaller than its body; this bound protects against files that are not an index.
    static let indexBytesMax = 128 * 1024 * 1024
    /// The longest index that the thread that makes a client proves: about 16,000 rules, which take less than a millisecond.
    static let provenAtLaunchBytesMax = 3 * 512 * 1024
    /// The file `origin` of a bundle: the names of an app and a channel, and sixteen digits.
    static let originBytesMax = 256
    /// The record of a trial: two digests, a few numbers, and the app's version.
    static let trialBytes = 512
    /// The longest text of an app's version in that record; four numbers need at most 43 bytes.
    static let trialVersionBytesMax = 64
    /// How long a release is used in the foreground until its trial is passed.
    static let trialMilliseconds: Int64 = 10_000
    /// How long after a screen was shown the trial is passed: a view that ends the app does so when it is drawn, and the first
    /// pictures of a screen, with its lists and images, are there after less than this.
    static let shownMilliseconds: Int64 = 1000
    /// How many processes in the foreground may end during the trial of a release before it is set aside.
    static let trialDeathsMax = 2
    /// How often a client that does not update looks whether another process has stored a later release.
    static let lookMilliseconds: Int64 = 100
    /// Events that wait for a slow subscriber; older ones are dropped.
    static let eventsBufferedMax = 64
    /// How often opening the cache starts again because another process replaced its files meanwhile.
    static let openingAttemptsMax = 4
    /// The shortest poll interval: one second, even if a head has a shorter one.
    ///
    /// With 0 every client would poll without a pause.
    static let pollMillisecondsMin: Int64 = 1000
    /// The longest poll interval, jitter and `Retry-After`: a day, even if the server sends more.
    ///
    /// A longer one, sent by mistake, would keep clients from new releases.
    static let pollMillisecondsMax: Int64 = 24 * 60 * 60 * 1000
    /// How long after an answered poll the next one may not use an expensive network; a wake-up ends it.
    ///
    /// Polls at the server's default interval would cost a person a hundred kilobytes a day.
    static let expensiveMilliseconds: Int64 = 15 * 60 * 1000
    /// An exchange without new bytes for this long fails; HTTPFetching's own limit is the same.
    static let answerSilenceSeconds = 15
    /// The time for a whole exchange, on the slowest networks.
    static let answerSeconds = 120
    /// A stream without new bytes for this long has failed: the server sends a comment every 20 seconds.
    static let streamSilenceSeconds = 50
    /// The time until a stream delivers its first head.
    ///
    /// A server sends it at once; if none arrives, a proxy buffers the stream.
    static let streamOpeningMilliseconds: Int64 = 10_000
    /// Pieces of a stream that wait while the client fetches a body.
    static let streamPiecesMax = 64
    /// One event of a stream with all its lines: a head and its name.
    static let streamEventBytesMax = headBytesMax
    /// How long after an answered exchange began, or a stream delivered its first head, a wake-up is ignored.
    ///
    /// An app that comes to the front wakes the client from several places within this time; a network needs longer to
    /// come back.
    static let wakeFreshMilliseconds: Int64 = 1000
    /// The most polls between two tries of a stream: about 35 minutes at the server's default interval.
    static let pollsBetweenStreamsMax = 32
    /// How long an update waits for the update of another process, which writes three files.
    static let lockMillisecondsMax = 5000
    /// The wait between two tries to get the lock of another process.
    static let lockRetryMilliseconds = 10
    /// The most bytes that one call of write(2) writes.
    static let writeChunkBytes = 64 * 1024
    /// The first wait after a failed refresh.
    static let backoffMillisecondsMin: Int64 = 1000
    /// The longest wait after failed refreshes, unless `Retry-After` is longer.
    static let backoffMillisecondsMax: Int64 = 5 * 60 * 1000
    /// The most bytes that one call of read(2) reads.
    static let readChunkBytes = 1024 * 1024
}
