import Foundation
import Synchronization
import TestSupport

/// A process of `waymark-tour` with its input and output.
final class TourSession: Sendable {
    enum Failure: Error {
        case notSaid(String, instead: String)
    }

    /// The output so far.
    private final class Heard: Sendable {
        let said = Mutex(Data())
    }

    private let process: Process
    private let input = Pipe()
    private let heard = Heard()
    /// Number of bytes of the output that `expect` has read.
    private let read = Mutex(0)

    init(_ arguments: [String]) throws {
        process = Process()
        process.executableURL = Program.products.appendingPathComponent("waymark-tour")
        process.arguments = arguments
        process.environment = Program.clean([:])
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        output.fileHandleForReading.readabilityHandler = { [heard] handle in
            let piece = handle.availableData
            if piece.isEmpty { handle.readabilityHandler = nil }
            heard.said.withLock { $0.append(piece) }
        }
        try process.begin()
    }

    /// The output so far.
    var text: String { String(decoding: heard.said.withLock { $0 }, as: UTF8.self) }

    func type(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Waits, for a minute at most, until a text appears in the output that was not read before.
    func expect(_ wanted: String) async throws {
        let isFound = await onOwnThread {
            eventually {
                self.read.withLock { read in
                    let rest = self.heard.said.withLock { $0.dropFirst(read) }
                    guard let range = rest.range(of: Data(wanted.utf8)) else { return false }
                    read = range.upperBound
                    return true
                }
            }
        }
        if !isFound { throw Failure.notSaid(wanted, instead: text) }
    }

    /// Waits, for a minute at most, until the whole output contains a text.
    func expectEver(_ wanted: String) async throws {
        let isFound = await onOwnThread { eventually { self.text.contains(wanted) } }
        if !isFound { throw Failure.notSaid(wanted, instead: text) }
    }

    /// Types `quit`.
    /// - Returns: the exit status.
    func quit() -> Int32 {
        type("quit")
        return process.ended()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }
}
