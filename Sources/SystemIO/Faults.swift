#if DEBUG
import Synchronization

/// Makes system calls fail, in debug builds: what a full disk, a signal or a lost connection does can be tested.
///
/// Faults hold for what a task or thread calls while they are bound, and for the threads that it starts meanwhile:
/// tests beside it notice nothing.
package final class Faults: Sendable {
    /// What happens to a call.
    package enum Effect: Sendable, Hashable {
        /// It fails; `EINTR` is tried again, as it always is.
        case failure(Errno)
        /// It moves at most so many bytes.
        case shortened(Int)
    }

    private struct Rule {
        var spared: Int
        var times: Int
        let effect: Effect
    }

    private struct State {
        var rules: [SystemCallName: [Rule]] = [:]
        var counts: [SystemCallName: Int] = [:]
    }

    /// What holds here and now.
    @TaskLocal static var current: Faults?

    private let state = Mutex(State())

    /// None yet.
    package init() {}

    /// Lets calls of a name feel an effect.
    ///
    /// - Parameters:
    ///   - name: which calls.
    ///   - effect: what happens to them.
    ///   - after: how many calls are spared before.
    ///   - times: how many feel it.
    package func add(_ name: SystemCallName, _ effect: Effect, after: Int = 0, times: Int = 1) {
        state.withLock { $0.rules[name, default: []].append(Rule(spared: after, times: times, effect: effect)) }
    }

    /// Forgets all rules; counting goes on.
    package func clear() { state.withLock { $0.rules = [:] } }

    /// How many calls of a name there were, counting those that were tried again.
    package func count(of name: SystemCallName) -> Int { state.withLock { $0.counts[name, default: 0] } }

    /// Runs something while these faults hold.
    package func bind<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let result: Result<Value, Failure> = Self.$current.withValue(self) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Runs the body of a new thread under the faults of whoever started it.
    static func inherited(_ faults: Faults?, _ body: () -> Void) { $current.withValue(faults, operation: body) }

    func effect(on name: SystemCallName) -> Effect? {
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
