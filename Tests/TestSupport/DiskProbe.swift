import CSQLite
package import Foundation
import Synchronization

/// An SQLite VFS over the ordinary one that records what was flushed and can make calls fail
/// (https://www.sqlite.org/vfs.html).
///
/// After every xSync it records the file's content. After a loss of power at that moment, each file has at least the
/// content of its last record. It becomes the default VFS of its process, so use it in a separate process.
package enum DiskProbe {
    /// The state of the disk after one flush.
    package struct Moment: Sendable {
        /// The last flushed content of each file, by path.
        package let files: [String: Data]
        /// The path of the file that was flushed.
        package let flushed: String
    }

    /// SQLite's result codes (https://www.sqlite.org/rescode.html) for calls that must fail; nil for calls that work.
    package struct Faults: Sendable {
        /// The result of writes.
        package var write: Int32?
        /// The result of flushes.
        package var sync: Int32?
        /// The result of reads.
        package var read: Int32?
    }

    fileprivate struct State {
        /// Paths by the address of SQLite's file object.
        var paths: [Int: String] = [:]
        var moments: [Moment] = []
        var isWatching = false
        var faults = Faults()
        /// Flushes wait at it; nil if flushes do not wait.
        var gate: DispatchSemaphore?
        var waitingCount = 0
    }

    fileprivate static let state = Mutex(State())

    /// Registers the probe as the default VFS; call it before the first file is opened.
    package static func install(watching: Bool = true) {
        state.withLock { $0.isWatching = watching }
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

    /// Number of flushes so far.
    package static var flushCount: Int { state.withLock { $0.moments.count } }

    /// Stops recording; returns the recorded states.
    package static func stopWatching() -> [Moment] {
        state.withLock { state in
            state.isWatching = false
            return state.moments
        }
    }

    /// Makes calls fail from now on, or work again.
    package static func fail(_ faults: Faults) { state.withLock { $0.faults = faults } }

    /// Makes calls fail from now on, or work again.
    package static func fail(write: Int32? = nil, sync: Int32? = nil, read: Int32? = nil) {
        fail(Faults(write: write, sync: sync, read: read))
    }

    /// Makes flushes wait from now on, as a stalled disk does, or ends that for waiting and later flushes.
    package static func stallFlushes(_ isStalled: Bool) {
        state.withLock { state in
            let gate = state.gate
            state.gate = isStalled ? gate ?? DispatchSemaphore(value: 0) : nil
            // Each flush that continues signals the next one.
            if !isStalled { gate?.signal() }
        }
    }

    /// Number of waiting flushes.
    package static var stalledCount: Int { state.withLock { $0.waitingCount } }

    fileprivate static func waitWhileStalled() {
        let gate = state.withLock { state in
            if state.gate != nil { state.waitingCount += 1 }
            return state.gate
        }
        guard let gate else { return }
        gate.wait()
        gate.signal()
        state.withLock { $0.waitingCount -= 1 }
    }

    fileprivate static func opened(_ file: Int, _ path: String) {
        state.withLock { $0.paths[file] = path }
    }

    fileprivate static func synced(_ file: Int) {
        state.withLock { state in
            guard state.isWatching, let path = state.paths[file],
                let content = FileManager.default.contents(atPath: path)
            else { return }
            // Deleted files are left out. SQLite deletes a rollback journal once, before it creates the log, and the
            // first flush of the log also flushes the folder.
            var files = (state.moments.last?.files ?? [:]).filter { FileManager.default.fileExists(atPath: $0.key) }
            files[path] = content
            state.moments.append(Moment(files: files, flushed: path))
        }
    }
}

/// A table of SQLite's methods, and its copy with the methods of the probe.
///
/// @unchecked Sendable: the tables never change.
@safe private struct Methods: @unchecked Sendable {
    let ordinary: sqlite3_io_methods
    let probed: UnsafePointer<sqlite3_io_methods>
}

/// The tables by the address of SQLite's; files with locks and files without have different ones.
private let tables = Mutex<[Int: Methods]>([:])
/// The table of each open file, by the address of SQLite's file object.
private let methodsOfFiles = Mutex<[Int: Methods]>([:])

private func probed(_ methods: UnsafePointer<sqlite3_io_methods>) -> Methods {
    let address = Int(bitPattern: methods)
    // Unsafe: the copy is filled before it is published, and lives as long as the process.
    let made = unsafe methods.pointee
    return tables.withLock { tables in
        if let known = tables[address] { return known }
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe table.initialize(to: made)
        unsafe table.pointee.xSync = syncProbed
        unsafe table.pointee.xWrite = writeProbed
        unsafe table.pointee.xRead = readProbed
        let methods = unsafe Methods(ordinary: made, probed: UnsafePointer(table))
        tables[address] = methods
        return methods
    }
}

private func openProbed(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    // Unsafe: the ordinary VFS gets its own pointer and fills the file; only the pointer to the methods is replaced.
    guard let ordinary = unsafe vfs?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self),
        let file = unsafe file
    else { return SQLITE_CANTOPEN }
    let status = unsafe ordinary.pointee.xOpen(ordinary, name, file, flags, outFlags)
    guard status == SQLITE_OK, let name = unsafe name, let methods = unsafe file.pointee.pMethods else { return status }
    let table = unsafe probed(methods)
    let address = Int(bitPattern: file)
    methodsOfFiles.withLock { $0[address] = table }
    unsafe file.pointee.pMethods = table.probed
    DiskProbe.opened(address, unsafe String(cString: name))
    return status
}

private func ordinary(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    let address = Int(bitPattern: file)
    return methodsOfFiles.withLock { $0[address] }?.ordinary
}

private func syncProbed(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
    DiskProbe.waitWhileStalled()
    if let fault = DiskProbe.state.withLock({ $0.faults.sync }) { return fault }
    // Unsafe: the ordinary method gets the file that it opened.
    let status = unsafe ordinary(file)?.xSync(file, flags) ?? SQLITE_IOERR
    if status == SQLITE_OK, let file = unsafe file { DiskProbe.synced(Int(bitPattern: file)) }
    return status
}

private func writeProbed(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
) -> Int32 {
    if let fault = DiskProbe.state.withLock({ $0.faults.write }) { return fault }
    // Unsafe: the ordinary method gets the file that it opened, and the unchanged arguments.
    return unsafe ordinary(file)?.xWrite(file, bytes, count, offset) ?? SQLITE_IOERR
}

private func readProbed(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
) -> Int32 {
    if let fault = DiskProbe.state.withLock({ $0.faults.read }) { return fault }
    // Unsafe: the ordinary method gets the file that it opened, and the unchanged arguments.
    return unsafe ordinary(file)?.xRead(file, bytes, count, offset) ?? SQLITE_IOERR
}
