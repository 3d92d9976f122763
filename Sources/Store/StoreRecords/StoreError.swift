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
        /// A publish or a move names a channel that does not exist, and does not say that it shall be made.
        case unknownChannel = "unknown-channel"
        /// A publish says that a channel is public or not, and the channel is the opposite.
        case channelVisibility = "channel-visibility"
        /// A publish names the sequence that its channel had when it was reviewed, ``StoreError/reviewed``, and the channel has
        /// another one, ``StoreError/current``.
        case channelMoved = "channel-moved"
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
        /// A commit was sent to a database server, and it is not known whether its changes are kept.
        case outcomeUnknown = "outcome-unknown"
        /// The database server cannot be reached.
        case away
        /// The database library failed in another way; see ``StoreError/sqliteCode``.
        case storage
    }

    /// What a 404 or its like is about, which programs read.
    package enum Missing: String, Sendable, CaseIterable {
        case app, rule, release, channel, token, host, screens, index, session, row, file
        /// The address is none of this server's.
        case address
    }

    /// The reason.
    package var code: Code
    /// What there is none of, if the code is `notFound`.
    package var missing: Missing?
    /// The failure as a sentence, for people.
    package var detail: String
    /// What to do about it.
    package var hint: String
    /// The present revision, sequence or version, if the code is about one.
    package var current: Int?
    /// The sequence that the request named, if the code is `channelMoved`.
    package var reviewed: Int?
    /// SQLite's extended result code, if the database library failed (https://www.sqlite.org/rescode.html).
    package var sqliteCode: Int32?
    /// Whether the database refused a row because another has its key.
    package var isDuplicate = false

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
