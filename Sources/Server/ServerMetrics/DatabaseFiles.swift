import SystemIO

/// Sizes of the database's files and the free space on its disk.
package struct DatabaseFiles: Sendable {
    /// The database.
    package let path: String
    /// Whether there is a database at the path; otherwise it is on a server, which has metrics of its own.
    private let hasDatabase: Bool

    /// Makes the reader for the database at a path.
    package init(path: String, hasDatabase: Bool = true) {
        self.path = path
        self.hasDatabase = hasDatabase
    }

    /// Size of the database in bytes; nil if it cannot be read.
    package var databaseBytes: Int? { Files.byteCount(path) }
    /// Size of the write-ahead log in bytes.
    package var logBytes: Int { Files.byteCount(path + "-wal") ?? 0 }
    /// Free bytes on its disk; nil if the system call fails.
    var freeBytes: Int? { Files.freeBytes(at: path) }

    /// How often the write-ahead log was restarted after a checkpoint; its header counts that
    /// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
    ///
    /// SQLite holds its locks on other files, so closing this one releases none of them.
    var logRestarts: Int {
        let header = (try? Files.read(path + "-wal", bytesMax: Self.headerBytes)) ?? []
        guard header.count == Self.headerBytes else { return 0 }
        return header[Self.sequenceStart...].reduce(0) { $0 << 8 | Int($1) }
    }

    private static let headerBytes = 16
    private static let sequenceStart = 12

    /// Writes the families; none if the database is not a file.
    package func write(into text: inout MetricsText) {
        guard hasDatabase else { return }
        text.single(
            "waymark_store_checkpoints_total", .counter,
            "Restarts of the write-ahead log, each after all of it was copied into the database.", Double(logRestarts))
        text.single("waymark_store_wal_bytes", .gauge, "Size of the write-ahead log in bytes.", Double(logBytes))
        text.single(
            "waymark_store_database_bytes", .gauge, "Size of the database in bytes.", Double(databaseBytes ?? 0))
        text.single(
            "waymark_store_disk_free_bytes", .gauge, "Free bytes on the disk of the database.",
            Double(freeBytes ?? 0))
    }

    /// The warning for `/readyz`; nil while there is enough free space.
    package var warning: String? {
        guard hasDatabase, let freeBytes, freeBytes < MetricsLimits.freeBytesWanted else { return nil }
        return "only \(freeBytes >> 20) MiB are free on the database's disk; without space nothing can be written"
    }
}
