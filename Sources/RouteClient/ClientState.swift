import Digests
import RouteIndex
import RouteModel

/// Everything of a client that changes; guarded by its lock.
struct ClientState: Sendable {
    var context: Context
    /// The release in use, compiled.
    var index: CompiledIndex?
    var release: ReleaseInfo?
    /// The latest head that was accepted; older ones are ignored.
    var head: Head?
    /// What could not be written yet; tried again with every refresh.
    var unwritten: ReleaseCache.Update?
    var counters = ClientCounters()
    var lastFailure: RouteClientError?
    var subscribers: [Int: AsyncStream<RouteClientEvent>.Continuation] = [:]
    var subscribersSoFar = 0
    /// The refresh under way, which everybody who asks meanwhile joins.
    var refresh: SharedRefresh?
    var updating: Updating?

    /// Counts a failure and remembers it.
    mutating func note(_ failure: RouteClientError) {
        counters.failures[failure.code, default: 0] += 1
        lastFailure = failure
    }

    init(context: Context, index: CompiledIndex?, release: ReleaseInfo?, head: Head?) {
        self.context = context
        self.index = index
        self.release = release
        self.head = head
    }
}

/// One refresh and how many wait for it; the last to give up cancels it.
struct SharedRefresh: Sendable {
    var number: Int
    var task: Task<Result<RefreshResult, RouteClientError>, Never>
    var waiting: Int
}

extension ReleaseInfo {
    init(_ index: CompiledIndex, head: Head?, _ endpoint: Endpoint) {
        self.init(
            app: endpoint.app, channel: endpoint.channel, version: index.version, digest: hex(index.digest),
            position: head?.position)
    }
}
