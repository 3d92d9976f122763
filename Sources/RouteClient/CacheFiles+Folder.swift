#if canImport(Darwin)
import Darwin
import Foundation
#else
import Glibc
#endif

extension CacheFiles {
    /// Makes a folder for this user only, and those above it that are missing, and protects that one folder.
    ///
    /// Each time, because a process may have been killed between making and protecting. What stands above belongs to the
    /// app or the system, which may want it in backups.
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

    /// Keeps a folder out of backups and readable while the device is locked, for launches in the background.
    ///
    /// What is made in it inherits both. A system that refuses keeps its own ways, which only cost a fetch.
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

    /// The names of a folder's files; empty where there is no such folder.
    static func names(in folder: String) throws(RouteClientError) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            if errno == ENOENT { return [] }
            throw .cache(reading: folder)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // readdir(3): d_name is a terminated string inside the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
                unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Whether there is anything of that name.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Removes a file; that it is not there is fine.
    static func remove(_ path: String) throws(RouteClientError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .cache(writing: path) }
    }

    /// Puts the folder's entries on disk: renames before this call survive a power failure after it.
    static func synchronise(folder: String) throws(RouteClientError) {
        let descriptor = retrying { unsafe open(folder, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .cache(writing: folder) }
        defer { close(descriptor) }
        // EINVAL: a file system that has no notion of it (fsync(2)).
        guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw .cache(writing: folder) }
    }

    /// Runs work while no other process or thread holds the same lock file; waits for them, but not for ever.
    ///
    /// The system lets go of the lock when the process dies, so that a killed writer never blocks the next; one that was
    /// suspended in the middle does.
    /// - Returns: what the work gave; nil when the others took longer, and nothing was done.
    /// - Throws: `cacheUnwritable`; whatever the work throws.
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
        return try work()
    }
}

extension RouteClientError {
    /// The system refused to read; to be called before anything else changes errno.
    static func cache(reading path: String) -> RouteClientError {
        RouteClientError(.cacheUnreadable, "\(path): \(reason(errno))")
    }

    /// The system refused to write; to be called before anything else changes errno.
    static func cache(writing path: String) -> RouteClientError {
        let code = errno
        let hint: String? =
            switch code {
            case ENOSPC, EDQUOT: "the disk is full; the release is used from memory until there is room"
            case EACCES, EPERM, EROFS: "choose a cache directory that this user may write"
            default: nil
            }
        return RouteClientError(.cacheUnwritable, "\(path): \(reason(code))", hint: hint)
    }

    static func busy(_ folder: String) -> RouteClientError {
        RouteClientError(
            .cacheUnwritable, "another process has been writing to \(folder) for too long",
            hint: "the release is used from memory; the next refresh tries again")
    }

    static func oversized(_ path: String, bytesMax: Int) -> RouteClientError {
        RouteClientError(.cacheUnreadable, "\(path) is longer than \(bytesMax) bytes")
    }

    private static func reason(_ code: Int32) -> String {
        // strerror(3) gives a string that the next call may overwrite; it is copied at once.
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
