#if os(Linux)
import HTTPFetching
import SystemIO

/// Writes the content of a promised answer to a file while it arrives; keeps the content of any other one in memory.
struct Download {
    private let path: String
    private let operation: (method: String, path: String)
    private var status = 0
    private var fields: [FetchRequest.Field] = []
    private var isPromised = false
    private var count = 0
    private var rest: [UInt8] = []
    private var descriptor: Int32?
    private var failure: Errno?

    /// Prepares for the answer to an operation.
    init(of method: String, _ operation: String, to path: String) {
        (self.path, self.operation) = (path, (method, operation))
    }

    /// The answer with the content that was not written.
    var answer: ServerAnswer {
        ServerAnswer(status: status, body: rest, field)
    }

    private var length: Int? { field("content-length").flatMap { Int($0) } }

    /// The field `Repr-Digest` of the answer; servers before 0.3.0 send none.
    var digest: String? { field("repr-digest") }

    /// The value of the field of a name in lower case.
    private func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }

    /// Handles the next piece of the answer.
    mutating func receive(_ event: HTTPFetcher.Event, _ progress: (Int, Int?) -> Void) {
        switch event {
        case .head(let status, let fields):
            (self.status, self.fields) = (status, fields)
            isPromised = status == 200 && answer.difference(from: operation.method, operation.path) == nil
        case .content(let bytes) where isPromised:
            guard failure == nil else { return }
            do throws(Errno) {
                if descriptor == nil { descriptor = try Files.begin(path, mode: 0o600) }
                if let descriptor { try Files.writeAll(descriptor, bytes) }
            } catch { failure = error }
            count += bytes.count
            progress(count, length)
        // A refusal is short; an answer that never ends is not Waymark's.
        case .content(let bytes): rest += bytes.prefix(max(0, AdminLimits.refusalBytesMax - rest.count))
        case .end, .failed: break
        }
    }

    /// Closes and removes the file.
    mutating func abandon() {
        if let descriptor { Files.abandon(descriptor, path) }
        descriptor = nil
    }

    /// Flushes and closes the file; returns its length in bytes.
    mutating func finish() throws(CommandError) -> Int {
        guard isPromised else {
            let problem = ProblemText(answer)
            throw CommandError(.refused, problem.summary, hint: problem.details.first)
        }
        if let failure {
            abandon()
            throw CommandError(.usage, "cannot write \(path): \(failure)")
        }
        guard let descriptor, length == nil || length == count else {
            abandon()
            throw CommandError(.unreachable, "the answer ended early, after \(count) bytes")
        }
        do throws(Errno) { try Files.finish(descriptor) } catch {
            throw CommandError(.usage, "cannot write \(path): \(error)")
        }
        return count
    }
}
#endif
