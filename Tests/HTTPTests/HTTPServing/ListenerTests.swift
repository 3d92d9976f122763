import Glibc
import HTTPServing
import SystemIO
import TestSupport
import Testing
import WireConformance

@Suite("Listeners on ports, files and inherited sockets", .scheduled)
struct ListenerTests {
    @Test("All loops serve a unix socket, its peers have no address, and its file is removed", arguments: [1, 3])
    func file(loops: Int) throws {
        let folder = try TemporaryDirectory()
        let address = try #require(SocketAddress(unixPath: folder.file("socket")))
        let running = try RunningServer.make(on: .file(address, mode: 0o600), loops: loops) {
            $0.connectionsPerAddressMax = 1
        }
        #expect(running.address == address)
        // More than the limit for one address: peers on a unix socket have none.
        let clients = try (0..<20).map { _ in LoopbackClient(connected: try Sockets.connect(to: address)) }
        for client in clients {
            client.send(request("GET", "/peer"))
            #expect(client.wait { $0.hasSuffix("unix") }.hasPrefix("HTTP/1.1 200"))
        }
        #expect(running.server.statistics.open == 20)
        running.stop()
        for client in clients {
            client.wait()
            #expect(client.isClosed)
        }
        #expect(!Files.exists(try #require(address.unixPath)))
    }

    @Test("A second server on the file does not start, and the file of a stopped server is replaced")
    func fileTaken() throws {
        let folder = try TemporaryDirectory()
        let address = try #require(SocketAddress(unixPath: folder.file("socket")))
        // No server listens here any more, as after a crash.
        try UnixSocketFile.listen(at: address, mode: 0o600).close()
        let running = try RunningServer.make(on: .file(address, mode: 0o600))
        #expect { _ = try RunningServer.make(on: .file(address, mode: 0o600)) } throws: { error in
            (error as? ServingError)?.code == .addressInUse
        }
        let client = LoopbackClient(connected: try Sockets.connect(to: address))
        client.send(request("GET", "/"))
        #expect(client.wait { $0.hasSuffix("hello") }.hasPrefix("HTTP/1.1 200"))
        let other = folder.file("text")
        try Files.create(other, [1], mode: 0o600)
        let wrong = try #require(SocketAddress(unixPath: other))
        #expect { _ = try RunningServer.make(on: .file(wrong, mode: 0o600)) } throws: { error in
            (error as? ServingError)?.code == .notASocket
        }
        running.stop()
    }

    @Test("An inherited socket is served by all loops, also for earlier clients", arguments: [1, 2])
    func inherited(loops: Int) throws {
        let anyPort = try #require(SocketAddress("127.0.0.1:0"))
        let listener = try Sockets.listen(on: anyPort, isShared: false).release()
        let early = LoopbackClient(try Sockets.address(of: listener))
        early.send(request("GET", "/"))
        let running = try RunningServer.make(on: .inherited(try InheritedSocket(listener, name: "main")), loops: loops)
        #expect(early.wait { $0.hasSuffix("hello") }.hasPrefix("HTTP/1.1 200"))
        for _ in 0..<10 {
            let client = running.client()
            client.send(request("GET", "/peer"))
            #expect(client.wait { $0.hasSuffix("127.0.0.1") }.hasPrefix("HTTP/1.1 200"))
        }
        running.stop()
    }

    @Test("Running loops are reported as running, and loops that never ran are not")
    func asked() throws {
        let running = try RunningServer.make(loops: 2)
        _ = running.server.haveLoopsRun()
        #expect(eventually { running.server.haveLoopsRun() })
        running.stop()
        _ = running.server.haveLoopsRun()
        #expect(!running.server.haveLoopsRun())
    }
}
