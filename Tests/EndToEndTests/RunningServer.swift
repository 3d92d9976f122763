import Foundation
import TestSupport

/// A real `waymark serve` process on a free port, with a real database file.
final class RunningServer {
    enum Failure: Error {
        case didNotStart(String)
    }

    /// The server's address, without a trailing slash.
    let url: String
    /// The administrator's token.
    let token: String
    let database: String
    private let process: Process
    private let errors: TemporaryText

    /// Starts the server and waits until its log says that it listens.
    init(database: String, arguments: [String] = [], environment: [String: String] = [:]) throws {
        self.database = database
        errors = try TemporaryText()
        process = Process()
        process.executableURL = Program.products.appendingPathComponent("waymark")
        process.arguments = ["serve", "--listen", "127.0.0.1:0", "--database", database] + arguments
        process.environment = Program.clean(environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors.handle
        try process.begin()
        guard let found = Self.address(in: errors, of: process) else {
            process.terminate()
            throw Failure.didNotStart(errors.text)
        }
        url = found
        let file = try? String(contentsOfFile: "\(database)-admin-token", encoding: .utf8)
        token = (file ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The process id of the server.
    var processIdentifier: Int32 { process.processIdentifier }

    /// The server's log so far.
    var log: String { errors.text }

    /// Stops the server with SIGTERM, as systemd and Docker do; returns the exit status.
    func stop() -> Int32 {
        process.terminate()
        return process.ended()
    }

    /// Kills the server with SIGKILL, as the kernel does when memory runs out.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.ended()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// The first address of a listener for requests, when the log has a line for each listener.
    private static func address(in errors: TemporaryText, of process: Process) -> String? {
        let others = process.arguments?.count { ["--admin-listen", "--link-listen"].contains($0) } ?? 0
        var address: String?
        _ = eventually {
            let log = errors.text
            if log.matches(of: #/listening on /#).count > others {
                address = log.firstMatch(of: /listening on (http:\/\/[0-9.:\[\]]+)/).map { String($0.1) }
            }
            return address != nil || !process.isRunning
        }
        return address
    }
}
