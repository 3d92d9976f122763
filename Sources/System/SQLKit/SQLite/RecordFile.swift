import Glibc

/// A private file that holds one small record, overwritten in place.
///
/// It must be closed; a missing `close()` traps in debug builds. After a loss of power, a record of at most one sector
/// (512 bytes) is either the old or the new one; readers verify a checksum nevertheless.
package struct RecordFile: ~Copyable {
    private var descriptor: Int32

    /// Opens the file, or makes one with mode 0600.
    package init(_ path: String) throws(PrivateFile.Failure) {
        // Unsafe: the path becomes a C string that lives as long as the call.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .init(errno: errno) }
    }

    deinit {
        assert(descriptor < 0, "a record file was not closed")
    }

    /// Reads at most that many bytes from the start; none from a new file.
    package func read(bytesMax: Int) throws(PrivateFile.Failure) -> [UInt8] {
        var count = 0
        // Unsafe: the system writes at most `bytesMax` bytes into the buffer of that capacity.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, initialized in
            count = retryOnInterrupt { unsafe pread(descriptor, buffer.baseAddress, bytesMax, 0) }
            initialized = max(count, 0)
        }
        guard count >= 0 else { throw .init(errno: errno) }
        return bytes
    }

    /// Overwrites the file from the start; all records must have the same length.
    package func write(_ bytes: [UInt8]) throws(PrivateFile.Failure) {
        // Unsafe: the system reads the array's own bytes during the call.
        let written = unsafe bytes.withUnsafeBytes { region in
            retryOnInterrupt { unsafe pwrite(descriptor, region.baseAddress, region.count, 0) }
        }
        guard written == bytes.count else { throw .init(errno: written < 0 ? errno : ENOSPC) }
    }

    /// Waits until the content is on disk (fdatasync(2)).
    package func sync() throws(PrivateFile.Failure) {
        guard retryOnInterrupt({ Int(fdatasync(descriptor)) }) == 0 else { throw .init(errno: errno) }
    }

    /// Closes the file; later calls fail.
    package mutating func close() {
        guard descriptor >= 0 else { return }
        // Not repeated on EINTR: on Linux the descriptor is closed in both cases (close(2)).
        _ = Glibc.close(descriptor)
        descriptor = -1
    }

    private func retryOnInterrupt(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
