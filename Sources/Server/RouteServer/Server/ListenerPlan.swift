import HTTPExchange
import HTTPServing
import HTTPWire
import SystemIO

/// The listeners of a server, from its settings and the sockets that it inherited.
struct ListenerPlan {
    /// The public listeners first.
    private(set) var listeners: [ServingConfiguration.Listener] = []
    private var inherited: [InheritedSocket]
    private let mode: UInt32
    private let waitsForInherited: Bool

    /// Makes a plan; opens nothing.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - inherited: The sockets that the process inherited.
    ///   - waitsForInherited: Whether inherited sockets may still be missing, because it is only a check.
    /// - Throws: For texts that are not an address to listen on, and for inherited sockets that no setting names,
    ///   because their clients would wait for ever.
    init(
        _ settings: ServerSettings, _ inherited: [InheritedSocket], waitsForInherited: Bool = false
    ) throws(ServerStartError) {
        self.inherited = inherited
        self.waitsForInherited = waitsForInherited
        mode = settings.socketMode
        // The sockets of the control plane and of links are taken first, because the public listener takes all remaining ones.
        var admin: [ServingConfiguration.Place] = []
        if let text = settings.adminListen { admin = try places(text, ownName: Self.adminName) }
        var links: [ServingConfiguration.Place] = []
        if let text = settings.linkListen { links = try places(text, ownName: "links") }
        add(try places(settings.listen, ownName: nil), settings.adminListen == nil ? .all : .publicOnly)
        add(admin, .admin)
        add(links, .links)
        guard self.inherited.isEmpty else {
            throw ServerStartError(
                "no setting names the inherited \(Self.list(self.inherited))",
                hint: "set listen to inherited, or adminListen or linkListen to inherited:NAME")
        }
    }

    private mutating func add(_ places: [ServingConfiguration.Place], _ listener: IncomingRequest.Listener) {
        listeners += places.map {
            ServingConfiguration.Listener($0, number: listener.rawValue, isAdmin: listener == .admin)
        }
    }

    private mutating func places(
        _ text: String, ownName: String?
    ) throws(ServerStartError) -> [ServingConfiguration.Place] {
        var places: [ServingConfiguration.Place] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            places += try self.places(one: String(part).trimmingBlanks(), ownName)
        }
        return places
    }

    private mutating func places(
        one text: String, _ ownName: String?
    ) throws(ServerStartError) -> [ServingConfiguration.Place] {
        let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if words[0] == Self.inheritedWord { return try take(words.count == 2 ? String(words[1]) : ownName) }
        guard let address = SocketAddress(text) else {
            throw ServerStartError(
                "\(text) is not an address to listen on",
                hint: "write HOST:PORT, such as 127.0.0.1:8080, unix:PATH, or inherited")
        }
        return [address.unixPath == nil ? .port(address) : .file(address, mode: mode)]
    }

    /// The inherited sockets with a name, or all remaining ones without a name.
    private mutating func take(_ name: String?) throws(ServerStartError) -> [ServingConfiguration.Place] {
        let taken = inherited.filter { name == nil || $0.name == name }
        guard !taken.isEmpty || waitsForInherited else {
            let others = inherited.isEmpty ? "none was given" : "there are \(Self.list(inherited))"
            throw ServerStartError(
                "there is no inherited socket\(name.map { " named \($0)" } ?? ""): \(others)",
                hint: "start the server with a systemd socket unit; its FileDescriptorName is the name")
        }
        inherited.removeAll { name == nil || $0.name == name }
        return taken.map { .inherited($0) }
    }

    private static func list(_ sockets: [InheritedSocket]) -> String {
        sockets.map { "\($0.address) (\($0.name))" }.joined(separator: ", ")
    }

    private static let inheritedWord = "inherited"
    /// The default name of the control plane's inherited sockets.
    private static let adminName = "admin"
}

extension ServingLimits {
    /// The default limits, changed by the settings.
    init(_ settings: ServerSettings.ConnectionLimits) {
        self.init()
        connectionsMax = settings.connectionsMax
        connectionsPerAddressMax = settings.connectionsPerAddressMax
        adminConnectionsMax = settings.adminConnectionsMax
        connectionsLent = settings.connectionsLent
        lanes.answerMemoryBytesMax = settings.answerMegabytes << 20
        lanes.bodyMemoryBytesMax = settings.bodyMegabytes << 20
        lanes.strangerBodyBytesMax = settings.strangerBodyMegabytes << 20
        strangerBodyMilliseconds = settings.strangerBodySeconds * 1000
        timeouts.head = settings.headSeconds * 1000
        timeouts.body = settings.bodySeconds * 1000
        timeouts.idle = settings.idleSeconds * 1000
        timeouts.write = settings.sendSeconds * 1000
        drainDelayMilliseconds = settings.stopDelaySeconds * 1000
        downloadBytesPerSecondMin = settings.downloadKilobytesPerSecond << 10
    }
}
