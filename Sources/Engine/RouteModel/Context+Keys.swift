/// The name of one value of a context, in JSON, in queries and on command lines.
package enum ContextKey: Equatable, Sendable {
    /// A value that a list of words is compared with.
    case words(WordKey)
    /// A version.
    case versions(VersionKey)
    /// The identifier of the device.
    case deviceID
    /// The locale.
    case locale
    /// A value that is true or false.
    case flag(FlagKey)

    /// Every name except those of attributes, which are written `attributes.NAME`.
    package static let all: [ContextKey] =
        WordKey.allCases.map { .words($0) } + VersionKey.allCases.map { .versions($0) } + [.deviceID, .locale]
        + FlagKey.allCases.map { .flag($0) }

    /// The member of the JSON object that holds the attributes.
    package static let attributes = "attributes"

    /// Whether the value is true or false, not text.
    package var isFlag: Bool {
        if case .flag = self { return true }
        return false
    }

    /// The name.
    package var name: String {
        switch self {
        case .words(let key): key.rawValue
        case .versions(let key): key.rawValue
        case .deviceID: "deviceID"
        case .locale: "locale"
        case .flag(let key): key.rawValue
        }
    }
}

extension Context {
    /// A value as text, `true` and `false` for a flag; nil if it is unknown.
    ///
    /// Setting a flag to another text makes it unknown.
    package subscript(_ key: ContextKey) -> String? {
        get {
            switch key {
            case .words(let key): self[key]
            case .versions(let key): self[key]
            case .deviceID: deviceID
            case .locale: locale
            case .flag(let key): self[key].map { $0 ? "true" : "false" }
            }
        }
        set {
            switch key {
            case .words(let key): self[key] = newValue
            case .versions(let key): self[key] = newValue
            case .deviceID: deviceID = newValue
            case .locale: locale = newValue
            case .flag(let key): self[key] = newValue.flatMap { Bool($0) }
            }
        }
    }

    /// The names that ``set(_:to:)`` accepts, without `attributes.NAME`.
    package static let keys = ContextKey.all.map { $0.name }

    /// Reads `key=value` texts, such as `platform=ios`, `signedIn=true` or `attributes.abGroup=B`.
    ///
    /// - Throws: ``ModelError`` of code `invalidContext` for a text without `=` and for the errors of ``set(_:to:)``.
    public init(pairs: [String]) throws(ModelError) {
        self.init()
        for pair in pairs {
            guard let equals = pair.firstIndex(of: "=") else {
                throw Self.error("\"\(pair)\" is not of the form key=value.", "Write for example platform=ios.")
            }
            try set(String(pair[..<equals]), to: String(pair[pair.index(after: equals)...]))
        }
    }

    /// Sets one value by its name, as in a query or on a command line.
    ///
    /// - Throws: ``ModelError`` of code `invalidContext` for an unknown name, a flag that is neither `true` nor `false`,
    ///   or more than ``ModelLimits/attributesMax`` attributes.
    package mutating func set(_ name: String, to value: String) throws(ModelError) {
        let prefix = ContextKey.attributes + "."
        if name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count {
            ExactText.set(value, for: String(name.dropFirst(prefix.count)), in: &attributes)
            guard attributes.count <= ModelLimits.attributesMax else {
                throw Self.error("A context has at most \(ModelLimits.attributesMax) attributes.", "Leave some out.")
            }
            return
        }
        guard let key = ContextKey.all.first(where: { ExactText.isSame($0.name, name) }) else {
            throw Self.error(
                "\"\(name)\" in \"\(name)=\(value)\" is not a key of a context.",
                NearestName.hint(for: name, among: Self.keys) + " Your own values are written attributes.NAME=VALUE.")
        }
        if key.isFlag, Bool(value) == nil {
            throw Self.error(
                "\"\(name)=\(value)\" is neither true nor false.", "Write \(name)=true or \(name)=false.")
        }
        self[key] = value
    }

    static func error(_ detail: String, _ hint: String) -> ModelError {
        ModelError(code: .invalidContext, detail: detail, hint: hint)
    }
}
