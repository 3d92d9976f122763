import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords
import Synchronization
import SystemIO

/// The files of a database on a file system that takes no writes now, or with damage where the opening writes: they are
/// opened before the first write that is possible.
///
/// Until then every write is refused with the reason, and the epoch stays: no head differs from those before. The lock is
/// not held meanwhile; another server that opens the file keeps this one from writing.
/// `@unchecked Sendable`: as of ``StoreFiles``; readers use the atomic flag alone.
final class WaitingFiles: WriteTarget, @unchecked Sendable {
    private let open: () throws(StoreError) -> StoreFiles
    private let retry: Duration
    private var reader: StoreSession
    private var files: StoreFiles?
    private var reason: StoreError
    private var triedAt = ContinuousClock.now
    private let isOpen = Atomic<Bool>(false)
    /// How the file is read until then: SQLite cannot always make its shared memory on a full disk.
    private let access: Connection.Access
    private let path: String

    /// Takes a database of the present layout that can be read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - migrations: Those that it must have had.
    ///   - acceptsHead: Whether it may lack a head file that fits it.
    ///   - reason: Why it could not be opened for writing.
    ///   - retry: How long after a failure opening is tried again.
    ///   - open: Opens it for writing.
    /// - Throws: `reason` if the file cannot be served either; `invalid` for a head file that does not fit.
    init(
        reading path: String, _ migrations: [Migration], acceptsHead: Bool, despite reason: StoreError,
        retry: Duration = FileLimits.openingRetry, open: @escaping () throws(StoreError) -> StoreFiles
    ) throws(StoreError) {
        (self.path, self.open, self.retry, self.reason) = (path, open, retry, reason)
        let (access, reader) = try Self.readable(path, migrations, despite: reason)
        (self.access, self.reader) = (access, reader)
        do throws(StoreError) {
            _ = try StoreOpening(
                reader, of: path, layout: migrations.count,
                stamp: Stamp(by: .machine("waymark"), at: Instant(milliseconds: 0)),
                acceptsHead: acceptsHead)
        } catch {
            // A damaged audit cannot be compared with the head file; nothing is written to it.
            if error.code == .corrupt { return }
            reader.close()
            throw error
        }
    }

    /// The failure of an opening in words of the file system, which ends without a change of the database; nil for others.
    static func reason(_ error: StoreError, _ path: String) -> StoreError? {
        guard PrivateFile.byteCount(path) > 0 else { return nil }
        if error.code == .diskFull || error.code == .corrupt || Files.isOnReadOnlySystem(path) { return error }
        guard error.code == .storage, (Files.freeBytes(at: path) ?? .max) < FileLimits.openingBytes else { return nil }
        return StoreError(
            .diskFull, "There is no space on the disk of \(path).", hint: "Free space there; reads still work.")
    }

    private static func readable(
        _ path: String, _ migrations: [Migration], despite reason: StoreError
    ) throws(StoreError) -> (Connection.Access, StoreSession) {
        // With the log of a killed process the file alone is an older state.
        let hasLog = PrivateFile.byteCount(path + "-wal") > 0
        for access in hasLog ? [Connection.Access.readOnly] : [.readOnly, .immutable] {
            guard let session = try? StoreInspection.open(path, access) else { continue }
            if let applied = try? Migration.verifyOwnership(session, of: migrations), applied == migrations.count,
                (try? session.facts()) != nil
            {
                return (access, session)
            }
            session.close()
        }
        throw reason
    }

    /// A session for readers; until the files are open, one that is used once.
    func openReader() throws(StoreError) -> StoreSession {
        if isOpen.load(ordering: .acquiring) { return try StoreInspection.open(path) }
        let session = try StoreInspection.open(path, access)
        session.isUsedOnce = true
        return session
    }

    var session: StoreSession { files?.session ?? reader }

    var head: StoreHead? { files?.head }

    var headFailureCount: Int { files?.headFailureCount ?? 0 }

    /// Opens the files, which raises the epoch, unless that failed just before; then opens the transaction.
    func begin() throws(StoreError) {
        if let files { return try files.begin() }
        guard ContinuousClock.now - triedAt >= retry else { throw reason }
        // A process has one memory of the log: while a connection has it for reading alone, none can write.
        let next = try StoreInspection.open(path, .immutable)
        reader.close()
        reader = next
        do throws(StoreError) {
            let opened = try open()
            files = opened
            reader.close()
            isOpen.store(true, ordering: .releasing)
        } catch {
            (reason, triedAt) = (Self.reason(error, path) ?? error, ContinuousClock.now)
            throw reason
        }
        try files?.begin()
    }

    func committed(_ head: StoreHead) { files?.committed(head) }

    func recover(after error: StoreError) { files?.recover(after: error) }

    func close() {
        if let files { files.close() } else { reader.close() }
    }
}
