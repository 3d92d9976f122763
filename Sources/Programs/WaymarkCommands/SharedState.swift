#if canImport(Darwin)
import os

/// A value that one thread at a time can access; `Mutex` of Synchronization needs macOS 15.
final class SharedState<Value: Sendable>: Sendable {
    private let lock: OSAllocatedUnfairLock<Value>

    init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }

    /// Runs a short piece of work while no other thread accesses the value.
    func withLock<Answer: Sendable>(_ work: @Sendable (inout Value) -> Answer) -> Answer {
        lock.withLock { work(&$0) }
    }
}
#else
import Synchronization

/// A value that one thread at a time can access.
final class SharedState<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    /// Runs a short piece of work while no other thread accesses the value.
    func withLock<Answer: Sendable>(_ work: @Sendable (inout Value) -> Answer) -> Answer {
        mutex.withLock { work(&$0) }
    }
}
#endif
