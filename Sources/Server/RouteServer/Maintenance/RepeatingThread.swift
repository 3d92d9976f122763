import SystemIO

/// A thread that runs a function at an interval until it is stopped.
final class RepeatingThread: Sendable {
    private let wakeUp: WakeUp
    private let thread: Threads.Running

    /// Sleeps until a time has passed or the thread is stopped.
    ///
    /// @unchecked Sendable: made before the thread, then used by it only.
    private final class Sleeper: @unchecked Sendable {
        private let poller: Poller

        init(_ wakeUp: WakeUp) throws(Errno) {
            poller = try Poller()
            try poller.watch(wakeUp.descriptor)
        }

        /// Returns false when the thread was stopped, or when waiting fails.
        func sleep(milliseconds: Int32) -> Bool {
            do throws(Errno) { return try poller.wait(milliseconds: milliseconds) == 0 } catch { return false }
        }
    }

    /// Starts the thread.
    init(everyMilliseconds interval: Int32, _ work: @escaping @Sendable () -> Void) throws(Errno) {
        let wakeUp = try WakeUp()
        self.wakeUp = wakeUp
        let sleeper = try Sleeper(wakeUp)
        thread = try Threads.start {
            while sleeper.sleep(milliseconds: interval) { work() }
        }
    }

    /// Ends the thread and waits for its end; call it once.
    func stop() {
        wakeUp.signal()
        thread.join()
    }
}
