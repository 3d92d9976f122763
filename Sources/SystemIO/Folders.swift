/// Folders: what is in them, and making them.
package enum Folders {
    /// Names in a folder but `.` and `..`, in the order of their bytes; empty where there is no folder.
    package static func names(in path: String) throws(Errno) -> [String] {
        do throws(Errno) { return try SystemCall.names(in: path).sorted(by: isBefore) } catch .noSuchFile { return [] }
    }

    /// How many files and folders are in a folder.
    ///
    /// - Throws: what the system says, also where there is none.
    package static func count(in path: String) throws(Errno) -> Int { try SystemCall.names(in: path).count }

    /// Makes a folder and those above it; one that is there is fine.
    package static func make(_ path: String) throws(Errno) {
        do throws(Errno) { try SystemCall.makeFolder(path) } catch .exists {
            return
        } catch .noSuchFile {
            let parent = folder(of: path)
            guard parent != path, parent != "." else { throw .noSuchFile }
            try make(parent)
            // Somebody else may have been faster.
            do throws(Errno) { try SystemCall.makeFolder(path) } catch .exists {}
        }
    }

    /// The folder that a path's last part is in.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isBefore(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
