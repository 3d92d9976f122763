import CanonicalJSON
import RouteModel

private enum ManifestKey: String, CaseIterable, FieldKey {
    case screens, hosts

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    /// Reads what a build has: `{"screens": {NAME: [PARAMETER, …]}, "hosts": {HOST: [PATTERN, …]}}`.
    mutating func manifest(_ node: JSONNode, platform: String, version: String) -> ScreenManifest? {
        let fields = fields(node, ManifestKey.self, "A screen manifest") ?? []
        guard let screens = fields.first(where: { $0.key == .screens })?.node, screens.kind == .object else {
            report(
                at: node, reason: "missing-key", "A screen manifest has \"screens\", an object.",
                hint: "Write {\"screens\": {\"Search\": [\"text\"]}}.")
            return nil
        }
        var manifest = ScreenManifest(platform: platform, version: version, screens: self.screens(screens))
        if let hosts = fields.first(where: { $0.key == .hosts })?.node { manifest.hosts = declaredHosts(hosts) }
        return manifest
    }

    private mutating func screens(_ node: JSONNode) -> [String: [String]] {
        var found: [String: [String]] = [:]
        for member in node.members {
            let name = member.name
            let parameters = list(member.value, "\"\(name)\"", max: ModelLimits.constantsMax, allowsEmpty: true) ?? []
            let needs = parameters.compactMap {
                text($0, "A parameter of \"\(name)\"", bytesMax: ModelLimits.wordBytesMax)
            }
            if ExactText.set(needs, for: name, in: &found) { reportTwin(member) }
        }
        if found.count > ModelLimits.screensMax {
            report(at: node, reason: "too-many", "The manifest names too many screens.", hint: "Leave some out.")
        }
        return found
    }

    private mutating func declaredHosts(_ node: JSONNode) -> [String: [String]] {
        guard node.kind == .object else {
            wrongType(
                node, "\"hosts\"", expected: "an object",
                hint: "Write {\"go.shop.example\": []}, or path patterns in the list.")
            return [:]
        }
        var hosts: [String: [String]] = [:]
        for member in node.members {
            let host = member.name
            // Both systems let `*.` stand for all labels in front.
            if HostName.isValid(host.hasPrefix("*.") ? String(host.dropFirst(2)) : host) {
                hosts[host] = patterns(member.value, "\"\(host)\"")
            } else {
                report(
                    at: member.value, offset: member.nameOffset, reason: "invalid-host",
                    "\"\(host)\" is not the name of a host.",
                    hint: "Write \(HostName.hint); \"*.\" may stand in front.")
            }
        }
        if hosts.count > LinkSettingsLimits.declaredHostsMax {
            report(
                at: node, reason: "too-many",
                "\"hosts\" has \(hosts.count) hosts; \(LinkSettingsLimits.declaredHostsMax) are allowed.",
                hint: "Leave some out.")
        }
        return hosts
    }
}
