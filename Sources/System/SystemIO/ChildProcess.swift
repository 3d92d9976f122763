#if os(Linux)
import Glibc

/// A program that this process starts and stops; for benchmarks and tests, which need servers, and for checks of units.
package final class ChildProcess {
    /// Its process identifier.
    package let number: Int32
    private var status: Int32?

    /// Starts a program (posix_spawnp(3)); its standard input is empty.
    ///
    /// - Parameters:
    ///   - arguments: the program's name, looked up on PATH unless it contains a slash, and its arguments.
    ///   - environment: `NAME=value` on top of this process's own.
    ///   - inheriting: descriptors that it gets as 3, 4 and so on, as sd_listen_fds(3) passes sockets.
    ///   - output: the file for its standard output and error; nil if it shares those of this process.
    /// - Throws: the system's error.
    package init(
        _ arguments: [String], environment: [String] = [], inheriting: [Int32] = [], output: String? = nil
    ) throws(Errno) {
        let own = ((try? Files.read("/proc/self/environ", bytesMax: Self.environmentBytesMax)) ?? [])
            .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        var actions = unsafe posix_spawn_file_actions_t()
        // The struct is this function's own, made here and destroyed at the end; paths are copied by each call.
        _ = unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if let output {
            _ = unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            _ = unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        // Above all numbers that they get, so that none is overwritten before it was copied.
        let first: Int32 = 3
        var copies: [Int32] = []
        defer { for copy in copies { SystemCall.close(copy) } }
        for descriptor in inheriting {
            copies.append(try SystemCall.duplicate(descriptor, atLeast: first + Int32(inheriting.count)).release())
        }
        for (index, copy) in copies.enumerated() {
            _ = unsafe posix_spawn_file_actions_adddup2(&actions, copy, first + Int32(index))
        }
        var number: pid_t = 0
        let names = Set(environment.map { $0.prefix { $0 != "=" } })
        let whole = own.filter { !names.contains($0.prefix { $0 != "=" }) } + environment
        let code = unsafe Self.withList(arguments) { list in
            unsafe Self.withList(whole) { variables in
                guard let program = unsafe list[0] else { return EINVAL }
                return unsafe posix_spawnp(&number, program, &actions, nil, list, variables)
            }
        }
        guard code == 0 else { throw Errno(code) }
        self.number = number
    }

    deinit { if isRunning { end(SIGKILL) } }

    /// Whether it has not ended yet.
    package var isRunning: Bool {
        guard status == nil else { return false }
        var code: Int32 = 0
        // Writes one number of this function's own.
        if unsafe waitpid(number, &code, WNOHANG) == number { status = code }
        return status == nil
    }

    /// Waits for its end; returns its exit code, or 128 and the signal that ended it, as shells do.
    @discardableResult
    package func wait() -> Int32 {
        var code: Int32 = 0
        while status == nil {
            // Writes one number of this function's own.
            let ended = unsafe waitpid(number, &code, 0)
            if ended == number { status = code } else if errno != EINTR { status = 0 }
        }
        let status = status ?? 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Stops it (SIGTERM), and kills it after some milliseconds (SIGKILL).
    @discardableResult
    package func stop(milliseconds: Int = 5_000) -> Int32 {
        guard isRunning else { return wait() }
        _ = kill(number, SIGTERM)
        for _ in 0..<(milliseconds / 5) where isRunning { Threads.sleep(milliseconds: 5) }
        if isRunning { end(SIGKILL) }
        return wait()
    }

    private func end(_ signal: Int32) {
        _ = kill(number, signal)
        wait()
    }

    /// C strings and the null pointer after them, for the duration of a call.
    private static func withList(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        // Copies that are freed below, after the call.
        var list = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe list.indices { unsafe free(list[index]) } }
        return unsafe list.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return EINVAL }
            return unsafe body(start)
        }
    }

    /// More bytes than Linux allows for an environment by default (execve(2)).
    private static let environmentBytesMax = 1 << 21
}
#endif
