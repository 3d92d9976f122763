import Synchronization

/// A file that is the body of one answer: how its bytes are read, and what happens when they are not needed any more.
///
/// The handler holds it, then the queue, then the connection that sends the answer. `finish` runs when the last byte was
/// read, when the connection was closed, or at the latest with the last reference.
package final class AnswerFile: Sendable {
    private struct Source {
        var read: (@Sendable (_ offset: Int, _ count: Int) -> [UInt8]?)?
        let end: @Sendable () -> Void
    }

    /// Its length in bytes.
    package let byteCount: Int
    private let source: Mutex<Source?>

    /// Makes a body.
    ///
    /// - Parameters:
    ///   - byteCount: Its length in bytes.
    ///   - read: Reads a number of bytes at an offset; nil if not all of them can be read. Called on threads that may
    ///     block, never on an event loop. Dropped before `end` is called: an open file that it holds is closed by then.
    ///   - end: Called once, on any thread, when the file is not needed any more.
    package init(
        byteCount: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?,
        end: @escaping @Sendable () -> Void
    ) {
        self.byteCount = byteCount
        source = Mutex(Source(read: read, end: end))
    }

    /// Reads bytes; may block; nil if not all of them can be read, or after `finish`.
    package func read(at offset: Int, count: Int) -> [UInt8]? {
        // The lock is not held while the file is read.
        guard let read = source.withLock({ $0?.read }), let bytes = read(offset, count), bytes.count == count else {
            return nil
        }
        return bytes
    }

    /// Closes the file and calls `end`, the first time; may block, because closing a removed file frees its space.
    package func finish() {
        let last = source.withLock { source in
            defer { source = nil }
            return source
        }
        guard var last else { return }
        last.read = nil
        last.end()
    }

    deinit { finish() }
}
