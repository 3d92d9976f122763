import Glibc

/// A new folder for files that nobody needs afterwards; it goes with its last reference.
package final class ScratchFolder {
    /// Where it is, without a slash at the end.
    package let path: String

    /// Makes one below TMPDIR or /tmp (mkdtemp(3)), which only this user may enter.
    package init(_ prefix: String) throws(Errno) {
        var base = "/tmp"
        // A C string that stays valid while nobody changes the environment; it is copied at once.
        if let given = unsafe getenv("TMPDIR") { base = unsafe String(cString: given) }
        var template = Array("\(base)/\(prefix)-XXXXXX".utf8CString)
        // mkdtemp(3) writes over the six letters, within the array and its terminator.
        guard unsafe mkdtemp(&template) != nil else { throw .last }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A path inside.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        // A program may have left an empty folder, too; anything deeper stays, rather than being searched for.
        for name in Files.names(in: path) where unsafe unlink("\(path)/\(name)") != 0 {
            _ = unsafe rmdir("\(path)/\(name)")
        }
        _ = unsafe rmdir(path)
    }
}
