import SystemIO

/// The counts of callgrind for one run of a program, or for one thread of it.
struct CallgrindProfile {
    /// Instructions in user space.
    private(set) var instructions = 0
    /// Calls of allocation functions.
    private(set) var allocations = 0

    /// Makes an empty profile.
    init() {}

    /// Reads a profile in callgrind's own format (Valgrind's manual, "Callgrind Format Specification").
    init(_ path: String) throws {
        let text = String(decoding: try Files.read(path, bytesMax: Self.bytesMax), as: UTF8.self)
        var names: [Substring: Substring] = [:]
        var callee: Substring = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
                let isCallee = line.hasPrefix("c")
                // `(number) name` the first time, `(number)` from then on.
                let parts = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
                guard let number = parts.first else { continue }
                if parts.count == 2 { names[number] = parts[1] }
                if isCallee { callee = names[number] ?? "" }
            } else if line.hasPrefix("calls="), Self.allocators.contains(callee) {
                allocations += Int(line.dropFirst(6).prefix { $0 != " " }) ?? 0
            } else if line.hasPrefix("summary:") || line.hasPrefix("totals:") {
                instructions = Int(line.drop { $0 != " " }.dropFirst()) ?? 0
            }
        }
        guard instructions > 0 else { throw BenchError("callgrind left no profile in \(path)") }
    }

    /// The profiles of the threads of a program, by callgrind's number of the thread, from a run with
    /// `--separate-threads=yes`; removes the files.
    ///
    /// - Parameter path: the file that callgrind was given; it writes `PATH-01`, `PATH-02` and so on, and an empty `PATH`.
    /// - Returns: the profiles of the threads that ran instructions.
    /// - Throws: ``BenchError`` if there is no profile.
    static func threads(_ path: String) throws -> [Int: CallgrindProfile] {
        var profiles: [Int: CallgrindProfile] = [:]
        for thread in 1...threadsMax {
            let file = path + (thread < 10 ? "-0\(thread)" : "-\(thread)")
            guard Files.exists(file) else { continue }
            defer { Files.remove(file) }
            profiles[thread] = try CallgrindProfile(file)
        }
        Files.remove(path)
        guard !profiles.isEmpty else { throw BenchError("callgrind left no profile in \(path)") }
        return profiles
    }

    /// Most threads of a program whose profiles are looked for; the server has about 25.
    private static let threadsMax = 99
    private static let allocators: Set<Substring> = [
        "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "memalign",
    ]
    /// Largest profile in bytes: ten times that of this server.
    private static let bytesMax = 256 << 20
}
