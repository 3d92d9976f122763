#if os(Linux)
import CLinux
import Glibc

/// The process's signals, blocked and read one by one (signalfd(2)).
package final class Signals: Sendable {
    /// A signal that the server handles.
    package enum Signal: Sendable {
        /// SIGTERM or SIGINT: stop.
        case stop
        /// SIGHUP: read the configuration again.
        case reload
        /// SIGUSR1, as programs that rotate logs send it: open the log files again.
        case reopen
    }

    private let descriptor: Int32

    /// Blocks the signals in the calling thread and in all threads that it starts later; call it before any thread starts.
    package init() throws(Errno) {
        var set = sigset_t()
        // The set is this function's own; the numbers are valid, so these calls cannot fail.
        _ = unsafe sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { _ = unsafe sigaddset(&set, number) }
        guard unsafe pthread_sigmask(SIG_BLOCK, &set, nil) == 0 else { throw .last }
        // Writing to a closed connection fails with EPIPE instead of ending the process.
        _ = signal(SIGPIPE, SIG_IGN)
        // So does writing to a file that reached its limit (setrlimit(2), RLIMIT_FSIZE).
        _ = signal(SIGXFSZ, SIG_IGN)
        descriptor = try SystemCall.makeSignals(&set).release()
    }

    deinit { SystemCall.close(descriptor) }

    /// Waits for the next signal.
    package func next() throws(Errno) -> Signal {
        switch Int32(bitPattern: try SystemCall.nextSignal(descriptor)) {
        case SIGHUP: .reload
        case SIGUSR1: .reopen
        default: .stop
        }
    }
}
#endif
