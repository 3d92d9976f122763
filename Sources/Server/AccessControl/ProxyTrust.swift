import ServerLog
import Synchronization

/// The current trusted proxies; SIGHUP may change them.
package final class ProxyTrust: ClientAddressing {
    private let proxies: Mutex<TrustedProxies>

    /// Trusts these proxies.
    package init(_ proxies: TrustedProxies) { self.proxies = Mutex(proxies) }

    /// Applies reloaded settings.
    package func use(_ fresh: TrustedProxies) { proxies.withLock { $0 = fresh } }

    /// Whether any peer is trusted.
    package var isInUse: Bool { proxies.withLock { !$0.isEmpty } }

    /// Whether a peer is a trusted proxy.
    package func isTrusted(_ peer: String) -> Bool { current.isTrusted(peer) }

    /// The client's address (`TrustedProxies.client`).
    package func client(peer: String, forwarded: String?, forwardedFor: String?) -> String {
        current.client(peer: peer, forwarded: forwarded, forwardedFor: forwardedFor)
    }

    // A copy, so that the lock is not held while a long field is read.
    private var current: TrustedProxies { proxies.withLock { $0 } }
}
