import ServerLog
import StoreDatabases
import SystemIO

/// The files that a start makes beside its database, which one that fails removes again.
struct NewFiles: Sendable {
    private let paths: [String]

    /// Looks which files there are; with an existing database those that belong to its content stay.
    ///
    /// Of a node on PostgreSQL these are the files of its state: the secret of a new store is in the database.
    init(_ settings: ServerSettings) {
        let database = settings.place.isFile ? settings.filePrefix : settings.sharedUse.stateFile
        let suffixes = Files.exists(database) ? ["-lock"] : ["", "-wal", "-shm", "-lock", "-head"]
        let token = settings.place.isFile && !Files.exists(database) ? settings.filePrefix + "-admin-token" : nil
        let all = suffixes.map { database + $0 } + [token, settings.accessLog.path].compactMap(\.self)
        // A link to a file that is away, such as one on a disk that is not mounted, is not new.
        paths = all.filter { !Files.exists($0) && !Files.isLink($0) }
    }

    /// Removes what was made since; everything is closed.
    func remove() {
        for path in paths { Files.remove(path) }
    }
}
