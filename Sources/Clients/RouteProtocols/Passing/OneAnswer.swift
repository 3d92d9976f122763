/// One-shot callback: a second answer is refused, and without an answer a default is delivered on deinit.
@MainActor
public final class OneAnswer<Value: Sendable> {
    private var isGiven = false
    private let forgotten: Value
    private let deliver: @MainActor (Value) -> Void

    /// Makes a callback.
    /// - Parameters:
    ///   - forgotten: the answer that is delivered if the last reference is released without one.
    ///   - deliver: receives the answer.
    public init(forgotten: Value, deliver: @escaping @MainActor (Value) -> Void) {
        self.forgotten = forgotten
        self.deliver = deliver
    }

    /// Delivers an answer.
    /// - Returns: false if there was an answer already; this one is dropped.
    @discardableResult
    public func give(_ value: Value) -> Bool {
        guard !isGiven else { return false }
        isGiven = true
        deliver(value)
        return true
    }

    /// Delivers the answer for nothing given, now and not when the last reference is released.
    package func forget() { give(forgotten) }

    deinit {
        guard !isGiven else { return }
        // A deinit runs on any thread, and `deliver` must run on the main actor.
        Task { @MainActor [deliver, forgotten] in deliver(forgotten) }
    }
}

extension OneAnswer: ResultPort {}

/// A port for a result of any type.
@MainActor
package protocol ResultPort: AnyObject {
    /// Ends the wait for the result, unless there was one.
    func forget()
}

/// The first of several answers; any number of tasks may wait for it, before or after it was given.
@MainActor
package final class FirstAnswer<Value: Sendable> {
    private var value: Value?
    private var waiting: [CheckedContinuation<Value, Never>] = []

    /// Makes one without an answer.
    package init() {}

    /// Stores the answer if it is the first.
    package func give(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Waits for the answer.
    package func wait() async -> Value {
        // Checked inside the closure: the call may suspend before the closure runs, and an answer may come meanwhile.
        await withCheckedContinuation { continuation in
            if let value { continuation.resume(returning: value) } else { waiting.append(continuation) }
        }
    }
}

/// Delivers one result of a screen to the code that opened it.
///
/// The caller makes a channel and passes its port to the screen as user info; the screen sends one result. If the
/// screen is closed without a result, the wait ends with nil.
@MainActor
public final class ResultChannel<Value: Sendable> {
    /// The key of the port in user info.
    public nonisolated static var userInfoKey: String { resultKey }

    private let answer = FirstAnswer<Value?>()

    /// Makes a channel.
    public init() {}

    /// Makes the port, through which a screen sends; the wait ends when the last reference to the port is released.
    public func makePort() -> OneAnswer<Value?> {
        OneAnswer(forgotten: nil) { [answer] in answer.give($0) }
    }

    /// Waits for the result; nil if the screen was closed without one, or could not be shown.
    public func value() async -> Value? { await answer.wait() }

    /// Ends the wait without a result, such as when the task that waits is cancelled.
    package func giveUp() { answer.give(nil) }
}

/// The key of a port in user info; its type does not depend on that of the result.
let resultKey = "waymark.result"
