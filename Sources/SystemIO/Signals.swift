import CLinux
import Glibc

/// Signals as values: blocked for the whole process and read one by one (signalfd(2)).
package struct Signals: Sendable {
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
        let made = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
        guard made >= 0 else { throw .last }
        descriptor = made
    }

    /// Waits for the next one.
    package func next() throws(Errno) -> Signal {
        var information = signalfd_siginfo()
        _ = try retryOnInterrupt {
            // Reads one struct into a variable of exactly that type.
            unsafe read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size)
        }
        return information.ssi_signo == UInt32(SIGHUP) ? .reload : .stop
    }
}
