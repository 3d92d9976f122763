import ServerLog
import StoreDatabases
import SystemIO

/// The files that a start makes beside its database, which one that fails removes again.
struct NewFiles: Sendable {
    private let paths: [String]

    /// Looks which files there are; with an existing database those that belong to its content stay.
    init(_ settings: ServerSettings) {
        guard settings.place.isFile else {
            paths = []
            return
        }
        let database = settings.filePrefix
        let suffixes = Files.exists(database) ? ["-lock"] : ["", "-wal", "-shm", "-lock", "-head", "-admin-token"]
        let all = suffixes.map { database + $0 } + [settings.accessLog.path].compactMap(\.self)
        paths = all.filter { !Files.exists($0) }
    }

    /// Removes what was made since; everything is closed.
    func remove() {
        for path in paths { Files.remove(path) }
    }
}
