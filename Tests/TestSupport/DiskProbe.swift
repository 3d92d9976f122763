import CSQLite
package import Foundation
import Synchronization

/// A disk that remembers only what was flushed, and fails on demand: an SQLite VFS over the ordinary one
/// (https://www.sqlite.org/vfs.html).
///
/// After every xSync it keeps the file's content. What a loss of power leaves behind at that moment is, of each file, at
/// least the content kept last. It becomes the default VFS of its process, so use it in a process of its own.
package enum DiskProbe {
    /// What was on disk after one flush: of each file the flushed content, and what the flush was of.
    package struct Moment: Sendable {
        /// Content by path.
        package let files: [String: Data]
        /// The path of the file that was flushed.
        package let flushed: String
    }

    /// What fails, as SQLite's result code (https://www.sqlite.org/rescode.html); nil for what works.
    package struct Faults: Sendable {
        /// Of writing.
        package var write: Int32?
        /// Of flushing.
        package var sync: Int32?
        /// Of reading.
        package var read: Int32?
    }

    fileprivate struct State {
        /// Paths by the address of SQLite's file.
        var paths: [Int: String] = [:]
        var moments: [Moment] = []
        var isWatching = false
        var faults = Faults()
        /// Lets flushes wait; nil while they do not.
        var gate: DispatchSemaphore?
        var waitingCount = 0
    }

    fileprivate static let state = Mutex(State())

    /// Puts the probe in front of the ordinary VFS; before the first file is opened.
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

    /// Flushes so far.
    package static var flushCount: Int { state.withLock { $0.moments.count } }

    /// Ends the watch and gives what was seen.
    package static func stopWatching() -> [Moment] {
        state.withLock { state in
            state.isWatching = false
            return state.moments
        }
    }

    /// Lets things fail, or work again.
    package static func fail(_ faults: Faults) { state.withLock { $0.faults = faults } }

    /// Lets things fail, or work again.
    package static func fail(write: Int32? = nil, sync: Int32? = nil, read: Int32? = nil) {
        fail(Faults(write: write, sync: sync, read: read))
    }

    /// Lets every flush wait from now on, as a stalled disk does, or ends that for flushes that wait and for later ones.
    package static func stallFlushes(_ isStalled: Bool) {
        state.withLock { state in
            let gate = state.gate
            state.gate = isStalled ? gate ?? DispatchSemaphore(value: 0) : nil
            // Each flush that was let through lets the next one through.
            if !isStalled { gate?.signal() }
        }
    }

    /// How many flushes wait.
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
            // A rollback journal is deleted once, before the log is made, whose first flush flushes the folder too.
            var files = (state.moments.last?.files ?? [:]).filter { FileManager.default.fileExists(atPath: $0.key) }
            files[path] = content
            state.moments.append(Moment(files: files, flushed: path))
        }
    }
}

/// A table of SQLite's own methods and ours, by the address of SQLite's.
///
/// @unchecked Sendable: the tables are made once and never changed.
@safe private struct Methods: @unchecked Sendable {
    let ordinary: sqlite3_io_methods
    let probed: UnsafePointer<sqlite3_io_methods>
}

/// Files with locks and files without have different tables of methods.
private let tables = Mutex<[Int: Methods]>([:])
/// Which table an open file has.
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
    // Unsafe: the ordinary VFS gets its own pointer and fills the file; only the table of its methods is exchanged.
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
    // Unsafe: the ordinary method gets the file that it opened, and the bytes as they came.
    return unsafe ordinary(file)?.xWrite(file, bytes, count, offset) ?? SQLITE_IOERR
}

private func readProbed(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
) -> Int32 {
    if let fault = DiskProbe.state.withLock({ $0.faults.read }) { return fault }
    // Unsafe: the ordinary method gets the file that it opened, and the buffer as it came.
    return unsafe ordinary(file)?.xRead(file, bytes, count, offset) ?? SQLITE_IOERR
}
