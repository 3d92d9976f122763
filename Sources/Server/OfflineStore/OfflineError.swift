import StoreRecords

/// The reason why an operation on a database without a server was refused or failed, for the operator.
package struct OfflineError: Error, Sendable {
    /// What is wrong, as a sentence without its period.
    package let detail: String
    /// What to do; nil if the detail says it.
    package let hint: String?

    init(_ detail: String, hint: String? = nil) {
        self.detail = detail
        self.hint = hint
    }

    /// Takes detail and hint of an error of the store.
    init(_ error: StoreError) { self.init(error.detail, hint: error.hint) }
}
