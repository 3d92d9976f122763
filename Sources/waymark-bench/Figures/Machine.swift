import SystemIO

/// What figures were measured on.
enum Machine {
    /// Processor, cores, kernel, and how busy the machine was with other things.
    static var facts: [(name: String, text: String)] {
        [
            ("machine", "\(processor), \(Threads.processorCount) cores, Linux \(line("/proc/sys/kernel/osrelease"))"),
            ("build", isOptimised ? "release" : "debug: these figures say nothing about speed"),
            ("load before", line("/proc/loadavg")),
        ]
    }

    /// Whether the compiler optimised this program.
    static var isOptimised: Bool {
        var isOptimised = true
        // The argument of assert is evaluated in debug builds alone.
        assert(
            {
                isOptimised = false
                return true
            }())
        return isOptimised
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
