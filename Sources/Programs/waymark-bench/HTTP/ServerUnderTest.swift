import SystemIO

/// A server in its own process, on the first core.
final class ServerUnderTest {
    /// The name in tables.
    let name: String
    /// The address it listens on.
    let address: SocketAddress
    /// The process that serves: for nginx the worker process.
    let worker: Int32
    private let process: ChildProcess

    /// Starts a program and waits until it listens.
    ///
    /// - Parameters:
    ///   - name: the name in tables.
    ///   - address: the address that the command makes it listen on.
    ///   - command: the program and its arguments.
    ///   - environment: variables as `NAME=value`, added to this process's environment.
    ///   - log: the file for its output.
    ///   - isWorkerChild: whether a child process serves.
    ///   - isPinned: whether it runs on the first core, as needed for timing.
    ///   - startMilliseconds: the longest time until it listens.
    /// - Throws: an error with its output, if it does not listen in time.
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

    /// Stops the server by SIGTERM and waits; kills it after this number of milliseconds.
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
        throw BenchError("\(name) did not start: \(String(decoding: text, as: UTF8.self))")
    }

    /// Waits for the first child of a process (proc(5), /proc/PID/task/TID/children).
    private static func child(of process: Int32) throws -> Int32 {
        let path = "/proc/\(process)/task/\(process)/children"
        let end = MonotonicClock.milliseconds + startMilliseconds
        while MonotonicClock.milliseconds < end {
            let text = String(decoding: (try? Files.read(path, bytesMax: 4096)) ?? [], as: UTF8.self)
            if let first = text.split(separator: " ").first.flatMap({ Int32($0) }) { return first }
            Threads.sleep(milliseconds: 10)
        }
        throw BenchError("process \(process) has no worker")
    }

    /// A free port of 127.0.0.1, chosen by the kernel; it does not choose the same port again soon.
    static func freeAddress() throws -> SocketAddress {
        guard let any = SocketAddress("127.0.0.1:0") else { throw BenchError("there is no loopback") }
        let probe = try Sockets.listen(on: any, isShared: false).release()
        defer { Sockets.close(probe) }
        return try Sockets.address(of: probe)
    }

    /// The longest time until a server listens; long enough for a debug build on a busy machine.
    static let startMilliseconds: Int64 = 30_000
}

/// The paths of this program and of other programs of the same build.
enum OwnProgram {
    /// The path by which this program was started.
    static var path: String { CommandLine.arguments.first ?? "waymark-bench" }

    /// The path of another program of the same build; only its name if this program was found by PATH.
    static func beside(_ name: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }
}
