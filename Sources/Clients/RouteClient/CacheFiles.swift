import RouteIndex

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file operations of the cache, directly on libc: SystemIO exists on Linux only, and this library runs on Apple
/// systems, too.
///
/// Every unsafe call passes a path, which Swift passes NUL-terminated, or a buffer with its own length, and only for
/// the duration of the call.
enum CacheFiles {
    /// A file's bytes; nil if there is no such file.
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

    /// Replaces a file atomically: after a crash at any moment it has the old bytes or all of the new ones.
    static func replace(_ path: String, with bytes: [UInt8]) throws(RouteClientError) {
        let temporary = path + TemporaryName.make()
        try write(bytes, to: temporary, DiskWork()) { _ throws(RouteClientError) in }
        try rename(temporary, to: path)
    }

    /// Writes a temporary file and flushes it; removes it if anything fails.
    /// - Parameters:
    ///   - bytes: its content.
    ///   - temporary: its path.
    ///   - work: ends this between two pieces.
    ///   - step: called after each change on the disk.
    /// - Throws: `cacheUnwritable`; what `work` and `step` throw.
    static func write(
        _ bytes: [UInt8], to temporary: String, _ work: DiskWork,
        _ step: (WriteStep) throws(RouteClientError) -> Void
    ) throws(RouteClientError) {
        let descriptor = create(temporary)
        guard descriptor >= 0 else { throw .cache(writing: temporary) }
        do throws(RouteClientError) {
            try step(.opened)
            try write(bytes, to: descriptor, temporary) { wrote throws(RouteClientError) in
                try step(wrote)
                try work.check()
            }
            // Without this, rename(2) could reach the disk before the bytes, and a power failure leave an empty file.
            guard flush(descriptor) else { throw .cache(writing: temporary) }
            try step(.flushed)
        } catch {
            close(descriptor)
            removeIfPossible(temporary)
            throw error
        }
        guard close(descriptor) == 0 else {
            let failure = RouteClientError.cache(writing: temporary)
            removeIfPossible(temporary)
            throw failure
        }
    }

    /// Gives a temporary file its name; removes it if that fails.
    static func rename(_ temporary: String, to path: String) throws(RouteClientError) {
        #if canImport(Darwin)
        let status = unsafe Darwin.rename(temporary, path)
        #else
        let status = unsafe Glibc.rename(temporary, path)
        #endif
        guard status == 0 else {
            let failure = RouteClientError.cache(writing: path)
            removeIfPossible(temporary)
            throw failure
        }
    }

    /// Removes a file; a failure leaves it to the next update.
    static func removeIfPossible(_ path: String) { unsafe unlink(path) }

    /// Overwrites the beginning of a small file by one call, without flushing it: it survives the end of the process, and after
    /// a power failure it may be the old one, the new one or empty.
    static func overwrite(_ path: String, with bytes: [UInt8]) throws(RouteClientError) {
        var descriptor = create(path, O_WRONLY | O_CREAT | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT, let slash = path.lastIndex(of: "/") {
            try makeFolder(String(path[..<slash]))
            descriptor = create(path, O_WRONLY | O_CREAT | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw .cache(writing: path) }
        defer { close(descriptor) }
        try write(bytes, to: descriptor, path) { _ throws(RouteClientError) in }
    }

    /// Gives a file a second name, in place of the file that has this name.
    static func link(_ path: String, _ other: String) throws(RouteClientError) {
        let temporary = other + TemporaryName.make()
        #if canImport(Darwin)
        let status = unsafe Darwin.link(path, temporary)
        #else
        let status = unsafe Glibc.link(path, temporary)
        #endif
        guard status == 0 else { throw .cache(writing: other) }
        try rename(temporary, to: other)
        // rename(2) does nothing if both names are the same file already.
        removeIfPossible(temporary)
    }

    /// The changes on the disk when a file is replaced, in order; `wrote` once for each chunk.
    enum WriteStep: String, Sendable, CaseIterable {
        case opened, wrote, flushed, renamed
    }

    private static func create(
        _ path: String, _ flags: Int32 = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    ) -> Int32 {
        retrying { unsafe open(path, flags, 0o600) }
    }

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

    /// Writes a file's bytes to the disk, through all caches.
    private static func flush(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        // Darwin's fsync(2) does not flush the drive's own cache; F_FULLFSYNC does, but not every file system has it.
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
            throw RouteClientError(.cacheUnreadable, "\(path) is not a regular file")
        }
        guard facts.st_size <= bytesMax else { throw .oversized(path, bytesMax: bytesMax) }
        return Int(facts.st_size)
    }

    /// Repeats a system call while a signal interrupts it (EINTR).
    static func retrying<Count: BinaryInteger>(_ call: () -> Count) -> Count {
        while true {
            let answer = call()
            if answer == -1 && errno == EINTR { continue }
            return answer
        }
    }
}

extension CacheFiles {
    /// Maps a file into memory; nil if there is no such file.
    ///
    /// The mapping stays valid after the file is replaced or removed: it is a mapping of the old file.
    static func map(_ path: String, bytesMax: Int) throws(RouteClientError) -> IndexBytes? {
        let descriptor = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .cache(reading: path) }
        defer { close(descriptor) }
        let count = try size(of: descriptor, path, bytesMax: bytesMax)
        guard count > 0 else { throw RouteClientError(.cacheUnreadable, "\(path) is empty") }
        let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .cache(reading: path) }
        // The mapping is `count` bytes long and read-only, and is unmapped when the index is released. Files of the
        // cache are replaced by rename(2), never changed in place.
        return unsafe IndexBytes(mapping: UnsafeRawBufferPointer(start: start, count: count)) { memory in
            unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        }
    }
}
