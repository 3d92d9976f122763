/// An answer that is given exactly once: a second one is refused, and a forgotten one is given when nobody can any more.
@MainActor
public final class OneAnswer<Value: Sendable> {
    private var isGiven = false
    private let forgotten: Value
    private let deliver: @MainActor (Value) -> Void

    /// Makes the right to answer.
    /// - Parameters:
    ///   - forgotten: what is answered where the last holder lets go without an answer.
    ///   - deliver: gets the answer.
    public init(forgotten: Value, deliver: @escaping @MainActor (Value) -> Void) {
        self.forgotten = forgotten
        self.deliver = deliver
    }

    /// Answers.
    /// - Returns: false where there is an answer already; this one is dropped.
    @discardableResult
    public func give(_ value: Value) -> Bool {
        guard !isGiven else { return false }
        isGiven = true
        deliver(value)
        return true
    }

    deinit {
        guard !isGiven else { return }
        // A deinit runs anywhere, so the answer goes to the main actor by itself.
        Task { @MainActor [deliver, forgotten] in deliver(forgotten) }
    }
}

/// The first answer of several that may come; whoever waits gets it, however late it asks.
@MainActor
final class FirstAnswer<Value: Sendable> {
    private var value: Value?
    private var waiting: [CheckedContinuation<Value, Never>] = []

    /// Takes the answer if it is the first.
    func give(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Waits for the answer.
    func wait() async -> Value {
        if let value { return value }
        return await withCheckedContinuation { waiting.append($0) }
    }
}
