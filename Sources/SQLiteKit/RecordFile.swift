import Glibc

/// A private file that holds one small record, overwritten in place.
///
/// Opened once and closed by hand; forgetting it traps in debug builds. A record of at most one sector (512 bytes) is
/// on disk either as it was or as it is; whoever reads it checks a sum of its own nevertheless.
package struct RecordFile: ~Copyable {
    private var descriptor: Int32

    /// Opens the file, or makes it with mode 0600.
    package init(_ path: String) throws(PrivateFile.Failure) {
        // Unsafe: the path becomes a C string that lives as long as the call.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .init(errno: errno) }
    }

    deinit {
        assert(descriptor < 0, "a record file was not closed")
    }

    /// Reads from the start, at most that many bytes; empty for a new file.
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

    /// Overwrites from the start; give every record the same length.
    package func write(_ bytes: [UInt8]) throws(PrivateFile.Failure) {
        // Unsafe: the system reads the array's own bytes during the call.
        let written = unsafe bytes.withUnsafeBytes { region in
            retryOnInterrupt { unsafe pwrite(descriptor, region.baseAddress, region.count, 0) }
        }
        guard written == bytes.count else { throw .init(errno: written < 0 ? errno : ENOSPC) }
    }

    /// Waits until what was written is on disk.
    package func sync() throws(PrivateFile.Failure) {
        guard retryOnInterrupt({ Int(fdatasync(descriptor)) }) == 0 else { throw .init(errno: errno) }
    }

    /// Closes the file; using it afterwards fails.
    package mutating func close() {
        guard descriptor >= 0 else { return }
        // Not repeated on EINTR: on Linux the descriptor is gone either way (close(2)).
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
