package import HTTPWire
import Synchronization
package import SystemIO

/// An HTTP/1.1 server: event loops with their connections, worker threads that may block, and a shutdown that loses no
/// answer.
package final class HTTPServer: Sendable {
    /// The addresses of the listeners, with the ports that the kernel chose, and their numbers.
    package let addresses: [(address: SocketAddress, number: Int)]

    private let shared: SharedState
    private let loops: [EventLoop]
    /// The files of unix sockets, removed when the listeners are closed.
    private let files: [UnixSocketFile]
    private let threads = Mutex(StartedThreads())

    private struct StartedThreads {
        var loops: [Threads.Running] = []
        /// The workers of the lanes, and the reader of files.
        var workers: [Threads.Running] = []
    }

    /// Opens the listeners; accepts nothing before `start`.
    package init(_ configuration: ServingConfiguration, handler: any HTTPHandler) throws(ServingError) {
        precondition(!configuration.listeners.isEmpty, "a server without listeners")
        let descriptors = ProcessLimits.raiseDescriptors()
        do throws(Errno) {
            shared = try SharedState(configuration, handler: handler, descriptors: descriptors)
        } catch {
            throw ServingError(code: .noResources, subject: "the event loops", cause: error)
        }
        let sockets = try ListenerSockets(configuration.listeners, loopCount: configuration.loops)
        addresses = sockets.addresses
        files = sockets.files
        do throws(Errno) {
            let table = try ConnectionTable(capacity: descriptors)
            var loops: [EventLoop] = []
            for index in 0..<configuration.loops {
                loops.append(
                    try EventLoop(index: index, shared: shared, table: table, listeners: sockets.byLoop[index]))
            }
            self.loops = loops
        } catch {
            sockets.close()
            throw ServingError(code: .noResources, subject: "the event loops", cause: error)
        }
    }

    /// Starts the threads of the workers, of the reader of files, and of the loops.
    package func start() throws(Errno) {
        do throws(Errno) {
            // Workers first: when a loop accepts a request, there is a worker for it.
            for lane in shared.lanes.all {
                for _ in 0..<lane.workerCount {
                    let handler = shared.handler
                    let thread = try Threads.start { lane.runWorker(handler) }
                    threads.withLock { $0.workers.append(thread) }
                }
            }
            let files = shared.files
            let reader = try Threads.start(named: FileReader.threadName) { files.run() }
            threads.withLock { $0.workers.append(reader) }
            for loop in loops {
                let thread = try Threads.start { loop.run() }
                threads.withLock { $0.loops.append(thread) }
            }
        } catch {
            drain(milliseconds: 0)
            throw error
        }
    }

    /// Sends an event to all event streams of a topic that have no newer one; from any thread.
    ///
    /// - Parameters:
    ///   - topic: the topic.
    ///   - bytes: the event.
    ///   - number: higher than the number of every older event of the topic.
    package func broadcast(_ topic: Int, _ bytes: StreamBytes, number: Int) {
        for inbox in shared.inboxes { inbox.post(.broadcast(topic: topic, number: number, bytes)) }
    }

    /// Ends the event streams of a topic, so that their clients connect again; from any thread.
    ///
    /// - Parameters:
    ///   - topic: the topic.
    ///   - keepingHeld: whether streams with a grant of their own go on.
    package func endStreams(_ topic: Int, keepingHeld: Bool) {
        for inbox in shared.inboxes { inbox.post(.endStreams(topic: topic, keepingHeld: keepingHeld)) }
    }

    /// Ends the event streams whose grants have ended; from any thread, after each change of what grants depend on.
    package func reviewStreams() {
        for inbox in shared.inboxes { inbox.post(.reviewStreams) }
    }

    /// Stops: accepts until arrivals stop, ends event streams over the time, finishes requests in progress; returns when all
    /// threads have ended.
    ///
    /// - Parameter milliseconds: how long peers may take to send the rest of a request and to read an answer. Workers take
    ///   as long as they need: a request may have changed something, and only its answer shows that.
    package func drain(milliseconds: Int64) {
        // From now on, and not from a loop's turn, which may have begun before; rounded up, so that no delay is too short.
        let now = MonotonicClock.milliseconds + 1
        for inbox in shared.inboxes { inbox.post(.drain(at: now, until: now + milliseconds)) }
        let started = threads.withLock { threads in
            let started = threads
            threads = StartedThreads()
            return started
        }
        for thread in started.loops { thread.join() }
        for file in files { file.remove() }
        shared.files.close()
        for lane in shared.lanes.all { lane.work.close() }
        for thread in started.workers { thread.join() }
        // Answers that no loop has written may have files, which end with them.
        for inbox in shared.inboxes { _ = inbox.takeAll() }
    }

    /// Whether every loop has run a turn since the last call; wakes all loops for the next call.
    ///
    /// Called at an interval, it detects a server that hangs.
    package func haveLoopsRun() -> Bool {
        // `map` first, so that every loop is woken even if the first one returns false.
        loops.map { $0.inbox.checkProgress() }.allSatisfy { $0 }
    }

    /// Counts since the start, over all loops.
    package var statistics: ServingStatistics {
        var sum = ServingStatistics()
        for loop in loops { loop.counters.add(to: &sum) }
        if let places = shared.streamSlots { sum.streamsRefused = places.refused }
        for lane in shared.lanes.all {
            var now = lane.statistics
            now.isAdmin = lane === shared.lanes.admin
            sum.lanes.append(now)
            sum.workWaiting += now.waiting
            lane.addWaits(to: &sum.workWaits)
        }
        return sum
    }
}
