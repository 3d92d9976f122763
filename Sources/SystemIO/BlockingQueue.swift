import Glibc

/// A bounded queue between threads: `push` never waits, `pop` does.
///
/// Of several that wait the last to come goes first: its stack and its memory are still warm, and threads that are not
/// needed stay asleep. An element is handed to the one that waits, so that nobody is woken for nothing.
@safe package final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    // @unchecked: everything below is touched only while `mutex` is held.
    private var elements: [Element] = []
    private var head = 0
    private var waiting: [Waiter] = []
    private var isClosed = false
    private let countMax: Int
    // Allocated once, so that the address that pthreads keeps stays the same; freed in deinit.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// A thread that waits, and what it is given.
    ///
    /// @unchecked: `element` is written before the semaphore is raised and read after it was waited for.
    @safe private final class Waiter: @unchecked Sendable {
        var element: Element?
        // Allocated once, so that the address that other threads post to stays the same; freed in deinit.
        private let semaphore: UnsafeMutablePointer<sem_t>

        init() {
            unsafe semaphore = .allocate(capacity: 1)
            unsafe semaphore.initialize(to: sem_t())
            _ = unsafe sem_init(semaphore, 0, 0)
        }

        deinit {
            _ = unsafe sem_destroy(semaphore)
            unsafe semaphore.deallocate()
        }

        func wake(with element: Element?) {
            self.element = element
            _ = unsafe sem_post(semaphore)
        }

        func wait() -> Element? {
            // Interrupted by a signal it returns -1 and is asked again (sem_wait(3)).
            while unsafe sem_wait(semaphore) != 0 {}
            return element
        }
    }

    /// Makes a queue for at most so many elements.
    package init(countMax: Int) {
        self.countMax = countMax
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Appends, or hands over to who waits; false where the queue is full or closed.
    package func push(_ element: Element) -> Bool {
        _ = unsafe pthread_mutex_lock(mutex)
        guard !isClosed, elements.count - head < countMax else {
            _ = unsafe pthread_mutex_unlock(mutex)
            return false
        }
        let waiter = waiting.popLast()
        if waiter == nil { elements.append(element) }
        _ = unsafe pthread_mutex_unlock(mutex)
        waiter?.wake(with: element)
        return true
    }

    /// The oldest element; waits for one; nil once the queue is closed and empty.
    package func pop() -> Element? {
        _ = unsafe pthread_mutex_lock(mutex)
        if head < elements.count || isClosed {
            defer { _ = unsafe pthread_mutex_unlock(mutex) }
            return head < elements.count ? takeFirst() : nil
        }
        let waiter = Waiter()
        waiting.append(waiter)
        _ = unsafe pthread_mutex_unlock(mutex)
        return waiter.wait()
    }

    /// The oldest element, if there is one; never waits.
    package func popIfAny() -> Element? {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return head == elements.count ? nil : takeFirst()
    }

    /// How many elements wait.
    package var count: Int {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return elements.count - head
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
        let all = waiting
        waiting = []
        _ = unsafe pthread_mutex_unlock(mutex)
        for waiter in all { waiter.wake(with: nil) }
    }
}
