import Glibc

/// Files with mode 0600, because databases hold secrets.
package enum PrivateFile {
    /// The failure of a system call.
    package struct Failure: Error, Sendable, Hashable {
        /// The system's error number.
        package var errno: Int32
    }

    /// Makes an empty file with mode 0600 if there is none.
    ///
    /// SQLite gives its journal files the permissions of the database.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - mustBeNew: whether an existing file is a failure (`EEXIST`).
    /// - Throws: ``Failure`` with the system's error number.
    package static func make(_ path: String, mustBeNew: Bool) throws(Failure) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | (mustBeNew ? O_EXCL : 0)
        // Unsafe: the path becomes a C string that lives as long as the call.
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        _ = Glibc.close(descriptor)
    }

    /// Removes a file, if it exists.
    package static func remove(_ path: String) throws(Failure) {
        // Unsafe: the path becomes a C string that lives as long as the call.
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Failure(errno: errno) }
    }

    /// The file's path without links, which is equal for all names of the file.
    package static func resolved(_ path: String) throws(Failure) -> String {
        // Unsafe: realpath(3) allocates the text when it is given no buffer; it is copied and freed here.
        guard let text = unsafe realpath(path, nil) else { throw Failure(errno: errno) }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// The permission bits of a file (stat(2)).
    package static func mode(of path: String) throws(Failure) -> UInt32 {
        var status = stat()
        // Unsafe: the path becomes a C string that lives as long as the call, which fills the struct.
        guard unsafe stat(path, &status) == 0 else { throw Failure(errno: errno) }
        return status.st_mode & 0o7777
    }

    /// Gives a file mode 0600 (chmod(2)).
    package static func setMode(of path: String) throws(Failure) {
        // Unsafe: the path becomes a C string that lives as long as the call.
        guard unsafe chmod(path, 0o600) == 0 else { throw Failure(errno: errno) }
    }

    /// Whether a file is at a path.
    package static func exists(_ path: String) -> Bool {
        // Unsafe: the path becomes a C string that lives as long as the call.
        unsafe access(path, F_OK) == 0
    }

    /// The length of a file in bytes; 0 if there is none.
    package static func byteCount(_ path: String) -> Int {
        var status = stat()
        // Unsafe: the path becomes a C string that lives as long as the call, which fills the struct.
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Gives a file a second name (link(2)); no file may have it.
    package static func link(_ path: String, as other: String) throws(Failure) {
        // Unsafe: the paths become C strings that live as long as the call.
        guard unsafe Glibc.link(path, other) == 0 else { throw Failure(errno: errno) }
    }

    /// Renames a file, replaces one that has the new name, and flushes the folder.
    package static func move(_ path: String, to other: String) throws(Failure) {
        // Unsafe: the paths become C strings that live as long as the calls.
        guard unsafe rename(path, other) == 0 else { throw Failure(errno: errno) }
        try flushFolder(of: other)
    }

    /// Waits until the name of a file is on the disk.
    package static func flushFolder(of path: String) throws(Failure) {
        let slash = path.lastIndex(of: "/")
        try flush(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    /// Waits until a file's content, or a folder's list of names, is on the disk.
    package static func flush(_ path: String) throws(Failure) {
        // Unsafe: the path becomes a C string that lives as long as the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        defer { _ = Glibc.close(descriptor) }
        // EINVAL: the file system does not support it (fsync(2)).
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Failure(errno: errno) }
    }

    /// The names of a folder's entries, sorted.
    package static func names(in folder: String) throws(Failure) -> [String] {
        // Unsafe: the stream is opened and closed here; an entry is valid until the next call for it (readdir(3)).
        guard let stream = unsafe opendir(folder) else { throw Failure(errno: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { characters in
                unsafe characters.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
