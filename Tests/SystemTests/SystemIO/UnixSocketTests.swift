import Glibc
import SystemIO
import TestSupport
import Testing

@Suite("Unix sockets, inherited sockets and the service manager", .scheduled)
struct UnixSocketTests {
    @Test(
        "Addresses of files are parsed and printed, and invalid ones refused",
        arguments: [
            ("unix:/run/waymark.sock", "/run/waymark.sock"), ("unix:relative", "relative"), ("unix:", nil),
            ("unix:a\0b", nil), ("unix:" + String(repeating: "x", count: 107), String(repeating: "x", count: 107)),
            ("unix:" + String(repeating: "x", count: 108), nil),
        ])
    func addresses(_ text: String, _ path: String?) throws {
        let address = SocketAddress(text)
        #expect(address?.unixPath == path)
        #expect(path == nil || (address?.description == text && address?.port == 0))
    }

    @Test("A socket file has its mode, is replaced if its server has ended, and stays if the server runs")
    func staleFile() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("socket")
        let address = try #require(SocketAddress(unixPath: path))
        let first = try UnixSocketFile.listen(at: address, mode: 0o620).release()
        #expect(try mode(of: path) == S_IFSOCK | 0o620)
        #expect(throws: Errno.addressInUse) { try UnixSocketFile.listen(at: address, mode: 0o600).close() }
        let client = try Sockets.connect(to: address)
        let accepted = try Sockets.accept(first)
        #expect((accepted.peerHigh, accepted.peerLow) == (0, 0))
        accepted.close()
        Sockets.close(client)
        // As after a crash: the file exists, and no server listens.
        Sockets.close(first)
        #expect(try mode(of: path) & S_IFMT == S_IFSOCK)
        let second = try UnixSocketFile.listen(at: address, mode: 0o600).release()
        defer { Sockets.close(second) }
        #expect(try mode(of: path) == S_IFSOCK | 0o600)
        let new = try UnixSocketFile(at: path)
        new.remove()
        #expect(!Files.exists(path))
    }

    @Test("A file is removed only by its own server, also if another file is at its path")
    func ownFile() throws {
        let folder = try TemporaryDirectory()
        let (path, aside) = (folder.file("socket"), folder.file("aside"))
        let address = try #require(SocketAddress(unixPath: path))
        let first = try UnixSocketFile.listen(at: address, mode: 0o600).release()
        let mine = try UnixSocketFile(at: path)
        // The old file gets another name instead of being removed, so that its inode is not used for the next file.
        try #require(unsafe rename(path, aside) == 0)
        let second = try UnixSocketFile.listen(at: address, mode: 0o600).release()
        mine.remove()
        #expect(Files.exists(path))
        Sockets.close(first)
        Sockets.close(second)
    }

    @Test("A file that is not a socket is never removed")
    func otherFile() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("precious")
        try Files.create(path, Array("data".utf8), mode: 0o600)
        let address = try #require(SocketAddress(unixPath: path))
        #expect(throws: Errno.exists) { try UnixSocketFile.listen(at: address, mode: 0o600).close() }
        #expect(try Files.read(path, bytesMax: 10) == Array("data".utf8))
    }

    @Test("A reserved port cannot be used by another socket and accepts no connection")
    func reserved() throws {
        let reserved = try Sockets.reserve(try #require(SocketAddress("127.0.0.1:0"))).release()
        defer { Sockets.close(reserved) }
        let address = try Sockets.address(of: reserved)
        #expect(address.port > 0)
        #expect(throws: Errno.refused) { Sockets.close(try Sockets.connect(to: address)) }
        let first = try Sockets.listen(on: address, isShared: true).release()
        let second = try Sockets.listen(on: address, isShared: true).release()
        #expect(throws: Errno.addressInUse) { try Sockets.reserve(address).close() }
        Sockets.close(first)
        Sockets.close(second)
    }

    @Test("Inherited sockets are used only by their process, and only if they listen")
    func inherited() throws {
        let me = String(getpid())
        #expect(try InheritedSocket.take(.init(process: nil, count: "1", names: nil)).isEmpty)
        #expect(try InheritedSocket.take(.init(process: "1", count: "1", names: nil)).isEmpty)
        #expect(try InheritedSocket.take(.init(process: me, count: "0", names: nil)).isEmpty)
        for count in ["-1", "x", "65", ""] {
            #expect(throws: InheritedSocket.Refusal.self, "\(count)") {
                try InheritedSocket.take(.init(process: me, count: count, names: nil))
            }
        }
        let listener = try Sockets.listen(on: try #require(SocketAddress("127.0.0.1:0")), isShared: false).release()
        let socket = try InheritedSocket(listener, name: "main")
        #expect(try socket.address == Sockets.address(of: listener))
        let client = try Sockets.connect(to: socket.address)
        #expect(throws: InheritedSocket.Refusal.self) { try InheritedSocket(client, name: "main") }
        #expect(throws: InheritedSocket.Refusal.self) { try InheritedSocket(-1, name: "main") }
        Sockets.close(client)
        Sockets.close(listener)
    }

    @Test("A service manager's address is a path or an abstract name")
    func serviceManager() throws {
        #expect(SupervisorSocket("relative") == nil && SupervisorSocket("") == nil)
        #expect(SupervisorSocket("vsock:2:1234") == nil && SupervisorSocket("@") == nil)
        let folder = try TemporaryDirectory()
        let missing = try #require(SupervisorSocket(folder.file("missing")))
        #expect(throws: Errno.noSuchFile) { try missing.send(["READY=1"]) }
        let absent = try #require(SupervisorSocket("@waymark-test-\(getpid())"))
        #expect(throws: Errno.refused) { try absent.send(["READY=1"]) }
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        // lstat(2) fills a local struct.
        try #require(unsafe lstat(path, &status) == 0)
        return status.st_mode
    }

}
