// Two threads count to a million: under one Mutex, which is not a race, or without it, which is a race.
// `sanitize` uses it to test what ThreadSanitizer reports about a Mutex, with and without `tsan-mutex.c`.
import Glibc
import Synchronization

final class Counter: @unchecked Sendable {
    private let guarded = Mutex(0)
    private var bare = 0
    private let isLocked = CommandLine.arguments.last == "locked"

    func count() {
        for _ in 0..<500_000 {
            if isLocked { guarded.withLock { $0 += 1 } } else { bare += 1 }
        }
    }

    var value: Int { isLocked ? guarded.withLock { $0 } : bare }
}

let counter = Counter()
func start() -> pthread_t {
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { _ in
            counter.count()
            return nil
        }, nil)
    return thread
}
let threads = [start(), start()]
for thread in threads { pthread_join(thread, nil) }
print(counter.value)
