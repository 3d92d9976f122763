import Synchronization

/// What went wrong first in any of several threads.
final class FirstFailure: Sendable {
    private let text = Mutex<String?>(nil)

    /// Runs a body; keeps what it throws, unless something was thrown before.
    func noting(_ body: () throws -> Void) {
        do { try body() } catch { text.withLock { $0 = $0 ?? "\(error)" } }
    }

    /// Throws it, where there is one.
    func rethrow() throws {
        if let text = text.withLock({ $0 }) { throw BenchError(text) }
    }
}
