import SQLiteKit

/// The reason why an operation failed; nothing was changed.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable names of the reasons.
    package enum Code: String, Sendable, CaseIterable {
        /// There is no such app, rule, release, channel, token or screen manifest.
        case notFound = "not-found"
        /// The name or id is already in use.
        case exists
        /// An app of that name was deleted; its name is never used again.
        case nameRetired = "name-retired"
        /// The precondition named another revision or sequence; ``StoreError/current`` is the present one.
        case revisionMismatch = "revision-mismatch"
        /// A release was prepared under a number that is not the next; ``StoreError/current`` is the next one.
        case versionMismatch = "version-mismatch"
        /// A restore would delete edits of the draft that were never published.
        case unpublishedEdits = "unpublished-edits"
        /// The token of an administrator without a limit on apps cannot be deleted if no other one lasts as long.
        case lastAdmin = "last-admin"
        /// The last public channel of an app is deleted only under its exact sequence, which is
        /// ``StoreError/current``.
        case lastPublicChannel = "last-public-channel"
        /// The bytes of the release were removed because it was old and no channel used it.
        case removed = "release-removed"
        /// A token may only make and rotate tokens of at most its own role, apps, channels and expiry.
        case beyondGrantor = "beyond-grantor"
        /// The token of a write was deleted before the write was committed.
        case revoked
        /// An idempotency key came with another body than the first time.
        case keyReused = "key-reused"
        /// The first request with an idempotency key is still running.
        case keyRunning = "key-running"
        /// The parameters contradict each other: a digest is not that of its bytes, an id occurs twice, or a database
        /// has no head file that fits it.
        case invalid
        /// Too many writes or reads are waiting.
        case busy
        /// The store was closed.
        case closed
        /// Another process has this database open.
        case locked
        /// The database file, or its folder, may not be written.
        case readOnly = "read-only"
        /// The disk is full.
        case diskFull = "disk-full"
        /// The file is damaged.
        case corrupt
        /// The file was written by a newer Waymark.
        case newer
        /// The file is another program's database.
        case foreign
        /// The database library failed in another way; see ``StoreError/sqliteCode``.
        case storage
    }

    /// The reason.
    package var code: Code
    /// The failure as a sentence, for people.
    package var detail: String
    /// What to do about it.
    package var hint: String
    /// The present revision, sequence or version, if the code is about one.
    package var current: Int?
    /// SQLite's extended result code, if the database library failed (https://www.sqlite.org/rescode.html).
    package var sqliteCode: Int32?

    /// Makes an error from its parts.
    package init(_ code: Code, _ detail: String, hint: String, current: Int? = nil, sqliteCode: Int32? = nil) {
        self.code = code
        self.detail = detail
        self.hint = hint
        self.current = current
        self.sqliteCode = sqliteCode
    }

    /// The code and the sentence.
    package var description: String { "\(code.rawValue): \(detail)" }
}

extension StoreError {
    static func notFound(_ what: String, hint: String) -> StoreError {
        StoreError(.notFound, "There is no \(what).", hint: hint)
    }

    static func revisionMismatch(_ what: String, current: Int) -> StoreError {
        StoreError(
            .revisionMismatch, "\(what) has changed: it is now at \(current).",
            hint: "Read it again, apply the change to the current state, and send the new tag.", current: current)
    }
}

extension StoreError {
    /// A failure of the database library.
    init(_ error: DatabaseError) {
        let (code, hint): (Code, String) =
            switch error.code {
            case .busy: (.busy, "Another program is writing to the database; try again.")
            case .interrupted: (.closed, "The server is stopping; try again later.")
            case .readOnly: (.readOnly, "Let the server's account write the database file and its directory.")
            case .full: (.diskFull, "Free space on the database's disk; reads still work.")
            case .corrupt, .notADatabase: (.corrupt, "Restore the latest backup; keep the damaged file for analysis.")
            case .cannotOpen: (.storage, "Check that the database's directory exists and is writable.")
            default: (.storage, "See the server's log; if it happens again, check the disk and restore a backup.")
            }
        self.init(code, "The database failed: \(error).", hint: hint, sqliteCode: error.extended)
    }

    /// An error that the body of a read or a write threw; bodies throw store errors only.
    init(thrown error: any Error) {
        self =
            error as? StoreError
            ?? StoreError(.storage, "The operation failed: \(error).", hint: "See the server's log.")
    }

    /// Whether the file itself failed, so that pages in the connection's cache may be wrong.
    var isOfTheFile: Bool { code == .corrupt || code == .storage }

    /// Whether a row with that key exists already: SQLITE_CONSTRAINT_PRIMARYKEY or SQLITE_CONSTRAINT_UNIQUE
    /// (https://www.sqlite.org/rescode.html#constraint_primarykey).
    var isDuplicate: Bool { sqliteCode == 1555 || sqliteCode == 2067 }

    static let closed = StoreError(.closed, "The store is closed.", hint: "The server is stopping; try again later.")

    static func busy(_ what: String) -> StoreError {
        StoreError(.busy, "Too many \(what) are waiting.", hint: "Try again in a moment.")
    }
}

extension StoreError {
    /// A failure of the operating system while a file of the store was opened or made.
    static func system(_ errno: Int32, _ what: String) -> StoreError {
        // EACCES 13, EPERM 1, EROFS 30, ENOSPC 28, EEXIST 17 on Linux (errno(3)); this target does not import the C
        // library.
        switch errno {
        case 17:
            StoreError(
                .exists, "A file exists already at the path of this operation: \(what).", hint: "Name another file.")
        case 1, 13, 30:
            StoreError(
                .readOnly, "The system does not let this process \(what) (errno \(errno)).",
                hint: "Let the server's account write the database file and its directory.")
        case 28:
            StoreError(
                .diskFull, "There is no space to \(what).", hint: "Free space on the database's disk.")
        default:
            StoreError(
                .storage, "The system failed to \(what) (errno \(errno)).",
                hint: "Check that the folder exists and is on a local disk.")
        }
    }
}
