import SystemIO

/// A server in a process of its own, on the first core.
final class ServerUnderTest {
    /// What the tables call it.
    let name: String
    /// Where it listens.
    let address: SocketAddress
    /// The process that does the work: nginx's is its worker.
    let worker: Int32
    private let process: ChildProcess

    /// Starts a program and waits until it listens.
    ///
    /// - Parameters:
    ///   - name: what the tables call it.
    ///   - address: where it was told to listen.
    ///   - command: the program and its arguments.
    ///   - environment: `NAME=value` on top of this process's own.
    ///   - log: the file that takes what it prints.
    ///   - isWorkerChild: whether a child of the program does the work.
    ///   - isPinned: whether it has the first core, as what is timed must.
    ///   - startMilliseconds: how long it may take to listen.
    /// - Throws: what it printed instead of listening.
    init(
        _ name: String, _ address: SocketAddress, _ command: [String], environment: [String] = [], log: String,
        isWorkerChild: Bool = false, isPinned: Bool = true, startMilliseconds: Int64 = ServerUnderTest.startMilliseconds
    ) throws {
        self.name = name
        self.address = address
        let started = isPinned ? Cores.onServerCore(command) : command
        process = try ChildProcess(started, environment: environment, output: log)
        try Self.wait(process, address, name, log, startMilliseconds)
        worker = isWorkerChild ? try Self.child(of: process.number) : process.number
    }

    /// Asks it to stop and waits for that; after so many milliseconds it is taken away.
    func stop(milliseconds: Int = 5_000) { process.stop(milliseconds: milliseconds) }

    private static func wait(
        _ process: ChildProcess, _ address: SocketAddress, _ name: String, _ log: String, _ startMilliseconds: Int64
    ) throws {
        let end = MonotonicClock.milliseconds + startMilliseconds
        while MonotonicClock.milliseconds < end, process.isRunning {
            if let descriptor = try? Sockets.connect(to: address) { return Sockets.close(descriptor) }
            Threads.sleep(milliseconds: 10)
        }
        let text = (try? Files.read(log, bytesMax: 4096)) ?? []
        throw LoadError(description: "\(name) did not start: \(String(decoding: text, as: UTF8.self))")
    }

    /// The first child (proc(5), /proc/PID/task/TID/children), as soon as there is one.
    private static func child(of process: Int32) throws -> Int32 {
        let path = "/proc/\(process)/task/\(process)/children"
        let end = MonotonicClock.milliseconds + startMilliseconds
        while MonotonicClock.milliseconds < end {
            let text = String(decoding: (try? Files.read(path, bytesMax: 4096)) ?? [], as: UTF8.self)
            if let first = text.split(separator: " ").first.flatMap({ Int32($0) }) { return first }
            Threads.sleep(milliseconds: 10)
        }
        throw LoadError(description: "process \(process) has no worker")
    }

    /// A free port of 127.0.0.1: the system chose it just now, and hands out others first.
    static func freeAddress() throws -> SocketAddress {
        guard let any = SocketAddress("127.0.0.1:0") else { throw LoadError(description: "there is no loopback") }
        let probe = try Sockets.listen(on: any, isShared: false).release()
        defer { Sockets.close(probe) }
        return try Sockets.address(of: probe)
    }

    /// A server of a debug build on a busy machine starts within this.
    static let startMilliseconds: Int64 = 30_000
}
