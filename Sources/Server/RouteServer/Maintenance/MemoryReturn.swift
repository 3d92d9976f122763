import Synchronization
import SystemIO

/// Returns memory to the system that large requests have used and freed.
///
/// malloc(3) has an arena for each worker thread and keeps the free memory between used pieces: a server that got drafts of
/// 20,000 rules kept 50 MB for each worker. malloc_trim(3) takes milliseconds, so it is called only when much more memory
/// than before is in RAM and not in use, and on the thread of maintenance.
final class MemoryReturn: Sendable {
    private let unusedBytes: @Sendable () -> Int
    private let returnPages: @Sendable () -> Void
    /// The least memory in RAM and not in use since the last return, in bytes.
    private let least = Mutex(0)

    /// Uses this process's memory; tests give other functions.
    init(
        unusedBytes: @escaping @Sendable () -> Int = { ProcessMemory.unusedBytes },
        returnPages: @escaping @Sendable () -> Void = { ProcessMemory.returnFreePages() }
    ) {
        self.unusedBytes = unusedBytes
        self.returnPages = returnPages
    }

    /// Returns free memory if unused memory has grown by `ServerLimits.memoryGrowthBytes` since it was least.
    ///
    /// The memory of the whole process says too little: after a return under load it is as much as the load needs, and it
    /// stays so when the load ends.
    func run() {
        let now = unusedBytes()
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
        let after = unusedBytes()
        least.withLock { $0 = after }
    }
}
