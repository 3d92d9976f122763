import Foundation
import Synchronization

/// Limits the number of test cases that run at once; the others wait suspended, in order of arrival.
///
/// Swift Testing starts all tests at once. Without this limit each of them would compete with a thousand others, and
/// its time limit would measure the whole run.
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
    /// - Parameter isSerial: whether the tests of the suite run one after another. These tests are first; otherwise
    ///   each of them would wait for all other tests, and the end of the run would be long.
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

    /// Passes the place to the next waiting test.
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
