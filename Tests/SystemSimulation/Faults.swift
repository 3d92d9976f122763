#if DEBUG
package import SystemIO
import Synchronization

/// Makes system calls fail, in debug builds, as a full disk, a signal or a lost connection does.
///
/// Faults affect the calls of a task or thread while they are bound, and the threads that it starts in that time. Tests
/// that run at the same time are not affected.
package final class Faults: SystemCallFaults {
    private struct Rule {
        var spared: Int
        var times: Int
        let effect: SystemCallEffect
    }

    private struct State {
        var rules: [SystemCallName: [Rule]] = [:]
        var counts: [SystemCallName: Int] = [:]
    }

    private let state = Mutex(State())

    /// No faults.
    package init() {}

    /// Adds an effect on calls of a name.
    ///
    /// - Parameters:
    ///   - name: the system call.
    ///   - effect: the effect on its calls.
    ///   - after: number of calls before the first one that is affected.
    ///   - times: number of calls that are affected.
    package func add(_ name: SystemCallName, _ effect: SystemCallEffect, after: Int = 0, times: Int = 1) {
        state.withLock { $0.rules[name, default: []].append(Rule(spared: after, times: times, effect: effect)) }
    }

    /// Removes all effects; calls are still counted.
    package func clear() { state.withLock { $0.rules = [:] } }

    /// Number of calls of a name, including those that were made again after `EINTR`.
    package func count(of name: SystemCallName) -> Int { state.withLock { $0.counts[name, default: 0] } }

    /// Runs `body` with these faults.
    package func bind<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let result: Result<Value, Failure> = SystemCallHooks.$faults.withValue(self) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Counts a call, and returns its effect; nil if it is not affected.
    package func effect(on name: SystemCallName) -> SystemCallEffect? {
        state.withLock { state in
            state.counts[name, default: 0] += 1
            guard var rule = state.rules[name]?.first else { return nil }
            if rule.spared > 0 {
                rule.spared -= 1
                state.rules[name]?[0] = rule
                return nil
            }
            rule.times -= 1
            if rule.times <= 0 { state.rules[name]?.removeFirst() } else { state.rules[name]?[0] = rule }
            return rule.effect
        }
    }
}
#endif
