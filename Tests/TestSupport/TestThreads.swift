import Foundation

/// Threads for test cases, so that none runs, blocks or computes on a thread of Swift's own pool.
///
/// The pool has one thread for each processor. When tests block all of them, nothing else runs: no timer fires, the end
/// of an exit test is not noticed, no client gets its answer. Here a job gets a waiting thread or a new one, so a job
/// never waits for the end of another job.
package final class TestThreads: TaskExecutor {
    /// The threads of all tests of this process.
    package static let shared = TestThreads()

    private struct State {
        var jobs: [UnownedJob] = []
        /// Threads that wait for a job.
        var idleCount = 0
        var threadCount = 0
    }

    private let condition = NSCondition()
    nonisolated(unsafe) private var state = State()  // Only between lock and unlock of `condition`.

    /// Runs a job on a waiting thread, or on a new one.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isThreadMissing = condition.withLock {
            unsafe state.jobs.append(job)
            guard unsafe state.jobs.count > state.idleCount else {
                condition.signal()
                return false
            }
            unsafe state.threadCount += 1
            unsafe precondition(state.threadCount <= TestLimits.threadsMax, "tests use more threads than the limit")
            return true
        }
        if isThreadMissing { Thread.detachNewThread { self.work() } }
    }

    private func work() {
        while true {
            let job = condition.withLock {
                unsafe state.idleCount += 1
                while unsafe state.jobs.isEmpty { condition.wait() }
                unsafe state.idleCount -= 1
                return unsafe state.jobs.removeFirst()
            }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
