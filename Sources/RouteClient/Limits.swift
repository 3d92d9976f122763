/// Every bound of this room, with its reason.
enum Limits {
    /// A head is at most 400 bytes; what is longer is somebody else's page.
    static let headBytesMax = 16 * 1024
    /// 100,000 rules are about 25 MB of JSON; beyond this a phone should not try.
    static let bodyBytesMax = 64 * 1024 * 1024
    /// An index is smaller than its body; the bound only guards against a foreign file.
    static let indexBytesMax = 128 * 1024 * 1024
    /// A bundle's word for where it came from: the name of an app, of a channel, and sixteen digits.
    static let originBytesMax = 256
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
    /// An answer silent for longer is given up; HTTPFetching's own limit is the same.
    static let answerSilenceSeconds = 15
    /// A whole answer takes at most this long, on the slowest of networks.
    static let answerSeconds = 120
    /// A stream silent for longer is dead: the server sends a comment every 20 seconds.
    static let streamSilenceSeconds = 50
    /// A server sends the current head as soon as a stream stands; where none comes something in between holds it back.
    static let streamOpeningMilliseconds: Int64 = 10_000
    /// Pieces of a stream that the client may fall behind while it fetches a body.
    static let streamPiecesMax = 64
    /// One event of a stream, all its lines: a head and its name.
    static let streamEventBytesMax = headBytesMax
    /// How old an answer, or a stream, may be for somebody who wakes the client to be content with it.
    ///
    /// An app that comes to the front calls from several places within it; a network that comes back takes longer.
    static let wakeFreshMilliseconds: Int64 = 1000
    /// Polls between two tries of a stream that cannot be had, at most: a quarter of an hour at the usual interval.
    static let pollsBetweenStreamsMax = 32
    /// How long an update waits for another process's; that one takes as long as a disk needs for three files.
    static let lockMillisecondsMax = 5000
    /// The wait between two looks at another process's lock.
    static let lockRetryMilliseconds = 10
    /// What one call writes.
    static let writeChunkBytes = 64 * 1024
    /// The first wait after a failed refresh.
    static let backoffMillisecondsMin: Int64 = 1000
    /// The longest wait after failed refreshes, unless the server asks for more by `Retry-After`.
    static let backoffMillisecondsMax: Int64 = 5 * 60 * 1000
    /// Files read in one call to the system.
    static let readChunkBytes = 1024 * 1024
}
