import Synchronization

/// Collects the lines that a log writes.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    var add: @Sendable (String) -> Void {
        { line in self.lines.withLock { $0.append(line) } }
    }
}
