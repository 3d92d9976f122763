#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that replace others, written at once or piece by piece.
extension Files {
    /// The permission bits of a file (stat(2)), such as `0o600`.
    package static func permissions(of path: String) throws(Errno) -> UInt32 {
        UInt32(try SystemCall.statusBehindLinks(of: path).st_mode) & 0o777
    }

    /// Creates or replaces a file: after a crash it is either the complete old or the complete new file.
    package static func replace(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(Errno) {
        let fresh = "\(path).new-\(getpid())"
        remove(fresh)
        try create(fresh, bytes, mode: mode)
        do throws(Errno) { try move(fresh, to: path) } catch {
            remove(fresh)
            throw error
        }
    }

    /// Renames a file, replacing a file of that name, and flushes the folder.
    package static func move(_ path: String, to other: String) throws(Errno) {
        try SystemCall.rename(path, to: other)
        let folder = try SystemCall.open(Folders.folder(of: other), O_RDONLY)
        let result: Errno?
        do throws(Errno) {
            try SystemCall.flush(folder.number)
            result = nil
        } catch { result = error }
        folder.close()
        // EINVAL: the file system does not support it (fsync(2)).
        if let result, result.code != EINVAL { throw result }
    }

    /// Creates a file that must not exist, to be written piece by piece and closed with ``finish(_:)``.
    package static func begin(_ path: String, mode: UInt32) throws(Errno) -> Int32 {
        let file = try SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        do throws(Errno) { try SystemCall.setMode(file.number, mode) } catch {
            file.close()
            throw error
        }
        return file.release()
    }

    /// Flushes and closes a file that is written piece by piece.
    package static func finish(_ descriptor: Int32) throws(Errno) {
        defer { SystemCall.close(descriptor) }
        try SystemCall.flush(descriptor)
    }

    /// Closes and removes a file that is written piece by piece.
    package static func abandon(_ descriptor: Int32, _ path: String) {
        SystemCall.close(descriptor)
        remove(path)
    }
}
