import HTTPExchange
import HTTPWire

/// The cookie of a session, for the host of a request.
///
/// Browsers accept a name with `__Host-` over https only, for exactly one host and all its paths. On loopback there is
/// usually no https; there the name has the port, because cookies of one host are shared by all its ports.
struct SessionCookie: Sendable, Hashable {
    /// The name.
    let name: String
    private let isSecure: Bool

    /// The cookie of a host.
    init(_ host: RequestHost) {
        isSecure = !host.isLoopback
        name = isSecure ? "__Host-waymark" : "waymark-\(host.port ?? "80")"
    }

    /// The values of this cookie in a field `Cookie` (RFC 6265 section 5.4); usually one or none.
    func values(in field: String?) -> [String] {
        guard let field else { return [] }
        return field.split(separator: ";").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, String(parts[0]).trimmingBlanks() == name else { return nil }
            return String(parts[1]).trimmingBlanks()
        }
    }

    /// Gives the browser a value.
    func setting(_ value: String) -> HeaderField { field(value, seconds: ConsoleLimits.cookieSeconds) }

    /// Takes the value from the browser.
    var removing: HeaderField { field("", seconds: 0) }

    /// `Lax`, because with `Strict` a link in a chat would open the console signed out.
    private func field(_ value: String, seconds: Int) -> HeaderField {
        HeaderField(
            "Set-Cookie",
            "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : ""))
    }
}
