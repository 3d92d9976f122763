package import HTTPWire
import Synchronization
package import SystemIO

/// An HTTP/1.1 server: loops that own connections, workers that may block, and a way to stop without losing an answer.
package final class HTTPServer: Sendable {
    /// Where it listens, with the ports that the system chose.
    package let addresses: [(address: SocketAddress, number: Int)]

    private let shared: SharedParts
    private let loops: [EventLoop]
    /// Taken away when nobody listens any more.
    private let files: [UnixSocketFile]
    private let workerCount: Int
    private let threads = Mutex(StartedThreads())

    private struct StartedThreads {
        var loops: [Threads.Running] = []
        var workers: [Threads.Running] = []
    }

    /// Listens; nothing is accepted before `start`.
    package init(_ configuration: ServingConfiguration, handler: any HTTPHandler) throws(ServingError) {
        precondition(!configuration.listeners.isEmpty, "a server listens somewhere")
        let limits = configuration.limits
        let descriptors = ProcessLimits.raiseDescriptors()
        let connectionsMax = min(limits.connectionsMax, max(16, descriptors - limits.descriptorsReserved))
        do throws(Errno) {
            shared = try SharedParts(
                handler: handler, limits: limits, connectionsMax: connectionsMax, loopCount: configuration.loops,
                journal: configuration.journal)
        } catch {
            throw ServingError(code: .noResources, subject: "the event loops", cause: error)
        }
        workerCount = configuration.workers
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

    /// Starts to serve, on threads of its own.
    package func start() throws(Errno) {
        do throws(Errno) {
            // Workers first: a loop never waits for an answer that nobody could give.
            for _ in 0..<workerCount {
                let shared = shared
                let thread = try Threads.start { Self.work(shared) }
                threads.withLock { $0.workers.append(thread) }
            }
            for loop in loops {
                let thread = try Threads.start { loop.run() }
                threads.withLock { $0.loops.append(thread) }
            }
        } catch {
            drain(milliseconds: 0)
            throw error
        }
    }

    /// Sends bytes to all watchers of a topic; from any thread.
    package func broadcast(_ topic: Int, _ bytes: SharedBytes) {
        for inbox in shared.inboxes { inbox.post(.broadcast(topic: topic, bytes)) }
    }

    /// Ends streams, accepts until nobody comes any more, finishes answers under way, and returns when all threads have
    /// ended.
    ///
    /// Peers get so many milliseconds for what they still send and take. Workers get as long as they need: a request that
    /// was handed on may have changed something, and only its answer says so.
    package func drain(milliseconds: Int64) {
        let moment = MonotonicClock.milliseconds + milliseconds
        for inbox in shared.inboxes { inbox.post(.drain(until: moment)) }
        let started = threads.withLock { threads in
            let started = threads
            threads = StartedThreads()
            return started
        }
        for thread in started.loops { thread.join() }
        for file in files { file.remove() }
        shared.work.close()
        for thread in started.workers { thread.join() }
        // Answers that came too late may have left files.
        for inbox in shared.inboxes {
            for case .completed(_, _, let response) in inbox.takeAll() {
                if case .temporaryFile(let path, _) = response.body { Files.remove(path) }
            }
        }
    }

    /// Whether every loop has looked at its letters since the last call, which asks them all to look again.
    ///
    /// Called again after some time, it tells a server that works from one that hangs.
    package func askLoops() -> Bool {
        // All are asked, whatever the first one says.
        loops.map { $0.inbox.ask() }.allSatisfy { $0 }
    }

    /// What it has done so far.
    package var statistics: ServingStatistics {
        var sum = ServingStatistics()
        for loop in loops { loop.counters.add(to: &sum) }
        sum.workWaiting = shared.work.count
        sum.workWaits = shared.workWaits.withLock { $0 }
        return sum
    }

    /// A worker: answers requests until there are no more.
    private static func work(_ shared: SharedParts) {
        while let item = shared.work.pop() {
            let wait = MonotonicClock.nanoseconds - item.since
            shared.workWaits.withLock { $0.note(wait) }
            let response = shared.handler.perform(item.request)
            item.inbox.post(.completed(descriptor: item.descriptor, generation: item.generation, response))
        }
    }
}
