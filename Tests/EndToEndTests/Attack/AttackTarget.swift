import Foundation
import SystemIO
import TestSupport

/// The serving layer in a separate process: the program `serve-echo`.
final class AttackTarget {
    enum Failure: Error {
        case didNotStart(String)
    }

    let address: SocketAddress
    private let process: ChildProcess
    private let folder: TemporaryDirectory

    /// Starts the process on a free port.
    ///
    /// - Parameter options: further options of `serve-echo`.
    /// - Throws: `didNotStart` with the output of the process.
    init(_ options: [String] = []) throws {
        folder = try TemporaryDirectory()
        let log = folder.file("log")
        let program = Program.products.appendingPathComponent("serve-echo").path
        let command = [program, "--listen", "127.0.0.1:0", "--loops", "2"] + options
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

    /// Bytes of the process's resident memory.
    var residentBytes: Int { ProcessFigures.residentBytes(process.number) }

    /// Number of its open descriptors.
    var descriptors: Int { ProcessFigures.descriptors(process.number) }

    /// Limits descriptors (prlimit(1)) so that the process can open only `count` more: each needs a free number below
    /// the limit.
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

    /// Whether the process runs.
    var isRunning: Bool { process.isRunning }

    /// Sends SIGTERM and waits; returns the exit code.
    func stop() -> Int32 { process.stop(milliseconds: TestLimits.waitMilliseconds) }
}

/// Figures of a process from proc(5).
enum ProcessFigures {
    /// Bytes of resident memory.
    static func residentBytes(_ process: Int32) -> Int {
        let text = String(
            decoding: (try? Files.read("/proc/\(process)/statm", bytesMax: 4096)) ?? [], as: UTF8.self)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// Number of open descriptors.
    static func descriptors(_ process: Int32) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []).count
    }
}

/// The size of an attack in percent of the full one: `make attack` sets WAYMARK_ATTACK to 100.
enum AttackScale {
    static let percent =
        ProcessInfo.processInfo.environment["WAYMARK_ATTACK"].flatMap { Int($0) } ?? 5

    /// That percentage of a number, at least 1.
    static func of(_ full: Int) -> Int { max(1, full * percent / 100) }
}
