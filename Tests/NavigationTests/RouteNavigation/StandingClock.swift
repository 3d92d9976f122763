import Synchronization
import TestSupport

/// A clock that does not advance; a test ends all waits.
final class StandingClock: Clock, Sendable {
    private struct Sleepers {
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    }

    private let sleepers = Mutex(Sleepers())
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let number = sleepers.withLock { sleepers in
            sleepers.next += 1
            return sleepers.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper in
                let isCancelled = sleepers.withLock { sleepers in
                    // A cancellation before this line did not resume this continuation.
                    if !Task.isCancelled { sleepers.waiting[number] = sleeper }
                    return Task.isCancelled && sleepers.waiting[number] == nil
                }
                if isCancelled { sleeper.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            sleepers.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until a task sleeps, then ends all sleeps.
    func run() async {
        await waitUntil { !sleepers.withLock(\.waiting.isEmpty) }
        let waiting = sleepers.withLock { sleepers in
            defer { sleepers.waiting = [:] }
            return sleepers.waiting.values
        }
        for sleeper in waiting { sleeper.resume() }
    }
}
