#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads and writes small files as a whole.
package enum Files {
    /// Creates a file that must not exist, with exactly these permissions, and flushes it to the disk.
    ///
    /// - Throws: `exists`, `noSpace` or another error of the system; an incomplete file is removed.
    package static func create(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(Errno) {
        let file = try SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        do throws(Errno) {
            // The mode given to open(2) is reduced by umask(2); this one is exact.
            try SystemCall.setMode(file.number, mode)
            try writeAll(file.number, bytes)
            try SystemCall.flush(file.number)
        } catch {
            file.close()
            SystemCall.unlink(path)
            throw error
        }
        file.close()
    }

    /// Reads at most `bytesMax` bytes of a file.
    package static func read(_ path: String, bytesMax: Int) throws(Errno) -> [UInt8] {
        let file = try SystemCall.open(path, O_RDONLY)
        let result: Result<[UInt8], Errno>
        do throws(Errno) { result = .success(try readAll(file.number, bytesMax: bytesMax)) } catch {
            result = .failure(error)
        }
        file.close()
        return try result.get()
    }

    private static func readAll(_ descriptor: Int32, bytesMax: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < bytesMax {
            var piece = [UInt8](repeating: 0, count: min(pieceBytes, bytesMax - bytes.count))
            let count = try SystemCall.read(descriptor, into: &piece)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    /// Removes a file; a missing file is not an error.
    package static func remove(_ path: String) { SystemCall.unlink(path) }

    /// Whether a path exists.
    package static func exists(_ path: String) -> Bool { SystemCall.exists(path) }

    /// Whether a symbolic link is at a path, whatever it leads to (lstat(2)).
    package static func isLink(_ path: String) -> Bool { SystemCall.isLink(path) }

    /// Whether a path exists and this account may write there (access(2)); for a folder, whether it may make files in it.
    package static func isWritable(_ path: String) -> Bool { SystemCall.isWritable(path) }

    /// Writes all bytes to a descriptor such as standard error.
    package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(Errno) {
        var offset = 0
        while offset < bytes.count { offset += try SystemCall.write(descriptor, bytes[offset...]) }
    }

    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { SystemCall.isTerminal(descriptor) }

    /// Standard error.
    package static let standardError: Int32 = 2

    private static let pieceBytes = 1 << 16
}
