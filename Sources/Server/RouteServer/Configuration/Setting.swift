import CanonicalJSON
import HTTPExchange
import RouteModel

/// A setting: its name, values, default and meaning.
package struct Setting: Sendable {
    /// The name in the configuration file, in camel case.
    package let name: String
    /// The kind of its values.
    package let kind: Kind
    /// The default; `null` for none.
    let fallback: JSONValue
    /// Its effect, one sentence for `Config/settings.md`.
    package let meaning: String
    /// Whether SIGHUP applies a change; otherwise a restart is necessary.
    package let isReloadable: Bool

    /// The kind of values of a setting.
    package enum Kind: Sendable, Hashable {
        /// Any text.
        case text
        /// Text or nothing.
        case optionalText
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// One of a few words.
        case words([String])
        /// A list of texts; separated by commas in flags and variables, where one in quotes may have commas.
        case list
    }

    init(_ name: String, _ kind: Kind, _ fallback: JSONValue, reloadable: Bool = false, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.meaning = meaning
        isReloadable = reloadable
    }

    /// `adminListen` as `--admin-listen`.
    package var flag: String { "--" + separated(by: "-").lowercased() }

    /// `adminListen` as `WAYMARK_ADMIN_LISTEN`.
    package var variable: String { "WAYMARK_" + separated(by: "_").uppercased() }

    private func separated(by separator: String) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase { text += separator }
            text.append(letter)
        }
    }

    /// The value of a flag or a variable, as the JSON value of the configuration file.
    func value(of text: String) throws(ConfigurationError) -> JSONValue {
        switch kind {
        case .text, .optionalText, .words:
            return try checked(.string(text))
        case .integer:
            guard let number = Int64(text) else { throw wrong(.string(text)) }
            return try checked(.integer(number))
        case .list:
            return .array(text.listElements().map(JSONValue.string))
        }
    }

    /// The value, if it is of this kind.
    func checked(_ value: JSONValue) throws(ConfigurationError) -> JSONValue {
        switch (kind, value) {
        case (.text, .string(let text)) where !text.isEmpty: value
        case (.optionalText, .string), (.optionalText, .null): value
        case (.integer(let range), .integer(let number)) where range.contains(Int(number)): value
        case (.words(let words), .string(let word)) where words.contains(word): value
        case (.list, .array(let elements)) where elements.allSatisfy({ $0.stringValue != nil }): value
        default: throw wrong(value)
        }
    }

    private func wrong(_ value: JSONValue) -> ConfigurationError {
        ConfigurationError("\(name) is \(expectation), not \(value.text)", hint: hint(value))
    }

    /// What to write instead of a wrong value: the word that was probably meant, else the default.
    private func hint(_ value: JSONValue) -> String {
        if case .words(let words) = kind, let word = value.stringValue, let meant = NearestName.of(word, among: words) {
            return "\(NearestName.question) \"\(meant)\"?"
        }
        if case .list = kind { return #"Write a list, such as ["127.0.0.1"]."# }
        if case .text = kind, value != "" { return "Write it in double quotes." }
        return fallback.text == "null" ? "Write a text, or leave the setting out." : "The default is \(fallback.text)."
    }

    /// The allowed values, for error texts.
    var expectation: String {
        switch kind {
        case .text: "a text"
        case .optionalText: "a text or null"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .words(let words): "one of " + words.joined(separator: ", ")
        case .list: "a list of texts"
        }
    }
}
