/// Writing to the disk that another thread may end between two steps, because the app goes to the background.
final class DiskWork: Sendable {
    private let isOver = Lock(false)

    /// Ends the work before its next step.
    func end() { isOver.withLock { $0 = true } }

    /// Whether ``end()`` was called.
    var hasEnded: Bool { isOver.withLock { $0 } }

    /// Called before each step.
    /// - Throws: `cancelled` after ``end()``.
    func check() throws(RouteClientError) {
        guard isOver.withLock({ $0 }) else { return }
        throw RouteClientError(
            .cancelled, "a release was not stored, because the app went to the background",
            hint: "it is used from memory; the next refresh or launch stores it")
    }
}
