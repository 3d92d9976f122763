/// What event streams must learn of a change of an app.
package enum StreamChange: Sendable {
    /// A channel has a new head: its streams get it.
    case moved(ChannelSnapshot)
    /// A channel became private: its streams end, except those whose callers showed a token for it.
    case hidden(topic: Int)
    /// A channel, or its app, was deleted: its streams end.
    case deleted(topic: Int)

    /// The changes between two states of an app; nil is an app that does not exist.
    static func all(from before: AppSnapshot?, to after: AppSnapshot?) -> [StreamChange] {
        let channels = after?.channels ?? [:]
        var changes: [StreamChange] = []
        for (name, old) in before?.channels ?? [:] {
            if let new = channels[name] {
                if old.isPublic, !new.isPublic { changes.append(.hidden(topic: old.topic)) }
            } else {
                changes.append(.deleted(topic: old.topic))
            }
        }
        // After the ends, so that a stream that ends does not get a head that its client may not have.
        for (name, new) in channels where new.head != before?.channels[name]?.head { changes.append(.moved(new)) }
        return changes
    }
}
