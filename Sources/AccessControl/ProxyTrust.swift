import ServerLog
import Synchronization

/// The proxies that are trusted now: SIGHUP may change them.
package final class ProxyTrust: ClientAddressing {
    private let proxies: Mutex<TrustedProxies>

    package init(_ proxies: TrustedProxies) { self.proxies = Mutex(proxies) }

    /// Takes over reloaded settings.
    package func use(_ fresh: TrustedProxies) { proxies.withLock { $0 = fresh } }

    /// Whether a peer is a proxy of ours.
    package func isTrusted(_ peer: String) -> Bool { current.isTrusted(peer) }

    /// The client's address (`TrustedProxies.client`).
    package func client(peer: String, forwarded: String?, forwardedFor: String?) -> String {
        current.client(peer: peer, forwarded: forwarded, forwardedFor: forwardedFor)
    }

    // A copy, so that nobody waits while somebody reads a long field.
    private var current: TrustedProxies { proxies.withLock { $0 } }
}
