import Synchronization
import SystemIO

/// Returns memory to the system that large requests have used and freed.
///
/// malloc(3) has an arena for each worker thread and keeps the free memory between used pieces: a server that got drafts of
/// 20,000 rules kept 50 MB for each worker. malloc_trim(3) takes milliseconds, so it is called only after growth, and on
/// the thread of maintenance.
final class MemoryReturn: Sendable {
    private let residentBytes: @Sendable () -> Int
    private let returnPages: @Sendable () -> Void
    /// The least memory since the last return, in bytes.
    private let least = Mutex(0)

    /// Uses this process's memory; tests give other functions.
    init(
        residentBytes: @escaping @Sendable () -> Int = { ProcessMemory.residentBytes },
        returnPages: @escaping @Sendable () -> Void = { ProcessMemory.returnFreePages() }
    ) {
        self.residentBytes = residentBytes
        self.returnPages = returnPages
    }

    /// Returns free memory if the process has grown by `ServerLimits.memoryGrowthBytes` since it had the least memory.
    func run() {
        let now = residentBytes()
        let isGrown = least.withLock { least in
            guard now > least + ServerLimits.memoryGrowthBytes else {
                least = min(least, now)
                return false
            }
            return true
        }
        if isGrown { runNow() }
    }

    /// Returns free memory, after much was freed.
    func runNow() {
        returnPages()
        let after = residentBytes()
        least.withLock { $0 = after }
    }
}
