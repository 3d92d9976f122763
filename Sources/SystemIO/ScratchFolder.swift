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
        path = try SystemCall.makeScratchFolder("\(base)/\(prefix)-XXXXXX")
    }

    /// A path inside.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        // A program may have left an empty folder, too; anything deeper stays, rather than being searched for.
        for name in (try? SystemCall.names(in: path)) ?? [] where !SystemCall.removeFolder("\(path)/\(name)") {
            SystemCall.unlink("\(path)/\(name)")
        }
        SystemCall.removeFolder(path)
    }
}
