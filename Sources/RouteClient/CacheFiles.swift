import RouteIndex

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The few file operations the cache needs, straight on libc: this library runs where SystemIO does not.
///
/// Every unsafe call here passes a path, which Swift hands over terminated, or a buffer together with its own length, for the duration of the call only.
enum CacheFiles {
    /// A file's bytes; nil where there is no such file.
    static func read(_ path: String, bytesMax: Int) throws(RouteClientError) -> [UInt8]? {
        let descriptor = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .cache(reading: path) }
        defer { close(descriptor) }
        let size = try size(of: descriptor, path, bytesMax: bytesMax)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        while true {
            let wanted = min(Limits.readChunkBytes, max(1, size - bytes.count))
            let chunk = try readOnce(descriptor, path, wanted)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= bytesMax else { throw .oversized(path, bytesMax: bytesMax) }
        }
    }

    /// Writes a file so that its name leads to the old bytes or to all of the new ones, whenever the process dies.
    /// - Parameters:
    ///   - path: the file.
    ///   - bytes: its content from now on.
    ///   - step: told after each change on the disk.
    /// - Throws: `cacheUnwritable`; whatever the step throws.
    static func replace(
        _ path: String, with bytes: [UInt8], _ step: (WriteStep) throws(RouteClientError) -> Void
    ) throws(RouteClientError) {
        let temporary = path + temporarySuffix
        let descriptor = retrying { unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .cache(writing: temporary) }
        do throws(RouteClientError) {
            try step(.opened)
            try write(bytes, to: descriptor, temporary, step)
            // rename(2) before the bytes are on disk could leave an empty file after a power failure.
            guard flush(descriptor) else { throw .cache(writing: temporary) }
            try step(.flushed)
        } catch {
            close(descriptor)
            unsafe unlink(temporary)
            throw error
        }
        guard close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
            let failure = RouteClientError.cache(writing: path)
            unsafe unlink(temporary)
            throw failure
        }
        try step(.renamed)
    }

    /// What replacing a file changes on the disk, in order; `wrote` once for each chunk.
    enum WriteStep: String, Sendable, CaseIterable {
        case opened, wrote, flushed, renamed
    }

    /// What the names of unfinished files end in.
    ///
    /// One writer at a time holds the folder's lock, so that the name needs no process number.
    static let temporarySuffix = ".part"

    private static func readOnce(_ descriptor: Int32, _ path: String, _ wanted: Int) throws(RouteClientError) -> [UInt8]
    {
        var failed = false
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            let got = retrying { unsafe Int(Self.readBytes(descriptor, buffer.baseAddress, wanted)) }
            failed = got < 0
            count = max(0, got)
        }
        if failed { throw .cache(reading: path) }
        return chunk
    }

    private static func readBytes(_ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.read(descriptor, start, count)
        #else
        unsafe Glibc.read(descriptor, start, count)
        #endif
    }

    private static func write(
        _ bytes: [UInt8], to descriptor: Int32, _ path: String, _ step: (WriteStep) throws(RouteClientError) -> Void
    ) throws(RouteClientError) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[done...].prefix(Limits.writeChunkBytes))
                #if canImport(Darwin)
                return retrying { unsafe Darwin.write(descriptor, rest.baseAddress, rest.count) }
                #else
                return retrying { unsafe Glibc.write(descriptor, rest.baseAddress, rest.count) }
                #endif
            }
            guard written > 0 else { throw .cache(writing: path) }
            done += written
            try step(.wrote)
        }
    }

    /// Puts a file's bytes on the disk itself.
    private static func flush(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        // fsync(2) of Darwin stops at the drive's cache; F_FULLFSYNC does not, but not every file system has it.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        return retrying { fsync(descriptor) } == 0
    }

    private static func size(
        of descriptor: Int32, _ path: String, bytesMax: Int
    ) throws(RouteClientError) -> Int {
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .cache(reading: path) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw RouteClientError(.cacheUnreadable, "\(path) is not a file")
        }
        guard facts.st_size <= bytesMax else { throw .oversized(path, bytesMax: bytesMax) }
        return Int(facts.st_size)
    }

    /// Runs a system call again while a signal interrupts it.
    static func retrying<Count: BinaryInteger>(_ call: () -> Count) -> Count {
        while true {
            let answer = call()
            if answer == -1 && errno == EINTR { continue }
            return answer
        }
    }
}

extension CacheFiles {
    /// A file in memory, not copied; nil where there is no such file.
    ///
    /// The mapping stays valid after the file is replaced or removed: it belongs to the old file.
    static func map(_ path: String, bytesMax: Int) throws(RouteClientError) -> IndexBytes? {
        let descriptor = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .cache(reading: path) }
        defer { close(descriptor) }
        let count = try size(of: descriptor, path, bytesMax: bytesMax)
        guard count > 0 else { throw RouteClientError(.cacheUnreadable, "\(path) is empty") }
        let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .cache(reading: path) }
        // The mapping is `count` bytes long, is never written, and ends when the index lets go of it: files of the cache
        // are replaced by rename(2), never changed in place.
        return unsafe IndexBytes(mapping: UnsafeRawBufferPointer(start: start, count: count)) { memory in
            unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        }
    }
}
