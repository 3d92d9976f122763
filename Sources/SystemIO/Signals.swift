import CLinux
import Glibc

/// Signals as values: blocked for the whole process and read one by one (signalfd(2)).
package final class Signals: Sendable {
    /// A signal that this process acts on.
    package enum Signal: Sendable {
        /// SIGTERM or SIGINT: stop.
        case stop
        /// SIGHUP: read the configuration again.
        case reload
    }

    private let descriptor: Int32

    /// Blocks the signals in the calling thread and in every one it starts afterwards; call it before any other thread.
    package init() throws(Errno) {
        var set = sigset_t()
        // The set is this function's own; the numbers are valid, so these calls cannot fail.
        _ = unsafe sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { _ = unsafe sigaddset(&set, number) }
        guard unsafe pthread_sigmask(SIG_BLOCK, &set, nil) == 0 else { throw .last }
        // A peer that went away is an error of the call, not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        // Nor is a file that may not grow (setrlimit(2), RLIMIT_FSIZE).
        _ = signal(SIGXFSZ, SIG_IGN)
        descriptor = try SystemCall.makeSignals(&set).release()
    }

    deinit { SystemCall.close(descriptor) }

    /// Waits for the next one.
    package func next() throws(Errno) -> Signal {
        try SystemCall.nextSignal(descriptor) == UInt32(SIGHUP) ? .reload : .stop
    }
}
