import HTTPWire
import SystemIO

/// Threads that run what may wait.
final class WorkerPool: Sendable {
    /// A request and where its answer goes.
    struct Job: Sendable {
        let request: Request
        let loop: EventLoop
        let descriptor: Int32
        let serial: UInt64
    }

    private let queue = BlockingQueue<Job>(countMax: Limits.workWaitingMax)

    /// Starts the threads.
    func start(_ count: Int, handler: any HTTPHandler) throws(Errno) -> [Threads.Running] {
        var threads: [Threads.Running] = []
        for _ in 0..<count {
            threads.append(
                try Threads.start { [queue] in
                    while let job = queue.pop() {
                        let response = handler.perform(job.request)
                        job.loop.post(.answered(job.descriptor, job.serial, response))
                    }
                })
        }
        return threads
    }

    /// False where too much waits already.
    func submit(_ job: Job) -> Bool { queue.push(job) }

    /// Ends the threads once what waits is done.
    func close() { queue.close() }
}
