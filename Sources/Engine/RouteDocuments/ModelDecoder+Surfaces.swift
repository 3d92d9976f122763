import CanonicalJSON
import RouteModel

private enum SurfaceKey: String, CaseIterable, FieldKey {
    case apple, android, harmony, stores, web, secondHost, colour, icon, campaign, claim, never

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum AppleKey: String, CaseIterable, FieldKey {
    case appID

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum AndroidKey: String, CaseIterable, FieldKey {
    case package, sha256

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    /// Reads what is served at hosts.
    mutating func surfaces(_ node: JSONNode) -> [String: SurfaceSettings] {
        guard node.kind == .object else {
            wrongType(
                node, "\"surfaces\"", expected: "an object",
                hint: "Write {\"go.shop.example\": {\"apple\": [{\"appID\": \"ABCDE12345.example.shop\"}]}}.")
            return [:]
        }
        var surfaces: [String: SurfaceSettings] = [:]
        for member in node.members {
            let host = member.name
            if HostName.isValid(host) {
                surfaces[host] = surface(member.value, host)
            } else {
                report(
                    at: member.value, offset: member.nameOffset, reason: "invalid-host",
                    "\"\(host)\" is not the name of a host.", hint: "Write \(HostName.hint).")
            }
        }
        if surfaces.count > LinkSettingsLimits.hostsMax {
            report(
                at: node, reason: "too-many",
                "\"surfaces\" has \(surfaces.count) hosts; \(LinkSettingsLimits.hostsMax) are allowed.",
                hint: "Leave some out.")
        }
        return surfaces
    }

    private mutating func surface(_ node: JSONNode, _ host: String) -> SurfaceSettings {
        var surface = SurfaceSettings()
        for (key, node) in fields(node, SurfaceKey.self, "The surface \"\(host)\"") ?? [] {
            switch key {
            case .apple: surface.apple = appleApps(node)
            case .android: surface.android = androidApps(node)
            case .harmony: surface.harmony = harmonyApps(node)
            case .stores: surface.stores = stores(node)
            case .web: surface.web = webAddress(node, "\"web\"")
            case .secondHost: surface.secondHost = secondHost(node, host)
            case .colour: surface.colour = colour(node)
            case .icon: surface.icon = webAddress(node, "\"icon\"")
            case .campaign: surface.campaign = campaign(node)
            case .claim: surface.claim = patterns(node, "\"claim\"")
            case .never: surface.never = patterns(node, "\"never\"")
            }
        }
        return surface
    }

    private mutating func secondHost(_ node: JSONNode, _ host: String) -> String? {
        let bytesMax = LinkSettingsLimits.identifierBytesMax
        guard let text = text(node, "\"secondHost\"", bytesMax: bytesMax) else { return nil }
        if HostName.isValid(text), text != host { return text }
        report(
            at: node, reason: "invalid-host", "\"\(text)\" is not the name of another host.",
            hint: "Write \(HostName.hint), other than \"\(host)\".")
        return nil
    }

    private mutating func campaign(_ node: JSONNode) -> [String] {
        var names: [String] = []
        for element in list(node, "\"campaign\"", max: LinkSettingsLimits.campaignNamesMax, allowsEmpty: true) ?? [] {
            let bytesMax = LinkSettingsLimits.campaignBytesMax
            guard let text = text(element, "An entry of \"campaign\"", bytesMax: bytesMax) else { continue }
            let isName = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || "_.-".utf8.contains($0)
            }
            if isName, text != "link" {
                names.append(unlessListed(text, names, element))
            } else {
                report(
                    at: element, reason: "invalid-name", "\"\(text)\" is not the name of a campaign value.",
                    hint: "Write a parameter's name of letters, digits, _, . and -, other than \"link\".")
            }
        }
        return names
    }

    private mutating func colour(_ node: JSONNode) -> String? {
        guard let text = text(node, "\"colour\"", bytesMax: LinkSettingsLimits.identifierBytesMax) else { return nil }
        let digits = text.utf8.dropFirst()
        if text.hasPrefix("#"), digits.count == 6, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) {
            return text
        }
        report(
            at: node, reason: "invalid-colour", "\"\(text)\" is not a colour.",
            hint: "Write \"#\" and six hexadecimal digits, such as \"#0a7d4f\".")
        return nil
    }

    private mutating func appleApps(_ node: JSONNode) -> [String] {
        var apps: [String] = []
        for element in list(node, "\"apple\"", max: LinkSettingsLimits.appsMax, allowsEmpty: true) ?? [] {
            guard let fields = fields(element, AppleKey.self, "An app of \"apple\"") else { continue }
            guard let node = fields.first?.node else {
                missing("appID", element, "{\"appID\": \"ABCDE12345.example.shop\"}")
                continue
            }
            guard let text = text(node, "\"appID\"", bytesMax: LinkSettingsLimits.identifierBytesMax) else { continue }
            if AppIdentifier.isApple(text) {
                apps.append(unlessListed(text, apps, node))
            } else {
                report(
                    at: node, reason: "invalid-app", "\"\(text)\" is not an application identifier.",
                    hint: "Write the prefix of ten letters and digits, a dot, and the bundle identifier.")
            }
        }
        return apps
    }

