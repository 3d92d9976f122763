import RouteModel

extension Context {
    /// A key of a context that conditions can ask.
    enum Key: Hashable {
        case platform, region, build, source, locale, appVersion, osVersion, signedIn, deviceID
        case attribute(String)

        /// The keys that are no attributes and that clauses ask, in the order of their evaluation.
        static let plain: [Key] = [
            .platform, .region, .build, .source, .locale, .appVersion, .osVersion, .signedIn,
        ]

        /// The attribute's name; nil for other keys.
        var attribute: String? {
            if case .attribute(let name) = self { return name }
            return nil
        }

        /// A value that conditions hardly name, to break a `not`; nil where every value can be named.
        var unlistedValue: String? {
            switch self {
            case .build, .source, .signedIn: nil
            case .locale: "qaa"
            case .appVersion, .osVersion: "4294967295"
            default: "another"
            }
        }
    }

    /// A key with a value; nil means that the context does not have the key.
    struct Assignment: Hashable {
        var key: Key
        var value: String?
    }

    /// The value of a key as text.
    func value(_ key: Key) -> String? {
        switch key {
        case .platform: platform
        case .region: region
        case .build: build
        case .source: source
        case .locale: locale
        case .appVersion: appVersion
        case .osVersion: osVersion
        case .signedIn: signedIn.map { $0 ? "true" : "false" }
        case .deviceID: deviceID
        case .attribute(let name): attributes[name]
        }
    }

    /// Sets a value.
    mutating func assign(_ assignment: Assignment) {
        let value = assignment.value
        switch assignment.key {
        case .platform: platform = value
        case .region: region = value
        case .build: build = value
        case .source: source = value
        case .locale: locale = value
        case .appVersion: appVersion = value
        case .osVersion: osVersion = value
        case .signedIn: signedIn = value.map { $0 == "true" }
        case .deviceID: deviceID = value
        case .attribute(let name): attributes[name] = value
        }
    }
}

extension Rollout {
    /// The key that it counts.
    var key: Context.Key { by == Self.deviceID ? .deviceID : .attribute(by) }
}

extension Clauses {
    /// The clauses on one key alone.
    func only(_ key: Context.Key) -> Clauses {
        var only = Clauses()
        switch key {
        case .platform: only.platform = platform
        case .region: only.region = region
        case .build: only.build = build
        case .source: only.source = source
        case .locale: only.locale = locale
        case .appVersion: only.appVersion = appVersion
        case .osVersion: only.osVersion = osVersion
        case .signedIn: only.signedIn = signedIn
        case .deviceID: break
        case .attribute(let name): only.attributes = attributes.filter { $0.name == name }
        }
        return only
    }

    /// Values of a key at which the answer of the clause may change.
    func samples(of key: Context.Key) -> [String] {
        switch key {
        case .platform: platform
        case .region: region
        case .build: build.isEmpty ? [] : build + (WordKey.build.allowed ?? [])
        case .source: source.isEmpty ? [] : source + (WordKey.source.allowed ?? [])
        case .locale: locale.map { $0.text == "*" ? "en" : $0.text }
        case .appVersion: Self.samples(of: appVersion)
        case .osVersion: Self.samples(of: osVersion)
        case .signedIn: signedIn == nil ? [] : ["true", "false"]
        case .deviceID: []
        case .attribute(let name): attributes.filter { $0.name == name }.flatMap(\.values)
        }
    }

    /// Versions next to the clause's bounds, outside them.
    func neighbours(of key: Context.Key) -> [String] {
        let range: VersionRange? =
            switch key {
            case .appVersion: appVersion
            case .osVersion: osVersion
            default: nil
            }
        guard let range else { return [] }
        return [range.lower.before, range.upper.after].compactMap { $0?.description }
    }

    private static func samples(of range: VersionRange?) -> [String] {
        guard let range else { return [] }
        return [range.lower.description, range.upper.description, "0"]
    }
}

extension Version {
    /// The next smaller version; nil before the least.
    fileprivate var before: Version? {
        if build > 0 { return Version(major, minor, patch, build - 1) }
        if patch > 0 { return Version(major, minor, patch - 1, .max) }
        if minor > 0 { return Version(major, minor - 1, .max, .max) }
        return major > 0 ? Version(major - 1, .max, .max, .max) : nil
    }

    /// The next greater version; nil after the greatest.
    fileprivate var after: Version? {
        if build < .max { return Version(major, minor, patch, build + 1) }
        if patch < .max { return Version(major, minor, patch + 1) }
        if minor < .max { return Version(major, minor + 1) }
        return major < .max ? Version(major + 1) : nil
    }
}
