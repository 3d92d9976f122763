/// A line on the terminal that shows the progress of a long operation; prints nothing if there is no terminal.
final class Progress: Sendable {
    private let terminal: Terminal
    private let label: String
    private let state = SharedState(State())

    private struct State {
        var shownAt: ContinuousClock.Instant?
        var isEnded = false
    }

    init(_ terminal: Terminal, _ label: String) {
        self.terminal = terminal
        self.label = label
    }

    /// Shows how much is done; prints at most ten times a second, and always at the end.
    func update(done: Int, of total: Int?) {
        guard terminal.isInteractive else { return }
        let isDue = state.withLock { state in
            let now = ContinuousClock.now
            if state.isEnded { return false }
            if let shownAt = state.shownAt, shownAt.duration(to: now) < .milliseconds(100), done != total {
                return false
            }
            state.shownAt = now
            return true
        }
        if isDue { terminal.writeError("\r\u{1B}[K\(Self.text(label, done: done, of: total))") }
    }

    /// Erases the line; further calls do nothing.
    func end() {
        let isShown = state.withLock { state in
            defer { state.isEnded = true }
            return !state.isEnded && state.shownAt != nil
        }
        if isShown { terminal.writeError("\r\u{1B}[K") }
    }

    /// `saving x  [##########          ] 50 %`.
    static func text(_ label: String, done: Int, of total: Int?) -> String {
        guard let total, total > 0 else { return "\(label)  \(done)" }
        let share = min(1, Double(done) / Double(total))
        let marks = Int(share * 20)
        let bar = String(repeating: "#", count: marks) + String(repeating: " ", count: 20 - marks)
        return "\(label)  [\(bar)] \(Int(share * 100)) %"
    }
}

extension AdminCall {
    /// Runs a request; after a second shows on the terminal how many seconds it has taken.
    func waiting<Value: Sendable>(
        _ body: () async throws(CommandError) -> Value
    ) async throws(CommandError) -> Value {
        guard terminal.isInteractive else { return try await body() }
        let progress = Progress(terminal, "waiting for the server, seconds:")
        let ticking = Task {
            for seconds in 1... {
                try await Task.sleep(for: .seconds(1))
                progress.update(done: seconds, of: nil)
            }
        }
        defer {
            ticking.cancel()
            progress.end()
        }
        return try await body()
    }
}
