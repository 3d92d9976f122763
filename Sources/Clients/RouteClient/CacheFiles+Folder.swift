import Dispatch

#if canImport(Darwin)
import Darwin
import Foundation
#else
import Glibc
#endif

extension CacheFiles {
    /// Makes a folder with access for this user only, and the missing folders above it, and protects the folder itself.
    ///
    /// Protects it on every call, because a process may have been killed between the two steps. The folders above it
    /// are not protected, because they may contain other files of the app that belong in backups.
    static func makeFolder(
        _ path: String, protecting protect: (String) -> Void = Self.protect
    ) throws(RouteClientError) {
        try make(path)
        protect(path)
    }

    private static func make(_ path: String) throws(RouteClientError) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw .cache(writing: path)
        }
        try make(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .cache(writing: path) }
    }

    /// Excludes a folder from backups and makes it readable from the first unlock on, for launches in the background.
    ///
    /// New files in it inherit both. A failure is ignored: it costs at most one fetch of the release. Does nothing on
    /// Linux.
    static func protect(_ path: String) {
        #if canImport(Darwin)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var folder = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try folder.setResourceValues(values)
            try FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
        } catch {}
        #endif
    }

    /// The names of a folder's files; empty if there is no such folder.
    static func names(in folder: String) throws(RouteClientError) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            if errno == ENOENT { return [] }
            throw .cache(reading: folder)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // readdir(3): d_name is a NUL-terminated string in the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
                unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Whether a file or folder of that name exists.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// A file's size, and what changes when it gets or loses a name.
    struct FileStatus: Equatable {
        var number: UInt64
        var names: UInt64
        var bytes: Int64
        /// The time of the latest change of status.
        var seconds: Int64
        var nanoseconds: Int64

        init(_ facts: stat) {
            #if canImport(Darwin)
            let changed = facts.st_ctimespec
            #else
            let changed = facts.st_ctim
            #endif
            number = UInt64(facts.st_ino)
            names = UInt64(facts.st_nlink)
            bytes = Int64(facts.st_size)
            seconds = Int64(changed.tv_sec)
            nanoseconds = Int64(changed.tv_nsec)
        }
    }

    /// Opens a file for looks at its status; nil if there is none, or it cannot be opened.
    static func openToWatch(_ path: String) -> Int32? {
        let descriptor = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        return descriptor < 0 ? nil : descriptor
    }

    /// Closes what ``openToWatch(_:)`` opened.
    static func endWatching(_ descriptor: Int32) { close(descriptor) }

    /// The status of an open file; nil if the system cannot tell it.
    static func status(_ descriptor: Int32) -> FileStatus? {
        var facts = stat()
        return unsafe fstat(descriptor, &facts) == 0 ? FileStatus(facts) : nil
    }

    /// The status of a file; nil if there is none.
    static func status(_ path: String) -> FileStatus? {
        var facts = stat()
        return unsafe fstatat(AT_FDCWD, path, &facts, 0) == 0 ? FileStatus(facts) : nil
    }

    /// Removes a file, if it exists.
    static func remove(_ path: String) throws(RouteClientError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .cache(writing: path) }
    }

    /// Writes a folder's entries to the disk: renames before this call survive a power failure after it.
    static func synchronise(folder: String) throws(RouteClientError) {
        let descriptor = retrying { unsafe open(folder, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .cache(writing: folder) }
        defer { close(descriptor) }
        // EINVAL: the file system does not support it (fsync(2)).
        guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw .cache(writing: folder) }
    }

    /// Runs work while no other process or thread has the lock of the same file (flock(2)).
    ///
    /// The system releases the lock when its process ends, so a killed writer never blocks the next one. A suspended
    /// writer blocks it, for at most `millisecondsMax`.
    /// - Parameters:
    ///   - path: the lock file.
    ///   - millisecondsMax: how long to wait for the lock.
    ///   - work: runs with the lock.
    /// - Returns: what `work` returned; nil if the lock was not free in time, and `work` did not run.
    /// - Throws: `cacheUnwritable`; what `work` throws.
    static func locked<Answer>(
        _ path: String, millisecondsMax: Int, _ work: () throws(RouteClientError) -> Answer
    ) throws(RouteClientError) -> Answer? {
        let descriptor = retrying { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .cache(writing: path) }
        defer { close(descriptor) }
        var waited = 0
        while retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
            guard errno == EWOULDBLOCK else { throw .cache(writing: path) }
            guard waited < millisecondsMax else { return nil }
            usleep(UInt32(Limits.lockRetryMilliseconds * 1000))
            waited += Limits.lockRetryMilliseconds
        }
        // Closing alone is not enough: a child process has a copy of every descriptor until it executes its program,
        // and "duplicated file descriptors refer to the same lock" (flock(2)).
        defer { _ = retrying { flock(descriptor, LOCK_UN) } }
        return try work()
    }

    static let queue = DispatchQueue(label: "waymark.disk", qos: .utility, attributes: .concurrent)

    /// Runs work that may wait for the disk or for another process on a thread of Dispatch.
    ///
    /// Swift's executor has about one thread for each core, so no task may block one.
    static func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}

extension RouteClientError {
    /// Makes the error of a failed read from the current errno; call it before anything else changes errno.
    static func cache(reading path: String) -> RouteClientError {
        RouteClientError(.cacheUnreadable, "\(path): \(reason(errno))")
    }

    /// Makes the error of a failed write from the current errno; call it before anything else changes errno.
    static func cache(writing path: String) -> RouteClientError {
        let code = errno
        let hint: String? =
            switch code {
            case ENOSPC, EDQUOT: "the disk is full: free some space; until then the release is used from memory"
            case EACCES, EPERM, EROFS: "choose a cache directory that this user may write to"
            default: nil
            }
        return RouteClientError(.cacheUnwritable, "\(path): \(reason(code))", hint: hint)
    }

    /// Makes the error for a lock that another process has held for too long.
    static func busy(_ folder: String) -> RouteClientError {
        RouteClientError(
            .cacheUnwritable, "another process has locked \(folder) for too long", hint: busyHint)
    }

    static let busyHint = "the release is used from memory; the next refresh tries again"

    /// Makes the error for a file that is longer than its limit.
    static func oversized(_ path: String, bytesMax: Int) -> RouteClientError {
        RouteClientError(.cacheUnreadable, "\(path) is longer than \(bytesMax) bytes")
    }

    private static func reason(_ code: Int32) -> String {
        // strerror(3) returns a string that the next call may overwrite; it is copied at once.
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
