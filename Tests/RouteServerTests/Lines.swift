import Synchronization

/// Lines that a log wrote.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    var add: @Sendable (String) -> Void {
        { line in self.lines.withLock { $0.append(line) } }
    }
}
