import CanonicalJSON
import Foundation
import HTTPFetching
import RouteModel
import TestSupport

@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerLog

/// A running server on a free port with a real database, and a client for it.
final class LiveServer: Sendable {
    static let adminSecret = "wmk_test_admin_0123456789"

    let folder: TemporaryDirectory
    let address: String
    private let server: RunningServer
    private let fetcher = HTTPFetcher(limits: .patient)
    let lines = Lines()

    /// All lines of the log and of the terminal.
    var log: String { lines.text }

    init(_ flags: [String: String] = [:], folder: TemporaryDirectory? = nil, acceptsHead: Bool = false) throws {
        self.folder = try folder ?? TemporaryDirectory()
        var flags = flags
        flags["listen"] = flags["listen"] ?? "127.0.0.1:0"
        flags["database"] = flags["database"] ?? self.folder.file("waymark.db")
        let settings = try ServerSettings(ConfigurationSources(flags: flags))
        let log = ServerLogger(
            LogSettings(format: .json, level: .debug), clock: { Instant(milliseconds: 0) }, write: lines.add)
        server = try RunningServer(
            settings, adminToken: Self.adminSecret, acceptsHead: acceptsHead,
            engine: EngineFiles { Desk.sampleEngine }, log: log, tell: lines.add)
        address = server.addresses[0]
    }

    deinit { server.stop() }

    func reload(_ settings: ServerSettings) { server.reload(settings) }

    func refuseReload(_ reason: String, hint: String) { server.refuseReload(reason, hint: hint) }

    /// The listeners, public first.
    var addresses: [String] { server.addresses }

    func send(
        _ method: String, _ path: String, _ body: String? = nil, token: String? = adminSecret,
        _ fields: [String: String] = [:], at address: String? = nil, host: String? = nil
    ) throws -> FetchResponse {
        var all = fields.map { FetchRequest.Field($0.key, $0.value) }
        if let token { all.append(FetchRequest.Field("Authorization", "Bearer \(token)")) }
        let content = Array((body ?? "").utf8)
        if body != nil, fields["Content-Type"] == nil {
            all.append(FetchRequest.Field("Content-Type", "application/json"))
        }
        let request = FetchRequest(
            try origin(address ?? self.address, host: host), method: method, target: path, fields: all,
            content: content)
        return try fetcher.fetchBlocking(request)
    }

    private func origin(_ address: String, host: String?) throws -> FetchOrigin {
        let parts = address.dropFirst("http://".count).split(separator: ":")
        return try FetchOrigin(scheme: "http", host: host ?? String(parts[0]), port: UInt16(parts[1]))
    }

    /// Sends a write with `If-Match: *`.
    func force(_ method: String, _ path: String, _ body: String? = nil) throws -> FetchResponse {
        try send(method, path, body, ["If-Match": "*"])
    }

    /// Creates an app with these rules; its own origin is an allowed destination.
    func makeApp(
        _ name: String = "shop", rules: [String] = [#"{"id":"item","match":["/item/:id"],"to":{"screen":"Item"}}"#]
    )
        throws
    {
        _ = try send("POST", "/v1/apps", #"{"app":"\#(name)"}"#)
        let settings = #"{"origins":["https://shop.example"],"destinations":["https://shop.example"]}"#
        _ = try force(
            "PUT", "/v1/apps/\(name)/draft", #"{"settings":\#(settings),"rules":[\#(rules.joined(separator: ","))]}"#)
    }

    @discardableResult
    func publish(_ name: String = "shop", _ message: String = "m") throws -> FetchResponse {
        try force("POST", "/v1/apps/\(name)/releases", #"{"message":"\#(message)"}"#)
    }

    func makeToken(_ role: String, apps: String? = #"["shop"]"#) throws -> (id: String, secret: String) {
        let scope = apps.map { #","apps":\#($0)"# } ?? ""
        // The apps of a token must exist, and its name is its own.
        for app in try apps.map({ try JSONValue(parsing: Array($0.utf8)) })?.arrayValue ?? [] {
            _ = try send("POST", "/v1/apps", #"{"app":"\#(app.stringValue ?? "")"}"#)
        }
        let name = "\(role) \(UUID())"
        let made = try send("POST", "/v1/tokens", #"{"name":"\#(name)","role":"\#(role)"\#(scope)}"#).json
        return (made["id"]?.stringValue ?? "", made["token"]?.stringValue ?? "")
    }
}

extension FetchResponse {
    var json: JSONValue { (try? JSONValue(parsing: content)) ?? .null }

    var text: String { String(decoding: content, as: UTF8.self) }
}

extension FetchLimits {
    /// Limits that a busy machine does not reach.
    fileprivate static var patient: FetchLimits {
        var limits = FetchLimits()
        limits.silence = .seconds(TestLimits.waitSeconds)
        limits.whole = limits.silence
        return limits
    }
}
