package import RouteModel

/// The name of a backup that a server made at an interval: `<database>-backup-<time>-<origin>`, such as
/// `waymark.db-backup-20260102T030405Z-1a2b3c4d`.
///
/// The time is UTC, so that names sort by time. The origin separates databases whose files have the same name.
package struct BackupName: Sendable, Hashable {
    /// The name of the database's file.
    let database: String
    /// When the backup was begun, in whole seconds.
    package let at: Instant
    /// Eight hexadecimal digits: the beginning of the SHA-256 of the time at which the database was made and its path.
    let origin: String

    /// Makes a name; the milliseconds of the instant are dropped.
    init(database: String, at: Instant, origin: String) {
        self.database = database
        self.at = Instant(milliseconds: Self.wholeSeconds(at.milliseconds))
        self.origin = origin
    }

    /// Reads the name of a file; nil if it is not such a name.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > Self.parts, parts[parts.count - Self.parts] == Self.word,
            let at = Self.instant(Array(parts[parts.count - 2].utf8))
        else { return nil }
        self.init(
            database: parts.dropLast(Self.parts).joined(separator: "-"), at: at, origin: String(parts[parts.count - 1]))
        let digits = origin.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        // Equal to its own text: dates that do not exist, such as second 60, are no names.
        guard !database.isEmpty, origin.utf8.count == Self.originDigits, digits, self.text == text else { return nil }
    }

    /// The name.
    package var text: String { "\(database)-\(Self.word)-\(time)-\(origin)" }

    /// `20260102T030405Z` for 2026-01-02T03:04:05Z.
    private var time: String { String(at.description.filter { $0.isLetter || $0.isNumber }) }

    /// Reads `20260102T030405Z`.
    private static func instant(_ bytes: [UInt8]) -> Instant? {
        guard bytes.count == 16 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        func piece(_ start: Int, _ count: Int) -> Substring { text.dropFirst(start).prefix(count) }
        let date = "\(piece(0, 4))-\(piece(4, 2))-\(piece(6, 2))"
        return Instant(rfc3339: "\(date)\(piece(8, 1))\(piece(9, 2)):\(piece(11, 2)):\(piece(13, 2))\(piece(15, 1))")
    }

    private static func wholeSeconds(_ milliseconds: Int64) -> Int64 {
        milliseconds - (milliseconds % 1000 + 1000) % 1000
    }

    /// Digits of an origin: databases in one folder are few.
    static let originDigits = 8
    private static let word = "backup"
    /// `backup`, time and origin.
    private static let parts = 3
}
