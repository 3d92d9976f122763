import CanonicalJSON
import HTTPExchange
import RouteModel
import ServerLog
import ServerMetrics
import StoreDatabases
import StoreRecords
import Synchronization
import SystemIO

/// Verified backups of the database at an interval, in the folder `backupFolder`; the oldest ones are removed.
///
/// One thread, which does nothing else, calls ``run()``: it waits for the disk, and writes and probes do not wait for
/// it.
final class ScheduledBackups: Sendable {
    private let settings: ServerSettings.BackupSettings?
    private let files: DatabaseFiles
    private let clocks: Clocks
    private let log: ServerLogger
    /// Free bytes on the disk of a folder.
    private let freeBytes: @Sendable (String) -> Int?
    private let isStopping = Atomic<Bool>(false)
    private let folder = Mutex<BackupFolder?>(nil)
    private let state = Mutex(State())

    private struct State {
        /// When the newest backup was begun; nil if there is none, or before the folder was read.
        var newest: Instant?
        /// Length of the last backup of this process, in bytes.
        var bytes = 0
        /// Time of the last backup of this process, in milliseconds.
        var milliseconds: Int64 = 0
        var made = 0
        var failed = 0
        /// When the folder is read next, in milliseconds of the monotonic clock; nil before the first time.
        var looksAt: Int64?
    }

    init(
        _ settings: ServerSettings.BackupSettings?, of files: DatabaseFiles, clocks: Clocks, log: ServerLogger,
        freeBytes: @escaping @Sendable (String) -> Int? = { Files.freeBytes(at: $0) }
    ) {
        self.settings = settings
        self.files = files
        self.clocks = clocks
        self.log = log
        self.freeBytes = freeBytes
    }

    /// Makes a backup if the newest one is older than the interval; called at an interval by one thread.
    ///
    /// The folder is read at the first call, and from then on every ``ServerLimits/backupLookMilliseconds``: a backup
    /// that is due after a time without a server is made at once.
    func run() {
        guard let settings, !isStopping.load(ordering: .acquiring) else { return }
        let now = clocks.milliseconds
        guard state.withLock({ ($0.looksAt ?? now) <= now }) else { return }
        do throws(StoreError) {
            let folder = try open(settings)
            let time = clocks.now()
            // A later one was made while the clock was wrong.
            let newest = try folder.backups().last { $0.at <= time }?.at
            state.withLock { state in
                state.newest = newest
                state.looksAt = now + ServerLimits.backupLookMilliseconds
            }
            let age = newest.map { time.milliseconds - $0.milliseconds }
            if let age, age < Int64(settings.everySeconds) * 1000 { return }
            try make(in: folder, at: time, settings)
        } catch {
            fail(error)
        }
    }

    /// Ends a copy that is being made, and makes no further one; then join the thread and call ``close()``.
    func stop() { isStopping.store(true, ordering: .releasing) }

    /// Releases the lock in the folder.
    func close() {
        folder.withLock { folder in
            folder?.close()
            folder = nil
        }
    }

    private func open(_ settings: ServerSettings.BackupSettings) throws(StoreError) -> BackupFolder {
        if let open = folder.withLock({ $0 }) { return open }
        do throws(Errno) { try Folders.make(settings.folder) } catch {
            throw StoreError(
                .storage, "The folder \(settings.folder) cannot be made: \(error).",
                hint: "Make it, and let the server's account write it.")
        }
        let fresh = try BackupFolder(settings.folder, of: files.path)
        folder.withLock { $0 = fresh }
        return fresh
    }

    private func make(
        in folder: BackupFolder, at time: Instant, _ settings: ServerSettings.BackupSettings
    ) throws(StoreError) {
        try demandSpace(in: settings.folder)
        let start = clocks.milliseconds
        let made = try folder.make(at: time) { isStopping.load(ordering: .acquiring) }
        let milliseconds = clocks.milliseconds - start
        state.withLock { state in
            state.newest = made.name.at
            state.bytes = made.bytes
            state.milliseconds = milliseconds
            state.made += 1
        }
        log.info(
            "backup made and verified",
            [
                "file": .string("\(settings.folder)/\(made.name.text)"), "bytes": .integer(Int64(made.bytes)),
                "ms": .integer(milliseconds),
            ])
        removeOldest(in: folder, with: made.name, settings)
    }

    /// Removes the oldest backups; those that cannot be removed use space, which is no failure of the new one.
    private func removeOldest(
        in folder: BackupFolder, with new: BackupName, _ settings: ServerSettings.BackupSettings
    ) {
        do throws(StoreError) {
            let (removed, left) = try folder.removeOldest(keeping: settings.keep, with: new)
            if removed > 0 { log.info("old backups removed", ["count": .integer(Int64(removed))]) }
            guard left > 0 else { return }
            log.warning(
                "old backups could not be removed",
                ["count": .integer(Int64(left)), "hint": .string("let the server's account write \(settings.folder)")])
        } catch {
            log.warning("old backups could not be removed", ["reason": .string(error.sentence)])
        }
    }

    /// Refuses a backup that would fill its disk, which may be the one of the database.
    private func demandSpace(in folder: String) throws(StoreError) {
        guard let free = freeBytes(folder) else { return }
        let wanted = (files.databaseBytes ?? 0) + files.logBytes + ServerLimits.backupSpareBytes
        guard free < wanted else { return }
        throw StoreError(
            .diskFull,
            "The disk of \(folder) has \(free >> 20) MiB free, and the next backup needs \(wanted >> 20) MiB.",
            hint: "Free space there, lower backupKeep, or set backupFolder to another disk.")
    }

    private func fail(_ error: StoreError) {
        // A stopping server ends the copy that is being made, which is no failure.
        guard !isStopping.load(ordering: .acquiring) else { return }
        let now = clocks.milliseconds
        let newest = state.withLock { state in
            state.failed += 1
            state.looksAt = now + ServerLimits.backupRetryMilliseconds
            return state.newest
        }
        log.error(
            "backup failed, it is tried again",
            [
                "reason": .string(error.sentence), "newest": newest.map { JSONValue.string($0.description) } ?? .null,
                "inSeconds": .integer(ServerLimits.backupRetryMilliseconds / 1000),
            ])
    }

    // MARK: Metrics

    /// Writes the families; without `backupFolder` the interval is 0 and the age is NaN, which no alert matches.
    func write(into text: inout MetricsText) {
        let state = state.withLock { $0 }
        text.single(
            "waymark_backup_interval_seconds", .gauge,
            "Seconds between scheduled backups (backupEvery); 0 without backupFolder.",
            Double(settings?.everySeconds ?? 0))
        text.single(
            "waymark_backup_age_seconds", .gauge,
            "Age of the newest scheduled backup; +Inf if there is none, NaN without backupFolder.", age(state.newest))
        text.single(
            "waymark_backup_duration_seconds", .gauge,
            "Time of the last backup with its verification; 0 before the first one of this process.",
            Double(state.milliseconds) / 1000)
        text.single(
            "waymark_backup_bytes", .gauge,
            "Size of the last backup in bytes; 0 before the first one of this process.", Double(state.bytes))
        text.single("waymark_backups_total", .counter, "Scheduled backups that were made.", Double(state.made))
        text.single("waymark_backups_failed_total", .counter, "Scheduled backups that failed.", Double(state.failed))
    }

    private func age(_ newest: Instant?) -> Double {
        guard settings != nil else { return .nan }
        guard let newest else { return .infinity }
        return Double(max(0, clocks.now().milliseconds - newest.milliseconds)) / 1000
    }
}
