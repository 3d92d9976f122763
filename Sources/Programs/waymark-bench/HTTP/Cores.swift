import SystemIO

/// Places servers on the first core that this process may use, and everything else on the second.
enum Cores {
    /// The core of servers and the core of clients; nil if there is only one core, which all share.
    private static let pair: (server: Int, client: Int)? = {
        let arguments = CommandLine.arguments
        if let index = arguments.firstIndex(of: flag), index + 1 < arguments.count {
            let numbers = arguments[index + 1].split(separator: ",").compactMap { Int($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
        let cores = allowed()
        return cores.count > 1 ? (cores[0], cores[1]) : nil
    }()

    /// The cores as text for the report.
    static var description: String {
        pair.map { "servers on core \($0.server), clients on core \($0.client)" } ?? "one core for all"
    }

    /// Whether this process runs on another core than the servers.
    static var areSeparate: Bool { CommandLine.arguments.contains(flag) }

    /// A command that runs on the server's core only.
    static func onServerCore(_ command: [String]) -> [String] { pinned(command, pair?.server) }

    /// A command that runs on the client's core only.
    static func onClientCore(_ command: [String]) -> [String] { pinned(command, pair?.client) }

    /// Starts this program again on the client's core, unless it already runs there.
    ///
    /// - Parameters:
    ///   - arguments: the program's own.
    ///   - isUrgent: whether to raise its priority above that of other programs, if the user may do that.
    /// - Returns: the exit code of the started process; nil in that process itself, and if there is only one core.
    /// - Throws: why it could not be started.
    static func startAgain(_ arguments: [String], isUrgent: Bool) throws -> Int32? {
        guard let pair, !CommandLine.arguments.contains(flag) else { return nil }
        let own = onClientCore([OwnProgram.path] + arguments + [flag, "\(pair.server),\(pair.client)"])
        guard isUrgent else { return try ChildProcess(own).wait() }
        let before = sessionNiceness()
        setSessionNiceness(-20)
        defer { setSessionNiceness(before) }
        return try ChildProcess(["nice", "-n", "-20"] + own).wait()
    }

    /// The nice value of this session's autogroup (sched(7)).
    private static func sessionNiceness() -> Int {
        let text = String(decoding: (try? Files.read("/proc/self/autogroup", bytesMax: 256)) ?? [], as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
    }

    /// Sets the nice value of this session's autogroup; without permission nothing happens, and the figures vary more.
    private static func setSessionNiceness(_ niceness: Int) {
        _ = try? ChildProcess(["sh", "-c", "echo \(niceness) 2>/dev/null >/proc/self/autogroup"], output: "/dev/null")
            .wait()
    }

    private static func pinned(_ command: [String], _ core: Int?) -> [String] {
        core.map { ["taskset", "--cpu-list", "\($0)"] + command } ?? command
    }

    /// The cores that this process may use (proc(5), Cpus_allowed_list: `0-3,8`).
    private static func allowed() -> [Int] {
        let text = String(decoding: (try? Files.read("/proc/self/status", bytesMax: 65_536)) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") } ?? ""
        return line.dropFirst(18).filter { !$0.isWhitespace }.split(separator: ",").flatMap { piece in
            let ends = piece.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [Int]() }
            return Array(first...last)
        }
    }

    private static let flag = "--cores"
}
