package import RouteModel

/// One of the servers that share a store, as it last said of itself.
package struct NodeRecord: Sendable, Hashable {
    /// Its name, which no two nodes should have.
    package let name: String
    /// The version of its program.
    package let version: String
    /// When it was started.
    package let startedAt: Instant
    /// When it last said so, by the database's clock.
    package let seenAt: Instant
    /// What it has applied.
    package let position: StorePosition
    /// How long ago it last had all that the store has, in milliseconds.
    package let behindMilliseconds: Int

    /// Makes a record from its parts.
    package init(
        name: String, version: String, startedAt: Instant, seenAt: Instant, position: StorePosition,
        behindMilliseconds: Int
    ) {
        self.name = name
        self.version = version
        self.startedAt = startedAt
        self.seenAt = seenAt
        self.position = position
        self.behindMilliseconds = behindMilliseconds
    }
}

/// What a node learns of the others when it says what it has applied.
package struct NodePeers: Sendable, Hashable {
    /// How many have said so lately, with itself.
    package let count: Int
    /// When the node of its name was started that said so last, itself or another one; nil if there was none.
    package let namesakeStartedAt: Instant?

    /// Makes a count.
    package init(count: Int, namesakeStartedAt: Instant?) {
        self.count = count
        self.namesakeStartedAt = namesakeStartedAt
    }
}

/// What a node reads of the database to see whether it has changed.
package struct HeardState: Sendable, Hashable {
    /// The number of the last group of writes of all nodes.
    package let group: Int
    /// The epoch and the last row of the audit.
    package let head: StoreHead
    /// The database's clock.
    package let clock: Instant

    /// Makes a state from its parts.
    package init(group: Int, head: StoreHead, clock: Instant) {
        self.group = group
        self.head = head
        self.clock = clock
    }

    /// The epoch and the number of that row.
    package var position: StorePosition { StorePosition(epoch: head.epoch, sequence: head.sequence) }
}