    private mutating func androidApps(_ node: JSONNode) -> [SurfaceSettings.AndroidApp] {
        let example = "{\"package\": \"example.shop\", \"sha256\": [\"14:6D:…\"]}"
        var apps: [SurfaceSettings.AndroidApp] = []
        for element in list(node, "\"android\"", max: LinkSettingsLimits.appsMax, allowsEmpty: true) ?? [] {
            guard let fields = fields(element, AndroidKey.self, "An app of \"android\"") else { continue }
            var app = SurfaceSettings.AndroidApp(package: "", fingerprints: [])
            for (key, node) in fields {
                switch key {
                case .package: app.package = androidPackage(node, apps)
                case .sha256: app.fingerprints = fingerprints(node)
                }
            }
            for key in AndroidKey.all where !fields.contains(where: { $0.key == key }) {
                missing(key.rawValue, element, example)
            }
            apps.append(app)
        }
        return apps
    }

    private mutating func androidPackage(_ node: JSONNode, _ apps: [SurfaceSettings.AndroidApp]) -> String {
        guard let text = text(node, "\"package\"", bytesMax: LinkSettingsLimits.identifierBytesMax) else { return "" }
        if AppIdentifier.isAndroid(text) { return unlessListed(text, apps.map { $0.package }, node) }
        report(
            at: node, reason: "invalid-app", "\"\(text)\" is not an application ID.",
            hint: "Write it as in build.gradle, such as \"example.shop\".")
        return ""
    }

    private mutating func fingerprints(_ node: JSONNode) -> [String] {
        var fingerprints: [String] = []
        for element in list(node, "\"sha256\"", max: LinkSettingsLimits.fingerprintsMax) ?? [] {
            let bytesMax = LinkSettingsLimits.identifierBytesMax
            guard let text = text(element, "A fingerprint", bytesMax: bytesMax) else { continue }
            if AppIdentifier.isFingerprint(text) {
                fingerprints.append(unlessListed(text, fingerprints, element))
            } else {
                report(
                    at: element, reason: "invalid-fingerprint", "\"\(text)\" is not the SHA-256 of a certificate.",
                    hint: "Write 32 pairs of capital hexadecimal digits with \":\" between, as keytool prints them.")
            }
        }
        return fingerprints
    }

    private mutating func harmonyApps(_ node: JSONNode) -> [String] {
        var apps: [String] = []
        for element in list(node, "\"harmony\"", max: LinkSettingsLimits.appsMax, allowsEmpty: true) ?? [] {
            let bytesMax = LinkSettingsLimits.identifierBytesMax
            guard let text = text(element, "An app of \"harmony\"", bytesMax: bytesMax) else { continue }
            apps.append(unlessListed(text, apps, element))
        }
        return apps
    }

    private mutating func stores(_ node: JSONNode) -> [LinkStore: String] {
        guard node.kind == .object else {
            wrongType(
                node, "\"stores\"", expected: "an object", hint: "Write {\"ios\": \"https://apps.apple.com/…\"}.")
            return [:]
        }
        var stores: [LinkStore: String] = [:]
        for member in node.members {
            if let store = LinkStore(rawValue: member.name) {
                stores[store] = webAddress(member.value, "\"\(member.name)\"")
            } else {
                report(
                    at: member.value, offset: member.nameOffset, reason: "unknown-key",
                    "\"stores\" has no member \"\(member.name)\".",
                    hint: NearestName.hint(for: member.name, among: LinkStore.allCases.map { $0.rawValue }))
            }
        }
        return stores
    }

    /// Reads path patterns in the language of link files.
    mutating func patterns(_ node: JSONNode, _ what: String) -> [String] {
        var patterns: [String] = []
        // There may be a thousand long ones.
        var seen: Set<[UInt8]> = []
        for element in list(node, what, max: LinkSettingsLimits.patternsMax, allowsEmpty: true) ?? [] {
            let bytesMax = LinkSettingsLimits.patternBytesMax
            guard let text = text(element, "An entry of \(what)", bytesMax: bytesMax) else { continue }
            if text.hasPrefix("/") || text.hasPrefix("*") {
                if !seen.insert(Array(text.utf8)).inserted { reportTwice(text, element) }
                patterns.append(text)
            } else {
                report(
                    at: element, reason: "invalid-path", "\"\(text)\" does not begin as a path does.",
                    hint: "Write a path such as \"/login\" or \"/oauth/*\".")
            }
        }
        return patterns
    }

    /// The text; with a finding if it is in the list already.
    private mutating func unlessListed(_ text: String, _ listed: [String], _ node: JSONNode) -> String {
        if ExactText.contains(listed, text) { reportTwice(text, node) }
        return text
    }

    private mutating func reportTwice(_ text: String, _ node: JSONNode) {
        report(at: node, reason: "duplicate", "\"\(text)\" is listed twice.", hint: "Keep one of them.")
    }

    private mutating func missing(_ name: String, _ node: JSONNode, _ example: String) {
        report(at: node, reason: "missing-key", "The app has no \"\(name)\".", hint: "Write \(example).")
    }
}
