/// A key of `when` whose value is a list of words: it holds if the context's word is one of them, byte for byte.
@usableFromInline package enum WordKey: String, CaseIterable, Sendable {
    case platform, region, build, source

    /// The only words that a rule may list; nil if any word is allowed.
    package var allowed: [String]? {
        switch self {
        case .platform, .region: nil
        case .build: ["debug", "internal", "store"]
        case .source: ["universalLink", "customScheme", "push", "webView", "internal"]
        }
    }
}

/// A key of `when` whose value is a version range: it holds if the context's version lies in it.
@usableFromInline package enum VersionKey: String, CaseIterable, Sendable {
    case appVersion, osVersion
}

/// A key of `when` whose value is true or false: it holds if the context's value is the same.
@usableFromInline package enum FlagKey: String, CaseIterable, Sendable {
    case signedIn
}

/// One key of `when` (language.md section 4).
///
/// This file is the only list of the keys. The JSON reader and writer, the evaluation, the index file, the analysis and
/// the OpenAPI document iterate over ``all`` and switch over the case; the accessors below read and write the value in a
/// rule and in a context. A new word, version or flag key needs a case of its enumeration, an index code, and a line in
/// each accessor. The compiler reports missing lines; a test reports a missing line of ``init(code:)``.
@usableFromInline package enum ConditionKey: Equatable, Sendable {
    /// A list of words.
    case words(WordKey)
    /// A list of language ranges.
    case locale
    /// A version range.
    case versions(VersionKey)
    /// True or false.
    case flag(FlagKey)
    /// The instants between which the condition holds.
    case after, before
    /// A share of devices or of attribute values.
    case rollout
    /// Lists of words by the name of an attribute.
    case attributes
    /// Conditions that must not all hold.
    case not

    /// Every key but ``not``, in the order in which conditions are evaluated and written to an index file.
    package static let clauses: [ConditionKey] =
        WordKey.allCases.map { .words($0) } + [.locale] + VersionKey.allCases.map { .versions($0) }
        + FlagKey.allCases.map { .flag($0) } + [.after, .before, .rollout, .attributes]

    /// Every key, in the same order.
    package static let all = clauses + [.not]

    /// The key as JSON writes it.
    package var name: String {
        switch self {
        case .words(let key): key.rawValue
        case .locale: "locale"
        case .versions(let key): key.rawValue
        case .flag(let key): key.rawValue
        case .after: "after"
        case .before: "before"
        case .rollout: "rollout"
        case .attributes: "attributes"
        case .not: "not"
        }
    }
}

// MARK: Index codes

extension ConditionKey {
    /// The code of a rollout with a ramp; the code of ``rollout`` is for a fixed percentage.
    @inlinable package static var rampCode: UInt32 { 11 }

    /// The number of the key in an index file: it never changes, and a removed key's number is not used again.
    ///
    /// The next free number is 14.
    package var code: UInt32 {
        switch self {
        case .words(.platform): 0
        case .words(.region): 1
        case .words(.build): 2
        case .words(.source): 3
        case .locale: 4
        case .versions(.appVersion): 5
        case .versions(.osVersion): 6
        case .flag(.signedIn): 7
        case .after: 8
        case .before: 9
        case .rollout: 10
        case .attributes: 12
        case .not: 13
        }
    }

    /// The key of a code; nil for ``rampCode`` and for codes that no key has.
    ///
    /// Look-ups read codes, so this is inlined there. A test compares it with ``code``.
    @inlinable @inline(__always)
    package init?(code: UInt32) {
        switch code {
        case 0: self = .words(.platform)
        case 1: self = .words(.region)
        case 2: self = .words(.build)
        case 3: self = .words(.source)
        case 4: self = .locale
        case 5: self = .versions(.appVersion)
        case 6: self = .versions(.osVersion)
        case 7: self = .flag(.signedIn)
        case 8: self = .after
        case 9: self = .before
        case 10: self = .rollout
        case 12: self = .attributes
        case 13: self = .not
        default: return nil
        }
    }
}

// MARK: Where the values are

extension Clauses {
    /// The words that the rule lists; empty if the key is not set.
    package subscript(_ key: WordKey) -> [String] {
        get {
            switch key {
            case .platform: platform
            case .region: region
            case .build: build
            case .source: source
            }
        }
        set {
            switch key {
            case .platform: platform = newValue
            case .region: region = newValue
            case .build: build = newValue
            case .source: source = newValue
            }
        }
    }

    /// The range that the rule names; nil if the key is not set.
    package subscript(_ key: VersionKey) -> VersionRange? {
        get {
            switch key {
            case .appVersion: appVersion
            case .osVersion: osVersion
            }
        }
        set {
            switch key {
            case .appVersion: appVersion = newValue
            case .osVersion: osVersion = newValue
            }
        }
    }

    /// The value that the rule names; nil if the key is not set.
    package subscript(_ key: FlagKey) -> Bool? {
        get {
            switch key {
            case .signedIn: signedIn
            }
        }
        set {
            switch key {
            case .signedIn: signedIn = newValue
            }
        }
    }

    /// The number of conditions of a key for the order of rules: each attribute and each other set key counts as one.
    package func count(of key: ConditionKey) -> Int {
        switch key {
        case .words(let key): self[key].isEmpty ? 0 : 1
        case .locale: locale.isEmpty ? 0 : 1
        case .versions(let key): self[key] == nil ? 0 : 1
        case .flag(let key): self[key] == nil ? 0 : 1
        case .after: after == nil ? 0 : 1
        case .before: before == nil ? 0 : 1
        case .rollout: rollout == nil ? 0 : 1
        case .attributes: attributes.count
        case .not: 0
        }
    }
}

// Inlined into look-ups, which read one value of a context and must not copy the rest.
extension Context {
    /// The context's word; nil if it is unknown.
    @inlinable package subscript(_ key: WordKey) -> String? {
        get {
            switch key {
            case .platform: platform
            case .region: region
            case .build: build
            case .source: source
            }
        }
        set {
            switch key {
            case .platform: platform = newValue
            case .region: region = newValue
            case .build: build = newValue
            case .source: source = newValue
            }
        }
    }

    /// The context's version as text; nil if it is unknown.
    @inlinable package subscript(_ key: VersionKey) -> String? {
        get {
            switch key {
            case .appVersion: appVersion
            case .osVersion: osVersion
            }
        }
        set {
            switch key {
            case .appVersion: appVersion = newValue
            case .osVersion: osVersion = newValue
            }
        }
    }

    /// The context's value; nil if it is unknown.
    @inlinable package subscript(_ key: FlagKey) -> Bool? {
        get {
            switch key {
            case .signedIn: signedIn
            }
        }
        set {
            switch key {
            case .signedIn: signedIn = newValue
            }
        }
    }
}
