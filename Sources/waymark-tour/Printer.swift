import Glibc

/// Prints lines straight to the standard output.
///
/// Not through stdio: flushing it waits for the thread that waits for a person's next line (flockfile(3) of stdin).
enum Printer {
    /// Prints a text and a line feed; whoever reads through a pipe sees it at once.
    static func say(_ text: String) {
        var rest = ArraySlice((text + "\n").utf8)
        while !rest.isEmpty {
            // The buffer lives for the call only, and its own count bounds the read.
            let written = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
