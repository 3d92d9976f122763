import CSQLite
import Foundation
import SQLiteKit

/// A disk that remembers only what was flushed: an SQLite VFS over the ordinary one (https://www.sqlite.org/vfs.html).
///
/// After every xSync it keeps the file's content. What a loss of power leaves behind at that moment is, of each file, at
/// least the content kept last. It becomes the default VFS of its process, so use it in a process of its own.
enum SyncProbe {
    /// What was on disk after one flush: of each file the flushed content, and what the flush was of.
    struct Moment: Sendable {
        let files: [String: Data]
        let flushed: String
    }

    struct State {
        /// Paths by the address of SQLite's file.
        var paths: [Int: String] = [:]
        var moments: [Moment] = []
        var isWatching = true
    }

    static let state = Monitor(State())

    /// Puts the probe in front of the ordinary VFS.
    static func install() {
        // Unsafe throughout: SQLite's own structs, which live as long as the process.
        guard let ordinary = unsafe sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no VFS") }
        let probe = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe probe.initialize(to: ordinary.pointee)
        unsafe probe.pointee.pNext = nil
        unsafe probe.pointee.zName = UnsafePointer(strdup("probe"))
        unsafe probe.pointee.pAppData = UnsafeMutableRawPointer(ordinary)
        unsafe probe.pointee.xOpen = openProbed
        let status = unsafe sqlite3_vfs_register(probe, 1)
        precondition(status == SQLITE_OK)
    }

    fileprivate static func opened(_ file: Int, _ path: String) {
        state.withLock { $0.paths[file] = path }
    }

    fileprivate static func synced(_ file: Int) {
        state.withLock { state in
            guard state.isWatching, let path = state.paths[file],
                let content = FileManager.default.contents(atPath: path)
            else { return }
            // A rollback journal is deleted once, before the log is made, whose first flush flushes the folder too.
            var files = (state.moments.last?.files ?? [:]).filter { FileManager.default.fileExists(atPath: $0.key) }
            files[path] = content
            state.moments.append(Moment(files: files, flushed: path))
        }
    }
}

/// Flushes an ordinary file; the same function for all of them.
nonisolated(unsafe) private var ordinarySync: (@convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32)?
/// Tables of methods with a flush that is noted, by the address of the ordinary table: files with locks and files
/// without have different ones.
nonisolated(unsafe) private var probedMethods: [Int: UnsafePointer<sqlite3_io_methods>] = unsafe [:]

/// The table for files that have `methods`; the test opens its files on one thread.
private func probed(_ methods: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods> {
    if let known = unsafe probedMethods[Int(bitPattern: methods)] { return unsafe known }
    unsafe ordinarySync = methods.pointee.xSync
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe table.initialize(to: methods.pointee)
    unsafe table.pointee.xSync = syncProbed
    unsafe probedMethods[Int(bitPattern: methods)] = UnsafePointer(table)
    return unsafe UnsafePointer(table)
}

private func openProbed(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    // Unsafe: the ordinary VFS gets its own pointer and fills the file; only the table of its methods is exchanged.
    guard let ordinary = unsafe vfs?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self),
        let file = unsafe file
    else { return SQLITE_CANTOPEN }
    let status = unsafe ordinary.pointee.xOpen(ordinary, name, file, flags, outFlags)
    guard status == SQLITE_OK, let name = unsafe name, let methods = unsafe file.pointee.pMethods else { return status }
    unsafe file.pointee.pMethods = probed(methods)
    unsafe SyncProbe.opened(Int(bitPattern: file), String(cString: name))
    return status
}

private func syncProbed(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
    // Unsafe: the ordinary method gets the file that it opened.
    let status = unsafe ordinarySync?(file, flags) ?? SQLITE_IOERR
    if status == SQLITE_OK, let file = unsafe file { SyncProbe.synced(Int(bitPattern: file)) }
    return status
}
