/// The names of a context's values, in JSON and on command lines.
enum ContextKey: String, CaseIterable, Sendable {
    case platform, region, build, source, appVersion, osVersion, deviceID, locale, signedIn, attributes

    /// Where a text value is kept; nil for `signedIn` and `attributes`, which are no texts.
    var text: WritableKeyPath<Context, String?>? {
        switch self {
        case .platform: \.platform
        case .region: \.region
        case .build: \.build
        case .source: \.source
        case .appVersion: \.appVersion
        case .osVersion: \.osVersion
        case .deviceID: \.deviceID
        case .locale: \.locale
        case .signedIn, .attributes: nil
        }
    }
}

extension Context {
    /// The names that ``set(_:to:)`` knows, `attributes.NAME` apart.
    package static let keys = ContextKey.allCases.map(\.rawValue).filter { $0 != ContextKey.attributes.rawValue }

    /// Reads `key=value` texts, as `platform=ios`, `signedIn=true` or `attributes.abGroup=B`.
    ///
    /// - Throws: ``ModelError`` that names the pair and the nearest known key.
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
    /// - Throws: ``ModelError`` for an unknown name or an unreadable value.
    package mutating func set(_ name: String, to value: String) throws(ModelError) {
        if name.hasPrefix("attributes."), name.utf8.count > "attributes.".utf8.count {
            ExactText.set(value, for: String(name.dropFirst("attributes.".count)), in: &attributes)
            guard attributes.count <= ModelLimits.attributesMax else {
                throw Self.error("A context has at most \(ModelLimits.attributesMax) attributes.", "Leave some out.")
            }
            return
        }
        let key = ContextKey(rawValue: name)
        if key == .signedIn {
            guard value == "true" || value == "false" else {
                throw Self.error(
                    "\"\(name)=\(value)\" is neither true nor false.", "Write signedIn=true or signedIn=false.")
            }
            signedIn = value == "true"
        } else if let path = key?.text {
            self[keyPath: path] = value
        } else {
            throw Self.error(
                "\"\(name)\" in \"\(name)=\(value)\" is not a key of a context.",
                NearestName.hint(for: name, among: Self.keys) + " Your own values are written attributes.NAME=VALUE.")
        }
    }

    static func error(_ detail: String, _ hint: String) -> ModelError {
        ModelError(code: .invalidContext, detail: detail, hint: hint)
    }
}
