import SystemIO

/// The machine that figures were measured on.
enum Machine {
    /// Processor, cores, kernel, build and load.
    static var facts: [(name: String, text: String)] {
        [
            ("machine", "\(processor), \(Threads.processorCount) cores, Linux \(line("/proc/sys/kernel/osrelease"))"),
            ("build", isOptimised ? "release" : "debug: the figures do not show the speed of a release build"),
            ("load before", load),
        ]
    }

    /// Load averages of the last 1, 5 and 15 minutes (proc(5), loadavg).
    static var load: String { line("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ") }

    /// Whether this is a release build.
    static var isOptimised: Bool {
        var isOptimised = true
        // The argument of assert is evaluated only in debug builds.
        assert(
            {
                isOptimised = false
                return true
            }())
        return isOptimised
    }

    /// The type and the device of the file system of a folder (proc(5), mountinfo).
    static func fileSystem(of folder: String) -> String {
        let mounts = text("/proc/self/mountinfo").split(separator: "\n").compactMap { line -> (String, String)? in
            let words = line.split(separator: " ").map { String($0) }
            guard let dash = words.firstIndex(of: "-"), dash > 4, words.count > dash + 2 else { return nil }
            return (words[4], "\(words[dash + 1]) on \(words[dash + 2])")
        }
        let holding = mounts.filter { $0.0 == "/" || folder == $0.0 || folder.hasPrefix($0.0 + "/") }
        return holding.max { $0.0.utf8.count < $1.0.utf8.count }?.1 ?? "unknown"
    }

    private static var processor: String {
        let name = text("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
        return name.flatMap { $0.split(separator: ":").last }.map { String($0.drop { $0 == " " }) } ?? "unknown"
    }

    private static func line(_ path: String) -> String { String(text(path).prefix { $0 != "\n" }) }

    private static func text(_ path: String) -> String {
        String(decoding: (try? Files.read(path, bytesMax: 1 << 16)) ?? [], as: UTF8.self)
    }
}
