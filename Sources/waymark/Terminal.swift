import Glibc

/// Where a command writes and what it knows of the process around it; tests give their own.
struct Terminal: Sendable {
    /// Takes text for the standard output, newline included.
    var write: @Sendable (String) -> Void
    /// Takes text for the standard error, newline included.
    var writeError: @Sendable (String) -> Void
    /// The value of an environment variable; nil where it is not set.
    var environment: @Sendable (String) -> String?
    /// Whether a person sits there: input and standard error are both a terminal.
    var isInteractive = false
    /// One line that the person types; nil at the end of the input.
    var readLine: @Sendable () -> String? = { nil }

    /// Prints one line of the answer.
    func say(_ line: String) { write(Self.harmless(line) + "\n") }

    /// Prints one line for a person, beside the answer.
    func note(_ line: String) { writeError(Self.harmless(line) + "\n") }

    /// A text without control characters but line breaks and tabs: titles and messages come from others, and a terminal
    /// obeys what it is sent (ECMA-48).
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
    static let process = Terminal(
        write: { text in writeAll(text, to: STDOUT_FILENO) },
        writeError: { text in writeAll(text, to: STDERR_FILENO) },
        environment: { name in
            // getenv(3) returns a borrowed C string; it is copied at once, and this process never calls setenv(3).
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }, isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1, readLine: { Swift.readLine() })

    /// Writes every byte; a reader that went away ends the process by SIGPIPE, as for any filter.
    private static func writeAll(_ text: String, to descriptor: Int32) {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            // The buffer lives for the call only, and its own count bounds the read.
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
