#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Names of temporary files: `.PROCESS-START-NUMBER.part` behind the name of the file that they replace.
///
/// Processes write at the same time, and one that is killed leaves its files; their names tell which those are.
enum TemporaryName {
    static let suffix = ".part"

    /// A random number of this process, because another process may have had its number.
    private static let start = UInt32.random(in: 1 ... .max)
    private static let count = Lock(0)

    /// The ending of a new name.
    @Sendable static func make() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return ".\(getpid())-\(start)-\(number)\(suffix)"
    }

    /// Whether the process that made a name has ended; this process removes its own files itself.
    static func isAbandoned(_ name: String) -> Bool {
        let words = name.dropLast(suffix.count).split(separator: ".").last?.split(separator: "-") ?? []
        guard words.count == 3, let number = Int(String(words[0])), let process = Int32(exactly: number), process > 0,
            let started = Int(String(words[1]))
        else { return true }
        if process == getpid() { return started != Int(start) }
        // EPERM: there is such a process, and this one may not signal it.
        return kill(process, 0) != 0 && errno == ESRCH
    }
}
