import Glibc

/// A bounded queue between threads: `push` never waits, `pop` does.
@safe package final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    // @unchecked: everything below is touched only while `mutex` is held.
    private var elements: [Element] = []
    private var head = 0
    private var isClosed = false
    private let countMax: Int
    // Allocated once, so that the addresses that pthreads keeps stay the same; freed in deinit.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Makes a queue for at most so many elements.
    package init(countMax: Int) {
        self.countMax = countMax
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
        _ = unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        _ = unsafe pthread_cond_destroy(condition)
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Appends; false where the queue is full or closed.
    package func push(_ element: Element) -> Bool {
        _ = unsafe pthread_mutex_lock(mutex)
        let isTaken = !isClosed && elements.count - head < countMax
        if isTaken { elements.append(element) }
        _ = unsafe pthread_mutex_unlock(mutex)
        // After the lock is free: who is woken would else run into it and sleep again.
        if isTaken { _ = unsafe pthread_cond_signal(condition) }
        return isTaken
    }

    /// The oldest element; waits for one; nil once the queue is closed and empty.
    package func pop() -> Element? {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        while head == elements.count {
            if isClosed { return nil }
            _ = unsafe pthread_cond_wait(condition, mutex)
        }
        return takeFirst()
    }

    /// The oldest element, if there is one; never waits.
    package func popIfAny() -> Element? {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return head == elements.count ? nil : takeFirst()
    }

    private func takeFirst() -> Element {
        let element = elements[head]
        head += 1
        if head == elements.count || head > 1024 {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Takes no more; whoever waits is woken.
    package func close() {
        _ = unsafe pthread_mutex_lock(mutex)
        isClosed = true
        _ = unsafe pthread_cond_broadcast(condition)
        _ = unsafe pthread_mutex_unlock(mutex)
    }
}
