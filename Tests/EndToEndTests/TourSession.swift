import Foundation
import Synchronization
import TestSupport

/// `waymark-tour` as a person uses it: lines typed, and what appears on the terminal.
final class TourSession: Sendable {
    enum Failure: Error {
        case notSaid(String, instead: String)
    }

    /// What came through the pipe so far.
    private final class Heard: Sendable {
        let said = Mutex(Data())
    }

    private let process: Process
    private let input = Pipe()
    private let heard = Heard()
    /// How far `expect` has read: a person reads each line once.
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
        try process.run()
    }

    /// Everything said so far.
    var text: String { String(decoding: heard.said.withLock { $0 }, as: UTF8.self) }

    func type(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Waits until the tour says something that it has not said before.
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

    /// Waits until the tour has said something, however long ago.
    func expectEver(_ wanted: String) async throws {
        let isFound = await onOwnThread { eventually { self.text.contains(wanted) } }
        if !isFound { throw Failure.notSaid(wanted, instead: text) }
    }

    /// Types `quit` and gives the exit status.
    func quit() -> Int32 {
        type("quit")
        return process.ended()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }
}
