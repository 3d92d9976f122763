public import RouteModel

extension RouteClient {
    /// What the app knows about itself; a new one takes effect with the next resolution.
    ///
    /// Setting replaces the whole. To change a part of it, use ``updateContext(_:)``: `routes.context.locale = …` reads,
    /// changes and writes, and would undo what another thread changed between.
    public var context: Context {
        get { state.withLock { $0.context } }
        set { state.withLock { $0.replaceContext(with: newValue) } }
    }

    /// Changes a part of what the app knows about itself, so that no other change of that moment is lost.
    ///
    /// The change takes effect whole, with the next resolution after this call, and is one event.
    /// - Parameter change: changes a copy. It is called again when somebody else changed the context meanwhile, so it
    ///   should do nothing else; it may ask this client for anything.
    public func updateContext(_ change: (inout Context) -> Void) {
        var isDone = false
        while !isDone {
            let before = context
            var changed = before
            change(&changed)
            isDone = state.withLock { [changed] state in
                guard state.context == before else { return false }
                state.replaceContext(with: changed)
                return true
            }
        }
    }
}

extension ClientState {
    /// Under the lock, event included, so that the last event is about the context that stays.
    fileprivate mutating func replaceContext(with new: Context) {
        guard context != new else { return }
        context = new
        counters.contextChanges += 1
        for reader in subscribers.values { reader.yield(.contextChanged(new)) }
    }
}
