/// A file that is the body of one answer.
///
/// The handler holds it, then the queue, then the connection that sends the answer. With the last reference
/// `end` runs, whether the answer was sent, was dropped, or its connection was closed.
package final class AnswerFile: Sendable {
    /// Where the file is.
    package let path: String
    /// Its length in bytes.
    package let byteCount: Int
    private let end: @Sendable () -> Void

    /// Makes a body.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - byteCount: Its length in bytes.
    ///   - end: Called once, on any thread, when the file is not needed any more; removes it.
    package init(_ path: String, byteCount: Int, end: @escaping @Sendable () -> Void) {
        self.path = path
        self.byteCount = byteCount
        self.end = end
    }

    deinit { end() }
}
