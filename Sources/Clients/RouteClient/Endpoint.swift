import Digests
import RouteModel
import WebAddress

/// A channel of an app on a server; makes the addresses of requests and the name of the cache folder.
struct Endpoint: Sendable, Hashable {
    /// The server's address without a final slash, such as `https://routes.example.com` or
    /// `https://example.com/waymark`.
    let base: String
    let app: String
    let channel: String

    init(server: String, app: String, channel: String) throws(RouteClientError) {
        base = try Self.base(of: server)
        self.app = try Self.name(app, kind: "app")
        self.channel = try Self.name(channel, kind: "channel")
    }

    /// The address of the head.
    func headAddress() throws(RouteClientError) -> Address { try address("/v1/apps/\(app)/head\(query)") }

    /// The address of the stream of heads (Server-Sent Events).
    func eventsAddress() throws(RouteClientError) -> Address { try address("/v1/apps/\(app)/events\(query)") }

    /// The address of the body that a head names, on this endpoint's server.
    /// - Throws: `unexpectedContent` if the path does not belong to this endpoint's app.
    func bodyAddress(_ path: String) throws(RouteClientError) -> Address {
        guard path.hasPrefix("/v1/apps/\(app)/") else {
            throw RouteClientError(.unexpectedContent, "the head names a body that is not its app's: \(path)")
        }
        return try address(path)
    }

    /// The name of this endpoint's folder in a cache directory: app, channel, and a hash of the server's address.
    ///
    /// The hash is FNV-1a of 64 bits, not SHA-256: initialising libcrypto takes as long as the rest of a launch.
    var folderName: String {
        var identity: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(base) \(app) \(channel)".utf8 { identity = (identity ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(app)-\(channel)-\(hex((1...8).map { UInt8(truncatingIfNeeded: identity >> (64 - 8 * $0)) }))"
    }

    /// Whether a name is that of a folder for the same app and channel, of any server.
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
                .invalidConfiguration, "\(server) cannot be a server's address",
                hint: "give an http or https address without user name, query and fragment")
        }
        var base = address.href
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    private static func name(_ name: String, kind: String) throws(RouteClientError) -> String {
        guard kind == "app" ? NameGrammar.isAppName(name) : NameGrammar.isChannelName(name) else {
            throw RouteClientError(
                .invalidConfiguration, "“\(name)” is not a valid \(kind) name",
                hint: "use lower-case letters, digits, “.”, “_”, “-”; at most \(ModelLimits.nameBytesMax) bytes")
        }
        return name
    }
}
