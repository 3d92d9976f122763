import SystemIO

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Streams and environment of a command; tests pass their own.
package struct Terminal: Sendable {
    /// Writes text to the standard output; adds no newline.
    var write: @Sendable (String) -> Void
    /// Writes text to the standard error; adds no newline.
    package var writeError: @Sendable (String) -> Void
    /// Returns the value of an environment variable; nil if it is not set.
    package var environment: @Sendable (String) -> String?
    /// Returns the names of all environment variables.
    package var variableNames: @Sendable () -> [String] = { [] }
    /// Whether standard input and standard error are both a terminal, so that questions can be asked.
    var isInteractive = false
    /// Reads one line of the standard input; nil at its end.
    var readLine: @Sendable () -> String? = { nil }

    /// Prints one line of the answer to the standard output.
    package func say(_ line: String) { write(Self.harmless(line) + "\n") }

    /// Prints one line that is not part of the answer to the standard error.
    package func printError(_ line: String) { writeError(Self.harmless(line) + "\n") }

    /// Replaces control characters other than line breaks and tabs by U+FFFD: titles and messages come from other
    /// users, and a terminal executes control sequences (ECMA-48).
    static func harmless(_ text: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || (0x7F...0x9F).contains(scalar.value)
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// The process's own streams and environment.
    package static let process = Terminal(
        write: { text in writeAll(text, to: STDOUT_FILENO) },
        writeError: { text in writeAll(text, to: STDERR_FILENO) },
        environment: { name in
            // getenv(3) returns a borrowed C string; it is copied at once, and this process never calls setenv(3).
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }, variableNames: environmentNames,
        isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1, readLine: { Swift.readLine() })

    /// The names in the environment that the process began with (proc(5)); none if it cannot be read, as on macOS.
    private static func environmentNames() -> [String] {
        let bytes = (try? Files.read("/proc/self/environ", bytesMax: environmentBytesMax)) ?? []
        return bytes.split(separator: 0).compactMap { entry in
            entry.split(separator: UInt8(ascii: "=")).first.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Longest environment that is read; a system gives a program at most 2 MiB with its arguments.
    private static let environmentBytesMax = 2 << 20

    /// Writes every byte; if the reader of a pipe is gone, SIGPIPE ends the process.
    private static func writeAll(_ text: String, to descriptor: Int32) {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            // The buffer is used only during the call, with its own count.
            #if canImport(Darwin)
            let written = unsafe rest.withUnsafeBytes { unsafe Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #else
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
