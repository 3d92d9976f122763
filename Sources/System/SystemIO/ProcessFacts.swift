#if os(Linux)
import Glibc

/// The system's figures about this process (proc(5)).
package struct ProcessFacts: Sendable, Hashable {
    /// Processor time in user space and kernel, in seconds.
    package var processorSeconds = 0.0
    /// Memory that is in RAM, in bytes.
    package var residentBytes = 0
    /// Address space, in bytes.
    package var virtualBytes = 0
    /// Number of threads.
    package var threads = 0
    /// When it started, in seconds since 1970.
    package var startedAt = 0.0
    /// Number of open descriptors.
    package var descriptors = 0
    /// Number of descriptors that may be open.
    package var descriptorsMax = 0

    /// Reads the figures; those that cannot be read are 0.
    package init() {
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        // The command's name, in parentheses, may contain anything; the figures follow its end.
        let stat = Self.text("/proc/self/stat")
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst()
            .map { Int($0) ?? 0 }
        guard fields.count > Field.resident else { return }
        processorSeconds = Double(fields[Field.user] + fields[Field.system]) / ticks
        threads = fields[Field.threads]
        startedAt = Self.bootSeconds + Double(fields[Field.start]) / ticks
        virtualBytes = fields[Field.virtual]
        residentBytes = fields[Field.resident] * SystemCall.pageByteCount
        // One of them is the folder that is being read.
        descriptors = max(0, ((try? Folders.names(in: "/proc/self/fd")) ?? []).count - 1)
        descriptorsMax = SystemCall.descriptorLimit().map { Int(clamping: $0.rlim_cur) } ?? 0
    }

    /// The indices of proc(5)'s fields after the state, which is field 3.
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

    /// Bytes; `/proc/stat` has a line of interrupts whose length depends on the machine.
    private static let textBytesMax = 1 << 20
}

extension Files {
    /// The size of a file in bytes; nil if there is none.
    package static func byteCount(_ path: String) -> Int? {
        (try? SystemCall.status(of: path)).map { Int($0.st_size) }
    }

    /// Bytes that can still be written to the file system of a path, without root's reserve; nil if unknown.
    package static func freeBytes(at path: String) -> Int? { SystemCall.freeBytes(at: path) }

    /// Whether a file is on a file system that is mounted read-only (access(2), EROFS).
    package static func isOnReadOnlySystem(_ path: String) -> Bool { SystemCall.isOnReadOnlySystem(path) }
}
#endif
