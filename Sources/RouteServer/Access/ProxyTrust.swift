import Synchronization

/// The proxies that are trusted now: SIGHUP may change them.
final class ProxyTrust: Sendable {
    private let proxies: Mutex<TrustedProxies>

    init(_ proxies: TrustedProxies) { self.proxies = Mutex(proxies) }

    /// Takes over reloaded settings.
    func use(_ fresh: TrustedProxies) { proxies.withLock { $0 = fresh } }

    /// Whether a peer is a proxy of ours.
    func trusts(_ peer: String) -> Bool { current.isTrusted(peer) }

    /// The client's address (`TrustedProxies.client`).
    func client(peer: String, forwarded: String?, forwardedFor: String?) -> String {
        current.client(peer: peer, forwarded: forwarded, forwardedFor: forwardedFor)
    }

    // A copy, so that nobody waits while somebody reads a long field.
    private var current: TrustedProxies { proxies.withLock { $0 } }
}
