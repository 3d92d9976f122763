import Digests
import RouteModel
import WebAddress

/// Which channel of which app on which server: everything that addresses and file names are made of.
struct Endpoint: Sendable, Hashable {
    /// Without a final slash, such as `https://routes.example.com` or `https://example.com/waymark`.
    let base: String
    let app: String
    let channel: String

    init(server: String, app: String, channel: String) throws(RouteClientError) {
        base = try Self.base(of: server)
        self.app = try Self.name(app, kind: "app")
        self.channel = try Self.name(channel, kind: "channel")
    }

    /// Where the head stands.
    func headAddress() throws(RouteClientError) -> Address { try address("/v1/apps/\(app)/head\(query)") }

    /// Where each new head is told as it comes.
    func eventsAddress() throws(RouteClientError) -> Address { try address("/v1/apps/\(app)/events\(query)") }

    /// Where the body that a head names stands: a path on the same server, whatever the head says.
    func bodyAddress(_ path: String) throws(RouteClientError) -> Address {
        guard path.hasPrefix("/v1/apps/\(app)/") else {
            throw RouteClientError(.unexpectedContent, "the head names a body outside its app: \(path)")
        }
        return try address(path)
    }

    /// The folder of this endpoint below a cache directory: readable first, then told apart by server.
    ///
    /// By FNV-1a of 64 bits, not by SHA-256: making a libcrypto ready costs as much time as the rest of a launch.
    var folderName: String {
        var identity: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(base) \(app) \(channel)".utf8 { identity = (identity ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(app)-\(channel)-\(hex((1...8).map { UInt8(truncatingIfNeeded: identity >> (64 - 8 * $0)) }))"
    }

    /// Whether a folder is for the same app and channel, on whatever server.
    func isSameChannel(_ folderName: String) -> Bool {
        let prefix = "\(app)-\(channel)-"
        let identity = folderName.dropFirst(prefix.count)
        return folderName.hasPrefix(prefix) && identity.count == Self.identityDigits
            && identity.allSatisfy(\.isHexDigit)
    }

    private var query: String { channel == "production" ? "" : "?channel=\(channel)" }

    private static let identityDigits = 16

    private func address(_ path: String) throws(RouteClientError) -> Address {
        do throws(AddressError) { return try Address(base + path) } catch {
            throw RouteClientError(.invalidConfiguration, "\(base + path): \(error.detail)")
        }
    }

    private static func base(of server: String) throws(RouteClientError) -> String {
        let address: Address
        do throws(AddressError) { address = try Address(server) } catch {
            throw RouteClientError(
                .invalidConfiguration, "\(server) is not an address: \(error.detail)",
                hint: "give the server as https://HOST or http://HOST:PORT")
        }
        let isWeb = address.scheme == "http" || address.scheme == "https"
        guard isWeb, !address.hasCredentials, address.query == nil, address.fragment == nil else {
            throw RouteClientError(
                .invalidConfiguration, "\(server) cannot be a server",
                hint: "an http or https address without user name, query and fragment")
        }
        var base = address.href
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    private static func name(_ name: String, kind: String) throws(RouteClientError) -> String {
        guard kind == "app" ? NameGrammar.isAppName(name) : NameGrammar.isChannelName(name) else {
            throw RouteClientError(
                .invalidConfiguration, "“\(name)” cannot be the name of an \(kind)",
                hint: "lower-case letters, digits, “.”, “_”, “-”; at most \(ModelLimits.nameBytesMax)")
        }
        return name
    }
}
