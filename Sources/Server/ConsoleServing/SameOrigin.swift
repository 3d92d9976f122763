import HTTPExchange

/// Whether a request comes from the console's own pages, by what browsers say of it and pages cannot change.
enum SameOrigin {
    /// Throws 403 for a request that a page of another origin sent, or may have sent.
    ///
    /// `Sec-Fetch-Site` decides where there is one (Fetch Metadata). Browsers send none to http addresses of other machines, and
    /// old ones never; there `Origin` must be the request's own host.
    ///
    /// - Parameters:
    ///   - fields: The request's fields.
    ///   - host: The request's host.
    ///   - isCertain: Whether a request without both fields is refused, too. Browsers send `Origin` with every request that
    ///     can change something, so one without comes from a program.
    /// - Throws: 403.
    static func check(_ fields: IncomingRequest.Fields, _ host: RequestHost, isCertain: Bool) throws(Problem) {
        if let site = fields.fetchSite {
            guard site == "same-origin" else {
                throw .crossSite("the browser says that the request is \(site), not same-origin")
            }
            return
        }
        if let origin = fields.origin { return try check(origin, host) }
        guard isCertain else { return }
        throw .crossSite(
            "a request that changes something with the console's cookie needs Sec-Fetch-Site: same-origin or Origin, which "
                + "browsers send; programs send a token instead")
    }

    /// Throws 403 for a read that a page of another origin sent, if the browser says so.
    ///
    /// Such a page cannot see the answer, but it could keep a session from being idle, and take the token's places.
    static func checkRead(_ fields: IncomingRequest.Fields) throws(Problem) {
        guard let site = fields.fetchSite, site == "cross-site" || site == "same-site" else { return }
        throw .crossSite("the browser says that the request is \(site), not same-origin")
    }

    /// Throws 403 if an origin is not that of the host; http is one on this machine only, as for the cookie.
    static func check(_ origin: String, _ host: RequestHost) throws(Problem) {
        guard let own = Own(origin), own.isSecure || host.isLoopback, own.host.name == host.name,
            own.port == host.port ?? own.standardPort
        else {
            throw .crossSite(
                "the page's origin is \(origin), and the request has the host \(host.name)\(host.port.map { ":\($0)" } ?? ""); "
                    + "a proxy must pass Host on as the browser sent it")
        }
    }

    /// Throws 403 for a page over http of another machine, whose cookie browsers would not keep.
    static func checkSecure(_ fields: IncomingRequest.Fields, _ host: RequestHost) throws(Problem) {
        guard !host.isLoopback, let origin = fields.origin, origin.lowercased().hasPrefix("http://") else { return }
        throw .notSecure(
            "\(origin) is http on another machine, where anyone on the way can read the cookie: open the console over https, "
                + "such as behind a proxy with TLS, or through a tunnel as http://localhost")
    }

    /// The parts of an origin that is http or https.
    private struct Own {
        let host: RequestHost
        let isSecure: Bool

        init?(_ origin: String) {
            let text = origin.lowercased()
            let schemes = [("http://", "80"), ("https://", "443")]
            guard let scheme = schemes.first(where: { text.hasPrefix($0.0) }),
                let host = RequestHost(String(text.dropFirst(scheme.0.count)))
            else { return nil }
            self.host = host
            isSecure = scheme.1 == "443"
        }

        var standardPort: String { isSecure ? "443" : "80" }
        var port: String { host.port ?? standardPort }
    }
}
