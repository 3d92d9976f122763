import Glibc

/// Folders; paths are handed over as C strings for the duration of each call.
extension SystemCall {
    static func makeFolder(_ path: String) throws(Errno) {
        _ = try perform(.makeFolder) { Int(unsafe mkdir(path, 0o777)) }
    }

    /// A new folder for this user alone: its six last letters are chosen by mkdtemp(3).
    static func makeScratchFolder(_ template: String) throws(Errno) -> String {
        var bytes = Array(template.utf8CString)
        // Writes over six letters, within the array and its terminator.
        _ = try perform(.makeFolder) { unsafe mkdtemp(&bytes) == nil ? -1 : 0 }
        return String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// An empty one; false where it is none.
    @discardableResult
    static func removeFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 }

    /// Everything in a folder but `.` and `..`, in no order (readdir(3)).
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
