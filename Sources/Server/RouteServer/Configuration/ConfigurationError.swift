/// The reason why settings are refused.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in a sentence without a full stop.
    package let detail: String
    /// The source: file with line and column, flag or variable.
    package let source: String?
    /// What to write instead.
    package let hint: String?
    /// The setting that it is about, if its source is found later.
    let setting: String?

    init(_ detail: String, source: String? = nil, hint: String? = nil) {
        self.init(detail, source: source, hint: hint, of: nil)
    }

    /// Makes an error about the value of a setting.
    init(_ detail: String, source: String? = nil, hint: String? = nil, of setting: String?) {
        self.detail = detail
        self.source = source
        self.hint = hint
        self.setting = setting
    }

    /// The same with its source.
    func at(_ source: String?) -> ConfigurationError {
        ConfigurationError(detail, source: self.source ?? source, hint: hint)
    }

    /// Source, detail and hint.
    package var description: String {
        (source.map { "\($0): " } ?? "") + detail + (hint.map { "; \($0)" } ?? "")
    }
}
