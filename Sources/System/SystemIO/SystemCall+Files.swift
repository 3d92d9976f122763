#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files, their names, and folders; paths are passed as C strings for the duration of each call.
extension SystemCall {
    static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(Errno) -> Descriptor {
        Descriptor(
            owning: Int32(try perform(.open) { Int(CLibrary.open(path, flags | O_CLOEXEC, mode_t(mode))) }))
    }

    static func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws(Errno) -> Int {
        // Into the array's own storage, bounded by its count.
        try move(.read, bytes.count) { unsafe CLibrary.read(descriptor, &bytes, $0) }
    }

    static func read(_ descriptor: Int32, into bytes: inout [UInt8], at offset: Int) throws(Errno) -> Int {
        try move(.read, bytes.count) { unsafe pread(descriptor, &bytes, $0, off_t(offset)) }
    }

    static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try move(.write, bytes.count) { count in
            unsafe bytes.withUnsafeBytes { raw in unsafe CLibrary.write(descriptor, raw.baseAddress, count) }
        }
    }

    static func flush(_ descriptor: Int32) throws(Errno) { _ = try perform(.flush) { Int(CLibrary.flush(descriptor)) } }

    static func setMode(_ descriptor: Int32, _ mode: UInt32) throws(Errno) {
        _ = try perform(.fileMode) { Int(fchmod(descriptor, mode_t(mode))) }
    }

    /// close(2): "Retrying the close() after a failure return is the wrong thing to do".
    static func close(_ descriptor: Int32) {
        #if DEBUG
        if SystemCallHooks.sockets?.close(descriptor) == true { return }
        #endif
        _ = CLibrary.close(descriptor)
    }

    static func setMode(_ path: String, _ mode: UInt32) throws(Errno) {
        _ = try perform(.fileMode) { Int(unsafe chmod(path, mode_t(mode))) }
    }

    /// The status of a path, without following links (lstat(2)).
    static func status(of path: String) throws(Errno) -> stat {
        var status = stat()
        // Fills a struct of this function's own.
        _ = try perform(.fileStatus) { Int(unsafe lstat(path, &status)) }
        return status
    }

    /// The same, following links (fstatat(2)).
    static func statusBehindLinks(of path: String) throws(Errno) -> stat {
        var status = stat()
        // Fills a struct of this function's own.
        _ = try perform(.fileStatus) { Int(unsafe fstatat(AT_FDCWD, path, &status, 0)) }
        return status
    }

    static func rename(_ path: String, to other: String) throws(Errno) {
        _ = try perform(.rename) { Int(CLibrary.rename(path, other)) }
    }

    #if os(Linux)
    /// Bytes that users other than root can write to the file system of a path (statvfs(3)).
    static func freeBytes(at path: String) -> Int? {
        var status = statvfs()
        // Fills a struct of this function's own.
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
    }

    static func isOnReadOnlySystem(_ path: String) -> Bool {
        unsafe access(path, W_OK) != 0 && errno == EROFS
    }
    #endif

    static func unlink(_ path: String) { _ = CLibrary.unlink(path) }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    // MARK: Folders

    static func makeFolder(_ path: String) throws(Errno) {
        _ = try perform(.makeFolder) { Int(unsafe mkdir(path, 0o777)) }
    }

    /// Creates a folder that only this user may enter; mkdtemp(3) chooses its last six letters.
    static func makeScratchFolder(_ template: String) throws(Errno) -> String {
        var bytes = Array(template.utf8CString)
        // Writes over six letters, within the array and its terminator.
        _ = try perform(.makeFolder) { unsafe mkdtemp(&bytes) == nil ? -1 : 0 }
        return String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes an empty folder; false if it is not empty or does not exist.
    @discardableResult
    static func removeFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 }

    /// All names in a folder except `.` and `..`, in no order (readdir(3)).
    static func names(in path: String) throws(Errno) -> [String] {
        guard let stream = unsafe opendir(path) else { throw .last }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // A terminated string inside the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
                unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
