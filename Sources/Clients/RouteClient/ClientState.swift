import Digests
import RouteIndex
import RouteModel

/// The mutable state of a client, protected by its lock.
struct ClientState: Sendable {
    private(set) var context: Context
    /// The release in use, compiled.
    var index: CompiledIndex?
    var release: ReleaseInfo?
    /// The latest head that was accepted; heads at lower positions are ignored.
    var head: Head?
    /// What the latest head said that was not ignored, also one at the position of `head` (client.md C5.1).
    var poll: Head.Poll
    /// A release that could not be written to the cache; every refresh tries again.
    var unwritten: ReleaseCache.Update?
    /// The latest body that a head named and that this version of the app cannot use.
    var unusable: Unusable?
    var counters = ClientCounters()
    var lastFailure: RouteClientError?
    /// The readers of ``RouteClient/updates``, with the number of their subscription.
    var subscribers: [(number: Int, reader: AsyncStream<RouteClientEvent>.Continuation)] = []
    /// The number of the latest subscriber.
    var subscribersSoFar = 0
    /// The refresh under way, which concurrent callers join.
    var refresh: SharedRefresh?
    var updating: Updating?
    var look = FolderLook()
    /// Ends with the next call of `stopUpdating()`.
    var diskWork = DiskWork()
    /// Compiles what the launch could not map; stays after its end.
    var compiling: Task<Void, Never>?
    /// The end of the wait that a `Retry-After` field sets; only calls of `refresh()` do not wait for it.
    var retryAfterEnd: ContinuousClock.Instant?

    /// A body that need not be fetched again, and why.
    final class Unusable: Sendable {
        let digest: String
        let reason: RouteClientError

        init(digest: String, reason: RouteClientError) {
            self.digest = digest
            self.reason = reason
        }
    }

    init(context: Context, index: CompiledIndex?, release: ReleaseInfo?, head: Head?) {
        self.context = context
        self.index = index
        self.release = release
        self.head = head
        poll = head?.poll ?? Head.Poll(interval: 0, jitter: 0)
    }

    /// Stores the end of the wait if the failure has a `Retry-After`.
    ///
    /// A random part of the jitter is added, because other clients may have got the same answer.
    mutating func setRetryAfter(from failure: RouteClientError) {
        guard let seconds = failure.retryAfterSeconds else { return }
        let wait = PollSchedule.retryAfterMilliseconds(
            seconds: seconds, jitterSeconds: poll.jitter, random: .random(in: 0..<1))
        retryAfterEnd = .now.advanced(by: .milliseconds(wait))
    }

    /// Counts a failure and stores it as the latest.
    mutating func count(_ failure: RouteClientError) {
        counters.failures[failure.code, default: 0] += 1
        lastFailure = failure
    }

    /// Replaces the context and sends the event under the same lock, so that the last event has the context in use.
    mutating func replaceContext(with new: Context) {
        guard context != new else { return }
        context = new
        counters.contextChanges += 1
        for subscriber in subscribers { subscriber.reader.yield(.contextChanged(new)) }
    }
}

/// One refresh and the number of its callers; it is cancelled when all of them are.
struct SharedRefresh: Sendable {
    var number: Int
    var task: Task<Result<RefreshResult, RouteClientError>, Never>
    var callers: Int
    /// The networks that it may use.
    var networks: NetworkUse
}

/// A caller of ``RouteClient/refresh()``, changed only under the lock of ``ClientState``.
///
/// Joining a refresh and noting it is one step, so that a cancellation at any moment removes the caller before another
/// one can join the same refresh.
final class RefreshCaller: Sendable {
    private struct State {
        var number: Int?
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Notes the refresh that the caller waits for; false if the caller was cancelled before.
    func join(_ number: Int) -> Bool {
        state.withLock { state in
            state.number = number
            return !state.isCancelled
        }
    }

    /// Notes the cancellation; returns the number of the refresh that the caller has joined, if any.
    func leave() -> Int? {
        state.withLock { state in
            state.isCancelled = true
            return state.number
        }
    }
}

extension ReleaseInfo {
    init(_ head: Head, _ endpoint: Endpoint) {
        self.init(
            app: endpoint.app, channel: endpoint.channel, version: head.version, digest: head.digest,
            position: head.position)
    }

    init(_ index: CompiledIndex, head: Head?, _ endpoint: Endpoint) {
        self.init(
            app: endpoint.app, channel: endpoint.channel, version: index.version, digest: index.hexDigest,
            position: head?.position)
    }
}
