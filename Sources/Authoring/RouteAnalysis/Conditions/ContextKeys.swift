import RouteModel

extension Context {
    /// One value of a context that a condition compares.
    enum Key: Hashable {
        case words(WordKey)
        case locale
        case versions(VersionKey)
        case flag(FlagKey)
        case deviceID
        case attribute(String)

        /// The keys that every context has, in the order in which conditions are evaluated; without the device, which
        /// only rollouts read.
        static let plain: [Key] = ConditionKey.clauses.compactMap { key -> Key? in
            switch key {
            case .words(let key): .words(key)
            case .locale: .locale
            case .versions(let key): .versions(key)
            case .flag(let key): .flag(key)
            case .after, .before, .rollout, .attributes, .not: nil
            }
        }

        /// The name of an attribute; nil for other keys.
        var attribute: String? {
            if case .attribute(let name) = self { return name }
            return nil
        }

        /// Whether the value is true or false.
        var isFlag: Bool {
            if case .flag = self { return true }
            return false
        }

        /// A value that conditions are unlikely to list, so that a `not` holds; nil if every value may be listed.
        var unlistedValue: String? {
            switch self {
            case .words(let key): key.allowed == nil ? "another" : nil
            case .flag: nil
            case .locale: "qaa"
            case .versions: "4294967295"
            case .deviceID, .attribute: "another"
            }
        }

        // Names of attributes are compared as bytes, as conditions compare them.
        static func == (one: Key, other: Key) -> Bool {
            switch (one, other) {
            case (.words(let one), .words(let other)): one == other
            case (.locale, .locale), (.deviceID, .deviceID): true
            case (.versions(let one), .versions(let other)): one == other
            case (.flag(let one), .flag(let other)): one == other
            case (.attribute(let one), .attribute(let other)): ExactText.isSame(one, other)
            default: false
            }
        }

        func hash(into hasher: inout Hasher) {
            switch self {
            case .words(let key): hasher.combine(key)
            case .locale: hasher.combine(0)
            case .versions(let key): hasher.combine(key)
            case .flag(let key): hasher.combine(key)
            case .deviceID: hasher.combine(1)
            case .attribute(let name): for byte in name.utf8 { hasher.combine(byte) }
            }
        }
    }

    /// A key with a value; nil for an unknown value.
    struct Assignment: Hashable {
        var key: Key
        var value: String?
    }

    /// The value of a key as text; nil if it is unknown.
    func value(_ key: Key) -> String? {
        switch key {
        case .words(let key): self[key]
        case .locale: locale
        case .versions(let key): self[key]
        case .flag(let key): self[.flag(key) as ContextKey]
        case .deviceID: deviceID
        case .attribute(let name): attribute(name)
        }
    }

    /// Sets the value of a key.
    mutating func assign(_ assignment: Assignment) {
        let value = assignment.value
        switch assignment.key {
        case .words(let key): self[key] = value
        case .locale: locale = value
        case .versions(let key): self[key] = value
        case .flag(let key): self[.flag(key) as ContextKey] = value
        case .deviceID: deviceID = value
        case .attribute(let name): ExactText.set(value, for: name, in: &attributes)
        }
    }
}

extension Rollout {
    /// The key whose value it hashes.
    var key: Context.Key { by == Self.deviceID ? .deviceID : .attribute(by) }
}

extension Clauses {
    /// The conditions on one key; those on other keys are left out.
    func only(_ key: Context.Key) -> Clauses {
        var only = Clauses()
        switch key {
        case .words(let key): only[key] = self[key]
        case .locale: only.locale = locale
        case .versions(let key): only[key] = self[key]
        case .flag(let key): only[key] = self[key]
        case .deviceID: break
        case .attribute(let name): only.attributes = attributes.filter { ExactText.isSame($0.name, name) }
        }
        return only
    }

    /// Whether they have a condition on a key.
    func asks(_ key: Context.Key) -> Bool {
        switch key {
        case .words(let key): !self[key].isEmpty
        case .locale: !locale.isEmpty
        case .versions(let key): self[key] != nil
        case .flag(let key): self[key] != nil
        case .deviceID: false
        case .attribute(let name): attributes.contains { ExactText.isSame($0.name, name) }
        }
    }

    /// Values of a key that satisfy the condition on it, and values near them.
    func samples(of key: Context.Key) -> [String] {
        switch key {
        case .words(let key): self[key].isEmpty ? [] : self[key] + (key.allowed ?? [])
        case .locale: locale.map { $0.text == "*" ? "en" : $0.text }
        case .versions(let key): self[key].map { [$0.lower.description, $0.upper.description, "0"] } ?? []
        case .flag(let key): self[key] == nil ? [] : ["true", "false"]
        case .deviceID: []
        case .attribute(let name): attributes.filter { ExactText.isSame($0.name, name) }.flatMap(\.values)
        }
    }

    /// The versions just outside the bounds of the condition on a key.
    func neighbours(of key: Context.Key) -> [String] {
        guard case .versions(let key) = key, let range = self[key] else { return [] }
        return [range.lower.before, range.upper.after].compactMap { $0?.description }
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
