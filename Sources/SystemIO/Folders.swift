import Glibc

/// Folders, and what a file's entry in them says.
package enum Folders {
    // Paths are Swift strings, handed over as C strings for the duration of each call.

    /// Names in a folder but `.` and `..`, in the order of their bytes; empty where there is no folder.
    package static func names(in path: String) throws(Errno) -> [String] {
        guard let stream = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw .last
        }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // readdir(3): d_name is a terminated string inside the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
                unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Makes a folder and those above it; one that is there is fine.
    package static func make(_ path: String) throws(Errno) {
        if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST { return }
        let parent = folder(of: path)
        guard errno == ENOENT, parent != path, parent != "." else { throw .last }
        try make(parent)
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
    }

    /// The folder that a path's last part is in.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension Files {
    /// The permission bits of a file (stat(2)), such as `0o600`.
    package static func permissions(of path: String) throws(Errno) -> UInt32 {
        var entry = stat()
        // Fills a struct that is this function's own.
        guard unsafe stat(path, &entry) == 0 else { throw .last }
        return entry.st_mode & 0o777
    }

    /// Puts a file in the place of another or of none: after a crash it is wholly the old or wholly the new one.
    package static func replace(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(Errno) {
        let fresh = "\(path).new-\(getpid())"
        remove(fresh)
        try create(fresh, bytes, mode: mode)
        try move(fresh, to: path)
    }

    /// Gives a file another name in the place of whatever had it, and flushes the folder.
    package static func move(_ path: String, to other: String) throws(Errno) {
        guard unsafe rename(path, other) == 0 else { throw .last }
        let folder = try SystemCall.open(Folders.folder(of: other), O_RDONLY)
        let result: Errno?
        do throws(Errno) {
            try SystemCall.flush(folder.number)
            result = nil
        } catch { result = error }
        folder.close()
        // EINVAL: a file system that has no notion of it (fsync(2)).
        if let result, result.code != EINVAL { throw result }
    }

    /// Makes a file that was not there before, to be written piece by piece and ended by ``finish(_:)``.
    package static func begin(_ path: String, mode: UInt32) throws(Errno) -> Int32 {
        let file = try SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        do throws(Errno) { try SystemCall.setMode(file.number, mode) } catch {
            file.close()
            throw error
        }
        return file.release()
    }

    /// Flushes and closes a file that was begun.
    package static func finish(_ descriptor: Int32) throws(Errno) {
        defer { SystemCall.close(descriptor) }
        try SystemCall.flush(descriptor)
    }

    /// Closes a file that was begun, and takes it away.
    package static func abandon(_ descriptor: Int32, _ path: String) {
        SystemCall.close(descriptor)
        remove(path)
    }
}
