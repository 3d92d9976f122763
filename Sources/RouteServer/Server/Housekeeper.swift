import SystemIO

/// A thread that does the chores again and again, until it is stopped.
final class Housekeeper: Sendable {
    private let wakeUp: WakeUp
    private let thread: Threads.Running

    /// Where the thread sleeps.
    ///
    /// @unchecked Sendable: made before the thread, then touched by it alone.
    private final class Bed: @unchecked Sendable {
        private let poller: Poller

        init(_ wakeUp: WakeUp) throws(Errno) {
            poller = try Poller()
            try poller.watch(wakeUp.descriptor)
        }

        /// False when it was woken, or when the system lets nobody sleep.
        func sleep(milliseconds: Int32) -> Bool {
            do throws(Errno) { return try poller.wait(milliseconds: milliseconds) == 0 } catch { return false }
        }
    }

    /// Starts the thread.
    init(everyMilliseconds interval: Int32, _ work: @escaping @Sendable () -> Void) throws(Errno) {
        let wakeUp = try WakeUp()
        self.wakeUp = wakeUp
        let bed = try Bed(wakeUp)
        thread = try Threads.start {
            while bed.sleep(milliseconds: interval) { work() }
        }
    }

    /// Ends the thread and waits for it; once only.
    func stop() {
        wakeUp.signal()
        thread.join()
    }
}
