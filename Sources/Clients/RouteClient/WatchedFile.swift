/// A file that is open, so that one system call, which walks no path, tells whether it still has its name.
///
/// To replace or remove a file takes one of its names away, and so changes its number of names and the time of its latest
/// change of status (rename(2), unlink(2)).
final class WatchedFile: Sendable {
    private let descriptor: Int32
    private let known: CacheFiles.FileStatus

    /// Opens a file; nil if there is none of this name that stays for a moment.
    /// - Parameters:
    ///   - path: its name.
    ///   - opened: called after each opening; tests replace the file there.
    init?(_ path: String, opened: () -> Void = {}) {
        for _ in 0..<Limits.openingAttemptsMax {
            guard let descriptor = CacheFiles.openToWatch(path) else { return nil }
            opened()
            // In this order: the status that is known is one from before the end of the name.
            if let status = CacheFiles.status(descriptor), CacheFiles.status(path)?.number == status.number {
                self.descriptor = descriptor
                known = status
                return
            }
            CacheFiles.endWatching(descriptor)
        }
        return nil
    }

    deinit { CacheFiles.endWatching(descriptor) }

    /// Whether the file may have been replaced or removed since it was opened.
    ///
    /// True also after a change of its permissions. Costs one call of fstat(2).
    var hasChanged: Bool { CacheFiles.status(descriptor) != known }
}
