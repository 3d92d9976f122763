#if os(Linux)
import HTTPFetching
import SystemIO

/// Writes the content of a 200 answer to a file while it arrives; keeps the content of any other answer in memory.
struct Download {
    private let path: String
    private var status = 0
    private var length: Int?
    private var count = 0
    private var refusal: [UInt8] = []
    private var descriptor: Int32?
    private var failure: Errno?

    init(path: String) { self.path = path }

    /// Handles the next piece of the answer.
    mutating func receive(_ event: HTTPFetcher.Event, _ progress: (Int, Int?) -> Void) {
        switch event {
        case .head(let status, let fields):
            self.status = status
            length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
        case .content(let bytes) where status == 200:
            guard failure == nil else { return }
            do throws(Errno) {
                if descriptor == nil { descriptor = try Files.begin(path, mode: 0o600) }
                if let descriptor { try Files.writeAll(descriptor, bytes) }
            } catch { failure = error }
            count += bytes.count
            progress(count, length)
        case .content(let bytes): refusal += bytes
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
        guard status == 200 else {
            let problem = ProblemText(ServerAnswer(status: status, etag: nil, location: nil, body: refusal))
            throw CommandError(.refused, problem.summary, hint: problem.details.first)
        }
        guard let descriptor, failure == nil, length == nil || length == count else {
            abandon()
            throw CommandError(
                .usage, failure.map { "cannot write \(path): \($0)" } ?? "the answer ended early, after \(count) bytes")
        }
        do throws(Errno) { try Files.finish(descriptor) } catch {
            throw CommandError(.usage, "cannot write \(path): \(error)")
        }
        return count
    }
}
#endif
