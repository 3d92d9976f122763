import Synchronization
import SystemIO

/// The thread that brings the lines of all loops to the file, in large writes.
final class AccessLogWriter: Sendable {
    let orders: AccessLogOrders
    private let pen: AccessLogPen
    private let ended: WakeUp
    private let thread: Threads.Running

    init(lanes: [AccessLane], log: ServerLog) throws(Errno) {
        let orders = try AccessLogOrders()
        let pen = try AccessLogPen(lanes: lanes, orders: orders, log: log)
        let ended = try WakeUp()
        (self.orders, self.pen, self.ended) = (orders, pen, ended)
        thread = try Threads.start {
            pen.run()
            ended.signal()
        }
    }

    /// Bytes that are in files.
    var bytesWritten: Int { pen.bytesWritten.load(ordering: .relaxed) }

    /// Writes what there is and ends; once only.
    ///
    /// A file that takes nothing is not waited for without end.
    func stop() {
        orders.stop()
        guard let poller = try? Poller(), (try? poller.watch(ended.descriptor)) != nil,
            let count = try? poller.wait(milliseconds: ServerLimits.accessStopMilliseconds), count > 0
        else { return }
        thread.join()
    }
}
