#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Prints lines directly to the standard output.
///
/// Not with stdio: a flush would wait for the thread that reads the standard input (flockfile(3)).
enum Printer {
    /// Prints a text and a line feed, unbuffered.
    static func say(_ text: String) {
        var rest = ArraySlice((text + "\n").utf8)
        while !rest.isEmpty {
            // The buffer is valid during the call, and its count limits the read.
            let written = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
