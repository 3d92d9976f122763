/// A line on the terminal that shows the progress of a long operation, and the time that is left; prints nothing if there
/// is no terminal.
final class Progress: Sendable {
    private let terminal: Terminal
    private let label: String
    private let state = SharedState(State())

    private struct State {
        var began: (done: Int, at: ContinuousClock.Instant)?
        var shownAt: ContinuousClock.Instant?
        var isEnded = false
    }

    init(_ terminal: Terminal, _ label: String) {
        self.terminal = terminal
        self.label = label
    }

    /// Shows how much is done; prints at most ten times a second, and always at the end.
    func update(done: Int, of total: Int?) {
        let left = left(done: done, of: total)
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
        if isDue { terminal.writeError("\r\u{1B}[K\(Self.text(label, done: done, of: total))\(left)") }
    }

    /// The time that is left, as `, 3 min left`; empty in the first seconds, and at the end.
    func left(done: Int, of total: Int?) -> String {
        let now = ContinuousClock.now
        let began = state.withLock { state in
            let began = state.began ?? (done, now)
            state.began = began
            return began
        }
        return Self.left(
            after: began.at.duration(to: now).components.seconds, done: done - began.done,
            of: total.map { $0 - began.done })
    }

    /// The same after some seconds in which a part was done.
    static func left(after seconds: Int64, done: Int, of total: Int?) -> String {
        guard let total, done > 0, done < total, seconds >= 2 else { return "" }
        let left = Int((Double(seconds) * Double(total - done) / Double(done)).rounded(.up))
        return left < 100 ? ", \(left) s left" : ", \((left + 59) / 60) min left"
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
