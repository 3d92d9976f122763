import Glibc

/// What the system says about this process and the disk that it writes to (proc(5), statvfs(3)).
package struct ProcessFacts: Sendable, Hashable {
    /// Processor time in user space and kernel, in seconds.
    package var processorSeconds = 0.0
    /// Memory that is in RAM, in bytes.
    package var residentBytes = 0
    /// Address space, in bytes.
    package var virtualBytes = 0
    /// Threads.
    package var threads = 0
    /// When it started, in seconds since 1970.
    package var startedAt = 0.0
    /// Descriptors open now.
    package var descriptors = 0
    /// Descriptors allowed.
    package var descriptorsMax = 0

    /// Asks the system; what it does not say stays 0.
    package init() {
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        // The command's name, in parentheses, may hold anything; what counts follows its end.
        let stat = Self.text("/proc/self/stat")
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst()
            .map { Int($0) ?? 0 }
        guard fields.count > Field.resident else { return }
        processorSeconds = Double(fields[Field.user] + fields[Field.system]) / ticks
        threads = fields[Field.threads]
        startedAt = Self.bootSeconds + Double(fields[Field.start]) / ticks
        virtualBytes = fields[Field.virtual]
        residentBytes = fields[Field.resident] * max(1, sysconf(Int32(_SC_PAGESIZE)))
        // The folder that is being read is one of them.
        descriptors = max(0, ((try? Folders.names(in: "/proc/self/fd")) ?? []).count - 1)
        descriptorsMax = SystemCall.descriptorLimit().map { Int(clamping: $0.rlim_cur) } ?? 0
    }

    /// Where proc(5)'s fields stand behind the state, which is field 3.
    private enum Field {
        static let user = 11
        static let system = 12
        static let threads = 17
        static let start = 19
        static let virtual = 20
        static let resident = 21
    }

    private static let bootSeconds: Double = {
        let line = text("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst(6)) } ?? 0
    }()

    private static func text(_ path: String) -> String {
        String(decoding: (try? Files.read(path, bytesMax: textBytesMax)) ?? [], as: UTF8.self)
    }

    /// `/proc/stat` has a line of interrupts that grows with the machine.
    private static let textBytesMax = 1 << 20
}

extension Files {
    /// How long a file is, in bytes; nil where there is none.
    package static func byteCount(_ path: String) -> Int? {
        (try? SystemCall.status(of: path)).map { Int($0.st_size) }
    }

    /// How many bytes may still be written to the disk that a path is on, without root's reserve; nil where the system
    /// does not say.
    package static func freeBytes(at path: String) -> Int? { SystemCall.freeBytes(at: path) }
}
