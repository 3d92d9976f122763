/// Why the store did not do what was asked; nothing was changed.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Stable names of what went wrong.
    package enum Code: String, Sendable, CaseIterable {
        /// There is no such app, rule, release, channel, token or screen manifest.
        case notFound = "not-found"
        /// Something of that name or id is there already.
        case exists
        /// An app of that name was deleted; its name is never used again.
        case nameRetired = "name-retired"
        /// The precondition named another revision or sequence; ``StoreError/current`` is the present one.
        case revisionMismatch = "revision-mismatch"
        /// A release was prepared under a number that is not the next; ``StoreError/current`` is the next one.
        case versionMismatch = "version-mismatch"
        /// A restore would throw away edits of the draft that were never published.
        case unpublishedEdits = "unpublished-edits"
        /// The last administrator whose token is not limited to apps cannot be deleted.
        case lastAdmin = "last-admin"
        /// A token may only make tokens of at most its own role, apps and expiry.
        case beyondGrantor = "beyond-grantor"
        /// An idempotency key came with another body than the first time.
        case keyReused = "key-reused"
        /// The first request with an idempotency key is still running.
        case keyRunning = "key-running"
        /// What was handed in contradicts itself: a digest that is not its bytes', an id twice.
        case invalid
        /// Too many writes or reads are waiting.
        case busy
        /// The store was closed.
        case closed
        /// Another process has this database.
        case locked
        /// The database file, or its folder, may not be written.
        case readOnly = "read-only"
        /// The disk is full.
        case diskFull = "disk-full"
        /// The file is damaged.
        case corrupt
        /// The file was written by a newer Waymark.
        case newer
        /// The file is a database of something else.
        case foreign
        /// The database library failed in another way; ``StoreError/sqliteCode`` tells more.
        case storage
    }

    /// What went wrong.
    package var code: Code
    /// The failure in a sentence, for people.
    package var detail: String
    /// What to do about it.
    package var hint: String
    /// The present revision, sequence or version, where the code speaks of one.
    package var current: Int?
    /// SQLite's extended result code, where the database library failed (https://www.sqlite.org/rescode.html).
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
            hint: "Read it again, repeat the change on what is there now, and send the new tag.", current: current)
    }
}
