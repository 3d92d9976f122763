import Foundation
import ReleaseStore
import RouteModel
import StoreFixtures
import StoreRecords
import Synchronization
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("A start on a file system that takes no writes", .scheduled)
struct WaitingTests {
    /// A closed store with a release; returns its epoch.
    private func prepare(_ path: String) throws -> Int {
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        try store.makeApp()
        try store.publish(.make(basis: 2, version: 1))
        return try store.overview().facts.epoch
    }

    @Test(
        "Reads work under the old epoch, writes say why; the first write that the file takes comes after the new epoch")
    func waiting() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let epoch = try prepare(path)
        let tries = Atomic<Int>(0)
        let files = try WaitingFiles(
            reading: path, Migration.all, acceptsHead: false,
            despite: StoreError(.diskFull, "There is no space.", hint: "Free space."), retry: .zero
        ) { () throws(StoreError) in
            guard tries.add(1, ordering: .relaxed).newValue > 3 else {
                throw StoreError(.diskFull, "There is no space yet.", hint: "Free space.")
            }
            return try StoreFiles(path: path, at: .make(1_900_000_000), migrations: Migration.all, acceptsHead: false)
        }
        let queue = WriteQueue(files)
        defer { queue.close() }
        let readers = ReaderPool { () throws(StoreError) in try files.openReader() }
        defer { readers.close() }
        func write() throws -> Int {
            try queue.perform { session in
                try session.run("UPDATE facts SET probed_at = 1 WHERE id = 1")
                return try session.facts().epoch
            }
        }
        for _ in 1...3 {
            let failure = #expect(throws: StoreError.self) { try write() }
            #expect(failure?.detail == "There is no space yet.")
            #expect(try readers.read { session in try session.facts().epoch } == epoch)
            #expect(queue.statistics.position == nil)
        }
        #expect(try write() == 1_900_000_000)
        #expect(try readers.read { session in try session.facts().epoch } == 1_900_000_000)
        #expect(queue.statistics.position?.epoch == 1_900_000_000)
    }

    @Test("A reading beside which a store is opened takes no log away, and says that it was disturbed")
    func reading() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        _ = try prepare(path)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        _ = try StoreInspection(of: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
        let reading = try FileReading(path)
        let store = try SQLiteRuleStore(path: path, at: .make())
        try store.makeApp("later")
        #expect(code { try reading.verifyUnchanged() } == .busy)
        reading.close()
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(try store.apps().map(\.name).contains("later"))
        store.close()
        #expect(try StoreInspection(of: path).damage.isEmpty)
    }

    @Test("Before the time of a retry, a write is refused without another try")
    func pause() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        _ = try prepare(path)
        let files = try WaitingFiles(
            reading: path, Migration.all, acceptsHead: false,
            despite: StoreError(.diskFull, "There is no space.", hint: ""), retry: .seconds(3600)
        ) { () throws(StoreError) in
            Issue.record("opened too early")
            throw .closed
        }
        defer { files.close() }
        #expect(code { try files.begin() } == .diskFull)
    }

    @Test("A head file that does not fit, an older layout and a missing file are refused as ever")
    func refused() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        _ = try prepare(path)
        func open(_ migrations: [Migration]) throws {
            let reason = StoreError(.diskFull, "There is no space.", hint: "")
            try WaitingFiles(reading: path, migrations, acceptsHead: false, despite: reason) { () throws(StoreError) in
                throw reason
            }.close()
        }
        try open(Migration.all)
        #expect(code { try open(Migration.all + [Migration(name: "next", script: "")]) } == .diskFull)
        try FileManager.default.removeItem(atPath: path + "-head")
        #expect(code { try open(Migration.all) } == .invalid)
        try FileManager.default.removeItem(atPath: path)
        #expect(code { try open(Migration.all) } == .diskFull)
    }

    enum Disk: CaseIterable {
        case full
        case readOnly
        /// And the log of a killed process is there.
        case readOnlyAfterKill
    }

    @Test("On a disk that is full to the last byte, and on one that is mounted read-only", arguments: Disk.allCases)
    func disk(_ disk: Disk) throws {
        let isFull = disk == .full
        let folder = try TemporaryDirectory()
        let place = folder.path
        func run(_ command: String) throws -> Bool {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", command + " 2> /dev/null"]
            try shell.run()
            shell.waitUntilExit()
            return shell.terminationStatus == 0
        }
        func mount(_ options: String) throws -> Bool { try run("mount -t tmpfs -o \(options) tmpfs \(place)") }
        // Only root may mount, and not in every container.
        guard try mount("size=6m") else { return }
        defer { _ = try? run("umount -l \(place)") }
        let path = folder.file("a.db")
        let epoch: Int
        if disk == .readOnlyAfterKill {
            let source = try TemporaryDirectory()
            let killed = try SQLiteRuleStore(path: source.file("a.db"), at: .make())
            try killed.makeApp()
            try killed.publish(.make(basis: 2, version: 1))
            epoch = try killed.overview().facts.epoch
            let isCopied = try run("cp \(source.path)/a.db* \(place)/")
            try #require(isCopied)
            killed.close()
        } else {
            epoch = try prepare(path)
        }
        let filler = folder.file("filler")
        if isFull {
            _ = try run("dd if=/dev/zero of=\(filler) bs=4096")
        } else {
            let isReadOnly = try mount("remount,ro")
            try #require(isReadOnly)
        }
        let store = try SQLiteRuleStore(path: path, at: .make(1_900_000_000), migrations: Migration.all, retry: .zero)
        defer { store.close() }
        #expect(store.notices.first?.isWarning == true && "\(store.notices)".contains("opened for reading"))
        #expect(try store.releaseContent("moments", 1).record.version == 1)
        #expect(try store.overview().facts.epoch == epoch)
        let expected: StoreError.Code = isFull ? .diskFull : .readOnly
        #expect(code { try store.edit(.addRule(.make("x"))) } == expected)
        if isFull { try FileManager.default.removeItem(atPath: filler) } else { _ = try mount("remount,rw") }
        try store.edit(.addRule(.make("x")))
        #expect(try store.overview().facts.epoch == 1_900_000_000)
        #expect(try store.ruleIDs() == ["a", "b", "c", "x"])
    }
}
