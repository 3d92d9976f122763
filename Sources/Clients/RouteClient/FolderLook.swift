import RouteModel

/// The looks of a client that does not update at the head that the folder has: another process may have stored a later one.
struct FolderLook: Sendable {
    /// The head file as it was at the latest opening of the folder; nil if there was none.
    var known: WatchedFile?
    /// When it was looked at last.
    var latest: Instant?
    /// Whether the folder is being opened because the file is another one.
    var isOpening = false

    /// Whether it is time to look again; the clock may have been set back.
    mutating func isDue(_ now: Instant, milliseconds: Int64) -> Bool {
        guard !isOpening else { return false }
        if let latest, now >= latest, now.milliseconds - latest.milliseconds < milliseconds { return false }
        latest = now
        return true
    }
}
