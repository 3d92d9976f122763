// What ThreadSanitizer says about a Mutex and about a continuation, with and without `tsan-runtime.c`; `sanitize` runs it.
//
// usage: program locked | racing | resumed | resumed-racing
// Two threads count to a million: under one Mutex, which is no race, or without it, which is one. A thread hands an object to
// a task that may not wait yet, which is no race, and changes it afterwards, which is one.
import Dispatch
import Glibc
import Synchronization

let mode = CommandLine.arguments.last ?? ""

final class Counter: @unchecked Sendable {
    private let guarded = Mutex(0)
    private var bare = 0
    private let isLocked = mode == "locked"

    func count() {
        for _ in 0..<500_000 {
            if isLocked { guarded.withLock { $0 += 1 } } else { bare += 1 }
        }
    }

    var value: Int { isLocked ? guarded.withLock { $0 } : bare }
}

final class Answer: @unchecked Sendable {
    var value = 1
}

func countTogether() -> Int {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.count() }
    return counter.value
}

func answer() async -> Int {
    let isRacing = mode == "resumed-racing"
    let answer = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            let answer = Answer()
            continuation.resume(returning: answer)
            if isRacing { for _ in 0..<1000 { answer.value += 1 } }
        }
        // Half of the answers are there before the task waits for them.
        if Bool.random() { usleep(100) }
    }
    var sum = 0
    for _ in 0..<1000 { sum &+= answer.value }
    return sum
}

if mode.hasPrefix("resumed") {
    var sum = 0
    for _ in 0..<300 { sum &+= await answer() }
    print(sum)
} else {
    print(countTogether())
}
