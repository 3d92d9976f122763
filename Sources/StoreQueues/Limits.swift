/// Limits of this target, each with its reason.
enum QueueLimits {
    /// The most waiting writes; one more is refused with `busy`.
    ///
    /// A group waits for one flush of the disk (0.1 to 10 ms), so that a queue of this length is done within seconds.
    static let writesWaitingMax = 1024

    /// The most writes in one commit: enough to make the flush cheap for each, few enough to keep waits short.
    static let groupWritesMax = 64

    /// The most read-only sessions: reads run on worker threads, of which a small machine has few.
    static let readersMax = 4

    /// How long a read waits for a session before it fails with `busy`.
    static let readerWait = Duration.seconds(10)
}
