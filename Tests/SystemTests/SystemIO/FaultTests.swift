#if DEBUG
import Glibc
import SystemIO
import SystemSimulation
import TestSupport
import Testing

@Suite("Faults affect the task that binds them, and no other", .scheduled)
struct FaultTests {
    @Test("A call that a signal interrupts is made again", arguments: [SystemCallName.open, .write, .flush, .fileMode])
    func interrupted(_ name: SystemCallName) throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a")
        let faults = Faults()
        faults.add(name, .failure(.interrupted), times: 3)
        try faults.bind { () throws(Errno) in try Files.create(path, [1, 2, 3], mode: 0o600) }
        #expect(try Files.read(path, bytesMax: 10) == [1, 2, 3])
        #expect(faults.count(of: name) == 4)
    }

    @Test(
        "A full disk is an error and leaves no incomplete file", arguments: [SystemCallName.write, .flush, .fileMode])
    func fullDisk(_ name: SystemCallName) throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a")
        let faults = Faults()
        faults.add(name, .failure(.noSpace))
        #expect(throws: Errno.noSpace) {
            try faults.bind { () throws(Errno) in try Files.create(path, [1, 2, 3], mode: 0o600) }
        }
        #expect(!Files.exists(path))
        try Files.create(path, [1], mode: 0o600)
    }

    @Test("A disk that becomes full in the middle of a file is an error")
    func fillingDisk() throws {
        let folder = try TemporaryDirectory()
        let faults = Faults()
        faults.add(.write, .shortened(1), times: 2)
        faults.add(.write, .failure(.noSpace))
        #expect(throws: Errno.noSpace) {
            try faults.bind { () throws(Errno) in try Files.create(folder.file("a"), [1, 2, 3], mode: 0o600) }
        }
        #expect(faults.count(of: .write) == 3)
        #expect(!Files.exists(folder.file("a")))
    }

    @Test(
        "A failed replacement leaves the old file and no other",
        arguments: [SystemCallName.open, .write, .flush, .rename])
    func failingReplacement(_ name: SystemCallName) throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a")
        try Files.create(path, [1, 2, 3], mode: 0o600)
        let faults = Faults()
        faults.add(name, .failure(.noSpace))
        #expect(throws: Errno.noSpace) {
            try faults.bind { () throws(Errno) in try Files.replace(path, [4], mode: 0o600) }
        }
        #expect(try Folders.names(in: folder.path) == ["a"])
        #expect(try Files.read(path, bytesMax: 10) == [1, 2, 3])
    }

    @Test("Short reads and writes are continued")
    func short() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a")
        let bytes = (0..<100).map { UInt8($0) }
        let faults = Faults()
        faults.add(.write, .shortened(7), times: 1000)
        faults.add(.read, .shortened(3), times: 1000)
        try faults.bind { () throws(Errno) in
            try Files.create(path, bytes, mode: 0o600)
            #expect(try Files.read(path, bytesMax: 1000) == bytes)
        }
        #expect(faults.count(of: .write) == 15)
        #expect(faults.count(of: .read) == 35)
    }

    @Test("A thread inherits the faults of the thread that starts it; calls before and after are not affected")
    func threads() throws {
        let folder = try TemporaryDirectory()
        let faults = Faults()
        faults.add(.open, .failure(.processExhausted), after: 1, times: 2)
        let outcomes = BlockingQueue<Bool>(countMax: 10)
        let thread = try faults.bind { () throws(Errno) in
            try Threads.start {
                for number in 0..<4 {
                    _ = outcomes.push((try? Files.create(folder.file("\(number)"), [], mode: 0o600)) != nil)
                }
            }
        }
        try Files.create(folder.file("other"), [], mode: 0o600)
        thread.join()
        outcomes.close()
        #expect((0..<4).map { _ in outcomes.pop() } == [true, false, false, true])
    }

    @Test("A failed listener leaves no open descriptor", arguments: [SystemCallName.socketOption, .bind, .listen])
    func noLeak(_ name: SystemCallName) throws {
        let address = try #require(SocketAddress("127.0.0.1:0"))
        let faults = Faults()
        faults.add(name, .failure(.processExhausted))
        // An owner that is not closed traps, so the test fails if a descriptor stays open.
        #expect(throws: Errno.processExhausted) {
            try faults.bind { () throws(Errno) in try Sockets.listen(on: address, isShared: false).close() }
        }
        try Sockets.listen(on: address, isShared: false).close()
    }
}

@Suite("A descriptor has one owner", .scheduled)
struct DescriptorTests {
    @Test("Closing it frees the number, and releasing it passes ownership")
    func ownership() throws {
        let address = try #require(SocketAddress("127.0.0.1:0"))
        let number = try Sockets.listen(on: address, isShared: false).release()
        #expect(fcntl(number, F_GETFD) >= 0)
        let owner = Descriptor(owning: number)
        #expect(owner.number == number)
        owner.close()
    }

    @Test("A descriptor that is not closed stops a debug build")
    func forgotten() async {
        await #expect(processExitsWith: .failure) {
            _ = Descriptor(owning: Files.standardError)
        }
    }
}
#endif
