package import RouteDocuments
package import WebAddress

// Second hosts: whose files they serve, and what their links stand for.
extension LinkSettings {
    /// The host that names another one as its second one; of several, the least.
    private func first(of second: String) -> String? { surfaces.filter { $0.value.secondHost == second }.keys.min() }

    /// The host whose surface the files of a host say: its own, or that of the host that it is the second one of; nil for a
    /// host without files.
    package func source(of host: String) -> String? { surfaces[host] == nil ? first(of: host) : host }

    /// The address that an app resolves for one that the system gives it: a link of a second host is that of the first one
    /// (client.md, C9.2).
    package func arriving(_ address: Address) -> Address {
        guard let host = address.host, let first = first(of: host), address.href.hasPrefix("https://\(host)/") else {
            return address
        }
        let rest = address.href.dropFirst("https://\(host)".utf8.count)
        return (try? Address("https://\(first)\(rest)")) ?? address
    }
}
