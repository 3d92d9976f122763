import SystemIO

/// Limits how many expensive tasks run at the same time; the others wait and run in order of arrival.
package final class WorkSlots: Sendable {
    private let semaphore: FairSemaphore

    /// Makes slots.
    package init(count: Int) { semaphore = FairSemaphore(count: count) }

    /// Runs `body` as soon as a slot is free and all earlier callers have run.
    package func use<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try semaphore.withPermit(body)
    }
}
