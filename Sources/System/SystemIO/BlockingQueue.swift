#if os(Linux)
import Synchronization

/// A bounded queue between threads: `push` never waits, `pop` does.
///
/// Elements are removed in order of arrival. Of the waiting threads, the one that came last gets the next element: its
/// stack is still in the processor's cache, and threads that are not needed stay asleep. This is correct for workers,
/// which are interchangeable; callers that wait for their own turn use `FairSemaphore`.
package final class BlockingQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        /// Index of the oldest element.
        var head = 0
        var waiters: [Waiter] = []
        var isClosed = false

        var count: Int { elements.count - head }

        mutating func removeFirst() -> Element? {
            guard count > 0 else { return nil }
            let element = elements[head]
            head += 1
            if head == elements.count || head > Self.removedMax {
                elements.removeFirst(head)
                head = 0
            }
            return element
        }

        mutating func insertFirst(_ element: Element) {
            guard head > 0 else { return elements.insert(element, at: 0) }
            head -= 1
            elements[head] = element
        }

        /// Removed elements that stay in the array, so that removing one does not move all others.
        private static var removedMax: Int { 1024 }
    }

    /// A waiting thread, and the element that it gets.
    private final class Waiter: Sendable {
        private let element = Mutex<Element?>(nil)
        private let signal = ThreadSignal()

        func resume(with element: Element?) {
            self.element.withLock { $0 = element }
            signal.send()
        }

        func wait() -> Element? {
            signal.wait()
            return element.withLock { $0 }
        }
    }

    private let state = Mutex(State())
    private let countMax: Int

    /// Makes an empty queue for at most `countMax` elements.
    package init(countMax: Int) { self.countMax = countMax }

    /// Appends an element, or gives it to a waiting thread; false if the queue is full or closed.
    package func push(_ element: Element) -> Bool { append(element, countMax: countMax) }

    /// The same, even if the queue is full; false if it is closed.
    ///
    /// For elements whose number the caller limits.
    package func pushAlways(_ element: Element) -> Bool { append(element, countMax: .max) }

    private func append(_ element: Element, countMax: Int) -> Bool {
        let (isAccepted, waiter) = state.withLock { state -> (Bool, Waiter?) in
            guard !state.isClosed, state.count < countMax else { return (false, nil) }
            let waiter = state.waiters.popLast()
            if waiter == nil { state.elements.append(element) }
            return (true, waiter)
        }
        waiter?.resume(with: element)
        return isAccepted
    }

    /// Inserts an element before all others, or gives it to a waiting thread, even if the queue is full; false if it is
    /// closed.
    ///
    /// For elements whose number the caller limits.
    package func pushFirst(_ element: Element) -> Bool {
        let (isAccepted, waiter) = state.withLock { state -> (Bool, Waiter?) in
            guard !state.isClosed else { return (false, nil) }
            let waiter = state.waiters.popLast()
            if waiter == nil { state.insertFirst(element) }
            return (true, waiter)
        }
        waiter?.resume(with: element)
        return isAccepted
    }

    /// Removes the oldest element; waits for one; nil once the queue is closed and empty.
    package func pop() -> Element? {
        let (element, waiter) = state.withLock { state -> (Element?, Waiter?) in
            if let element = state.removeFirst() { return (element, nil) }
            guard !state.isClosed else { return (nil, nil) }
            let waiter = Waiter()
            state.waiters.append(waiter)
            return (nil, waiter)
        }
        if let waiter { return waiter.wait() }
        return element
    }

    /// Removes the oldest element; nil if there is none.
    package func popIfAny() -> Element? { state.withLock { $0.removeFirst() } }

    /// Number of elements in the queue.
    package var count: Int { state.withLock { $0.count } }

    /// Accepts no more elements; waiting threads get nil.
    package func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(with: nil) }
    }
}
#endif
