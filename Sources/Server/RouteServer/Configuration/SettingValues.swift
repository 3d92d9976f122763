import AccessControl
import CanonicalJSON
import ConsoleServing
import StoreDatabases
import StoreRecords
import SystemIO

/// Values of settings that are checked together: the proxies and who signs in through them, and a shared database.
struct SettingValues {
    private let values: [String: JSONValue]

    /// Takes values that were checked with ``SettingTable``.
    init(_ values: [String: JSONValue]) { self.values = values }

    private func texts(_ name: String) -> [String] { (values[name]?.arrayValue ?? []).compactMap(\.stringValue) }

    private func text(_ name: String) -> String? { values[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

    /// How a database server is used, if the database is on one.
    func sharedUse(name: String, stateFile: String) throws(ConfigurationError) -> SharedUse {
        var listen: DatabasePlace?
        if let text = text("databaseListen") {
            do throws(StoreError) { listen = try DatabasePlace(text) } catch {
                throw ConfigurationError("databaseListen: \(error.detail)", hint: error.hint, of: "databaseListen")
            }
        }
        guard listen?.isFile != true else {
            throw ConfigurationError(
                "databaseListen is not a URI of PostgreSQL", hint: "write postgresql://USER@HOST/NAME",
                of: "databaseListen")
        }
        return SharedUse(
            listen: listen, isPooled: text("databasePooled") == "yes", name: name, stateFile: stateFile,
            releases: Int(values["releasesInMemory"]?.integerValue ?? 0))
    }

    /// The name of this server among those that share its database: a setting, or that of the machine (proc(5)).
    func nodeName() throws(ConfigurationError) -> String {
        guard let name = text("nodeName") else {
            let bytes = (try? Files.read("/proc/sys/kernel/hostname", bytesMax: ServerLimits.hostNameBytesMax)) ?? []
            let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            return name.isEmpty ? "localhost" : name
        }
        guard name.utf8.count <= 64, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConfigurationError(
                "nodeName is not a name", hint: "write 1 to 64 letters, digits and signs without spaces", of: "nodeName"
            )
        }
        return name
    }

    /// The proxies of a list of addresses, CIDR ranges and `unix`.
    func proxies(_ name: String) throws(ConfigurationError) -> TrustedProxies {
        var ranges: [NetworkRange] = []
        for entry in texts(name) where entry != Self.unix {
            guard let range = NetworkRange(entry) else {
                throw ConfigurationError(
                    "\(name) holds \(entry), which is neither an address nor a CIDR range",
                    hint: "write 10.0.0.0/8, ::1 or unix", of: name)
            }
            ranges.append(range)
        }
        return TrustedProxies(ranges, isUnixTrusted: texts(name).contains(Self.unix))
    }

    /// Sign-in through proxies; nil if none may name people.
    func proxySignIn() throws(ConfigurationError) -> ProxySignIn? {
        let grants = try grants()
        let (person, groups) = (try field("signInHeader"), try field("signInGroupsHeader"))
        guard person != groups else {
            throw ConfigurationError(
                "signInGroupsHeader is the same field as signInHeader", hint: "name two fields",
                of: "signInGroupsHeader")
        }
        let proxies = try proxies("signInProxies")
        guard let first = texts("signInProxies").first else { return nil }
        guard values["adminListen"]?.stringValue != nil else {
            throw ConfigurationError(
                "signInProxies has \(first), and there is no adminListen",
                hint: "give the control plane an address of its own that only these proxies reach", of: "signInProxies")
        }
        if let range = texts("signInProxies").first(where: { $0.hasSuffix("/0") }) {
            throw ConfigurationError(
                "signInProxies has \(range): every peer could sign in as anyone",
                hint: "name the addresses of the proxies alone", of: "signInProxies")
        }
        return ProxySignIn(proxies, personField: person, groupsField: groups, grants: grants)
    }

    private func grants() throws(ConfigurationError) -> [ProxySignIn.Grant] {
        var grants: [ProxySignIn.Grant] = []
        for text in texts("signInGroups") {
            guard let grant = ProxySignIn.Grant(text) else {
                let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError(
                    "signInGroups holds \(text), which is not GROUP=ROLE or GROUP=ROLE:APP+APP",
                    hint: "write shop-editors=editor:shop; roles are \(roles)", of: "signInGroups")
            }
            grants.append(grant)
        }
        return grants
    }

    /// The name of a field, in lower case.
    private func field(_ name: String) throws(ConfigurationError) -> String {
        let text = (values[name]?.stringValue ?? "").lowercased()
        let isToken = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isToken, !text.isEmpty, !Self.fieldsWithMeaning.contains(text) else {
            throw ConfigurationError(
                "\(name) is \(text), which cannot name a person's field",
                hint: "write the name of a field of letters, digits and - that the proxy sets, such as Remote-User",
                of: name)
        }
        return text
    }

    /// What is hardly meant, one sentence each.
    var warnings: [String] {
        let (proxies, groups) = (texts("signInProxies"), texts("signInGroups"))
        guard !proxies.isEmpty else {
            return groups.isEmpty ? [] : ["signInGroups has no effect: signInProxies is empty"]
        }
        var warnings: [String] = []
        if values["console"] == "off" { warnings.append("signInProxies has no effect: the console is off") }
        if groups.isEmpty { warnings.append("signInGroups is empty: no person may sign in through signInProxies") }
        if groups.compactMap(ProxySignIn.Grant.init).contains(where: {
            $0.group == ProxySignIn.Grant.everyone && $0.role == .admin
        }) {
            warnings.append("signInGroups makes every person whom signInProxies name an administrator")
        }
        if let own = proxies.first(where: Self.isLoopback) {
            warnings.append(
                "signInProxies has \(own): every program of this machine could sign in as anyone; let the proxy use a unix socket"
            )
        }
        let isOpen = UInt32(values["socketMode"]?.stringValue ?? "", radix: 8).map { $0 & 0o006 != 0 } ?? false
        if proxies.contains(Self.unix), isOpen {
            warnings.append(
                "signInProxies has unix, and socketMode lets every account of this machine connect and sign in as anyone"
            )
        }
        return warnings
    }

    private static func isLoopback(_ entry: String) -> Bool {
        guard let range = NetworkRange(entry) else { return false }
        return ["127.0.0.1", "::1"].compactMap { NetworkAddress($0) }.contains(where: range.contains)
    }

    /// Peers on unix sockets.
    private static let unix = "unix"
    /// Fields that clients and proxies send for other purposes.
    private static let fieldsWithMeaning: Set<String> = [
        "authorization", "connection", "content-length", "content-type", "cookie", "forwarded", "host", "origin",
        "sec-fetch-site", "transfer-encoding", "x-forwarded-for",
    ]
}
