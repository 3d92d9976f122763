import Dispatch

/// Where this library waits for files: never on one of Swift's few executor threads.
enum Disk {
    private static let queue = DispatchQueue(label: "waymark.disk", qos: .utility, attributes: .concurrent)

    /// Runs work that may wait for a disk or for another process.
    static func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
