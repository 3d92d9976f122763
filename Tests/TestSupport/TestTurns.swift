import Foundation
import Synchronization

/// Places for test cases: so many run at once, the others wait suspended, in order of arrival.
///
/// Swift Testing starts all tests at once. Without this each of them competes with a thousand others from the first
/// second, and its time limit would measure the whole run.
final class TestTurns: Sendable {
    /// The places of this process.
    static let shared = TestTurns(
        count: max(
            TestLimits.testsAtOnceMin, ProcessInfo.processInfo.activeProcessorCount * TestLimits.testsPerProcessor))

    private struct State {
        var freeCount: Int
        var serial: [CheckedContinuation<Void, Never>] = []
        var others: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(freeCount: count)) }

    /// Waits for a place.
    ///
    /// - Parameter isSerial: whether the test is of a suite whose tests run one after another. These go first: after
    ///   all others, each time anew, they would make the end of the run long.
    func take(isSerial: Bool) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.freeCount > 0 {
                    state.freeCount -= 1
                    return true
                }
                if isSerial { state.serial.append(continuation) } else { state.others.append(continuation) }
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives a place to the next test that waits.
    func give() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if !state.serial.isEmpty { return state.serial.removeFirst() }
            if !state.others.isEmpty { return state.others.removeFirst() }
            state.freeCount += 1
            return nil
        }
        next?.resume()
    }
}
