#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Lists and creates folders.
package enum Folders {
    /// The names in a folder without `.` and `..`, in the order of their bytes; empty if there is no folder.
    package static func names(in path: String) throws(Errno) -> [String] {
        do throws(Errno) { return try SystemCall.names(in: path).sorted(by: isBefore) } catch .noSuchFile { return [] }
    }

    /// Number of files and folders in a folder.
    ///
    /// - Throws: the system's error, also if there is no folder.
    package static func count(in path: String) throws(Errno) -> Int { try SystemCall.names(in: path).count }

    /// Creates a folder and its parents, if they do not exist.
    package static func make(_ path: String) throws(Errno) {
        do throws(Errno) { try SystemCall.makeFolder(path) } catch .exists {
            return
        } catch .noSuchFile {
            let parent = folder(of: path)
            guard parent != path, parent != "." else { throw .noSuchFile }
            try make(parent)
            // Another process may have created it.
            do throws(Errno) { try SystemCall.makeFolder(path) } catch .exists {}
        }
    }

    /// The path without its last component.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isBefore(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}

/// A new temporary folder; removed with its last reference.
package final class ScratchFolder {
    /// Its path, without a slash at the end.
    package let path: String

    /// Creates a folder in TMPDIR or /tmp (mkdtemp(3)) that only this user may enter.
    package init(_ prefix: String) throws(Errno) {
        var base = "/tmp"
        // A C string that is valid until the environment changes; it is copied at once.
        if let given = unsafe getenv("TMPDIR") { base = unsafe String(cString: given) }
        path = try SystemCall.makeScratchFolder("\(base)/\(prefix)-XXXXXX")
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        // A program may have left an empty folder as well; folders that are not empty are not removed.
        for name in (try? SystemCall.names(in: path)) ?? [] where !SystemCall.removeFolder("\(path)/\(name)") {
            SystemCall.unlink("\(path)/\(name)")
        }
        SystemCall.removeFolder(path)
    }
}
