import SystemIO

/// CPU time of a process, in seconds.
struct ProcessTime {
    /// In user space.
    var user = 0.0
    /// In the kernel, for this process.
    var system = 0.0

    /// User and system time.
    var all: Double { user + system }

    init() {}

    /// Reads `/proc/PID/stat` (proc(5)): fields 14 and 15, in hundredths of a second, all threads together.
    init(of process: Int32) throws { try self.init(reading: "/proc/\(process)/stat") }

    /// The CPU time of this process.
    static func own() throws -> ProcessTime { try ProcessTime(reading: "/proc/self/stat") }

    private init(reading path: String) throws {
        let text = String(decoding: try Files.read(path, bytesMax: 4096), as: UTF8.self)
        // The second field is a name in parentheses, which may hold anything; after it come state and numbers.
        let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchError("\(path) has a format that proc(5) does not describe")
        }
        (self.user, self.system) = (user / 100, system / 100)
    }

    static func - (later: ProcessTime, earlier: ProcessTime) -> ProcessTime {
        var difference = ProcessTime()
        difference.user = later.user - earlier.user
        difference.system = later.system - earlier.system
        return difference
    }
}

/// Memory of a process.
enum ProcessMemory {
    /// The proportional set size in bytes (proc(5), smaps_rollup, Pss).
    static func proportional(_ process: Int32) throws -> Int {
        try kilobytes("Pss:", in: "/proc/\(process)/smaps_rollup") * 1024
    }

    /// The resident set size in bytes (proc(5), status, VmRSS); reading it stops the process less than the other figure.
    static func resident(_ process: Int32) throws -> Int {
        try kilobytes("VmRSS:", in: "/proc/\(process)/status") * 1024
    }

    private static func kilobytes(_ name: String, in path: String) throws -> Int {
        let text = String(decoding: try Files.read(path, bytesMax: 65_536), as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
        else { throw BenchError("\(path) does not show \(name)") }
        return kilobytes
    }
}
