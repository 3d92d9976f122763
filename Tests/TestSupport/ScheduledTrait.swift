package import Testing

/// Gives each test case its own place, threads and time limit.
///
/// Every suite has this trait (`TidyTests` checks it). Swift Testing starts all tests at once, on the pool of Swift's
/// own threads, of which there are as many as processors. A test that blocks would block the pool, and
/// `.timeLimit(_:)` would count the time that a test waits for the others. So with this trait a test case
/// - waits suspended until one of ``TestLimits``' places is free,
/// - runs on ``TestThreads``, where it may block,
/// - records an issue and is cancelled when it runs longer than ``TestLimits/testMinutes``.
///
/// Cancellation does not end a test that is blocked in a system call: `Config/scripts/run-tests` then ends the run and
/// names the test. The test and its child tasks run on these threads, an unstructured `Task` does not.
package struct ScheduledTrait: SuiteTrait, TestTrait, TestScoping {
    /// Whether the current task is a test case that has its place already, because suites can be nested.
    @TaskLocal private static var isScheduled = false

    /// Each test of the suite and of nested suites gets its own place.
    package var isRecursive: Bool { true }

    /// Runs one test case in a place of its own; a suite, or a test as a whole, needs none.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil, !Self.isScheduled else { return try await function() }
        let isSerial = test.traits.contains { $0 is ParallelizationTrait }
        await TestTurns.shared.take(isSerial: isSerial)
        defer { TestTurns.shared.give() }
        let place = test.sourceLocation
        let number = TestJournal.begin(test.displayName ?? test.name, at: "\(place.fileID):\(place.line)")
        let start = ContinuousClock.now
        defer { TestJournal.end(number, after: start.duration(to: .now)) }
        try await Self.$isScheduled.withValue(true) {
            try await Self.limited(at: place) {
                try await withTaskExecutorPreference(TestThreads.shared) { try await function() }
            }
        }
    }

    private static func limited(
        at place: SourceLocation, _ function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await Task.sleep(for: .seconds(60 * TestLimits.testMinutes)) } catch { return }
                    Issue.record("The test ran longer than \(TestLimits.testMinutes) minutes.", sourceLocation: place)
                }
                group.addTask { try await function() }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

extension Trait where Self == ScheduledTrait {
    /// Limits the test cases that run at once, and runs each on its own threads within a time limit.
    package static var scheduled: Self { Self() }
}
