import Foundation

/// A thread of a test that can be waited for.
final class TestThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        let ended = ended
        Thread {
            body()
            ended.signal()
        }.start()
    }

    /// Waits for the end; call it once.
    func join() { ended.wait() }
}
