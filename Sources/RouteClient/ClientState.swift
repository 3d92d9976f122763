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
    /// The latest body that this version of the app cannot use, although it is what its head names.
    var unusable: Unusable?
    var counters = ClientCounters()
    var lastFailure: RouteClientError?
    /// Made without a literal, which would make its storage's type ready during a launch, for nobody as yet.
    var subscribers: [Int: AsyncStream<RouteClientEvent>.Continuation] = [:]
    var subscribersSoFar = 0
    /// The refresh under way, which everybody who asks meanwhile joins.
    var refresh: SharedRefresh?
    var updating: Updating?
    /// Until when the server asked to be left alone; only who asks on demand does not wait for it.
    var quietUntil: ContinuousClock.Instant?

    /// Keeps what a failure says about when to come back, spread over the jitter, because others were told the same.
    mutating func heed(_ failure: RouteClientError) {
        guard let seconds = failure.retryAfterSeconds else { return }
        let wait = PollSchedule.quietMilliseconds(
            retryAfterSeconds: seconds, jitterSeconds: head?.poll.jitter ?? 0, random: .random(in: 0..<1))
        quietUntil = .now.advanced(by: .milliseconds(wait))
    }

    /// A body that need not be fetched again, and why.
    struct Unusable: Sendable {
        var digest: String
        var reason: RouteClientError
    }

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
            app: endpoint.app, channel: endpoint.channel, version: index.version, digest: index.hexDigest,
            position: head?.position)
    }
}
