import Foundation
import SystemIO
import TestSupport

/// The serving layer in a process of its own: `waymark-bench serve-echo`.
final class AttackTarget {
    enum Failure: Error {
        case didNotStart(String)
    }

    let address: SocketAddress
    private let process: ChildProcess
    private let folder: TemporaryDirectory

    /// Starts it on a port of its own.
    ///
    /// - Parameter options: further options of `serve-echo`.
    /// - Throws: what it printed instead of listening.
    init(_ options: [String] = []) throws {
        folder = try TemporaryDirectory()
        let log = folder.file("log")
        let program = Program.products.appendingPathComponent("waymark-bench").path
        let command = [program, "serve-echo", "--listen", "127.0.0.1:0", "--loops", "2"] + options
        process = try ChildProcess(command, output: log)
        let listening = /listening on http:\/\/([0-9.:]+)/
        let process = process
        var text = ""
        var address: SocketAddress?
        _ = eventually {
            text = String(decoding: (try? Files.read(log, bytesMax: 65_536)) ?? [], as: UTF8.self)
            address = text.firstMatch(of: listening).flatMap { SocketAddress(String($0.1)) }
            return address != nil || !process.isRunning
        }
        guard let address else { throw Failure.didNotStart(text) }
        self.address = address
    }

    /// Bytes of its resident memory.
    var residentBytes: Int { ProcessFigures.residentBytes(process.number) }

    /// Descriptors it has open.
    var descriptors: Int { ProcessFigures.descriptors(process.number) }

    /// Lets it open only so many more (prlimit(1)): a number below the limit has to be free.
    func leaveDescriptors(_ count: Int) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.number)/fd")
        let taken = Set(names.compactMap { Int($0) })
        var (limit, free) = (0, 0)
        while free < count {
            if !taken.contains(limit) { free += 1 }
            limit += 1
        }
        let status = try ChildProcess(["prlimit", "--pid", "\(process.number)", "--nofile=\(limit):"]).wait()
        if status != 0 { throw Failure.didNotStart("prlimit failed") }
    }

    /// Whether it still runs.
    var isRunning: Bool { process.isRunning }

    /// Asks it to stop; its exit code.
    func stop() -> Int32 { process.stop(milliseconds: 60_000) }
}

/// What the system says of a process (proc(5)).
enum ProcessFigures {
    /// Bytes of resident memory.
    static func residentBytes(_ process: Int32) -> Int {
        let text = String(
            decoding: (try? Files.read("/proc/\(process)/statm", bytesMax: 4096)) ?? [], as: UTF8.self)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// Open descriptors.
    static func descriptors(_ process: Int32) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []).count
    }
}

/// How much of an attack to make: `make attack` sets WAYMARK_ATTACK to 100, percent of full size.
enum AttackScale {
    static let percent =
        ProcessInfo.processInfo.environment["WAYMARK_ATTACK"].flatMap { Int($0) } ?? 5

    /// That part of a full number, at least one.
    static func of(_ full: Int) -> Int { max(1, full * percent / 100) }
}
