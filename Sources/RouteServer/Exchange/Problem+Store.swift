import ReleaseStore

extension Problem {
    /// What a store's refusal is in HTTP.
    ///
    /// - Parameters:
    ///   - error: why the store did nothing.
    ///   - kind: what the request's tag counts, for the tag of a 412.
    init(_ error: StoreError, counting kind: EntityTag.Kind? = nil) {
        switch error.code {
        case .revisionMismatch:
            self = .revisionMismatch(current: EntityTag.numbered(kind ?? .draft, error.current ?? 0).description)
        case .notFound:
            self = .notFound(error.detail)
        case .exists, .nameRetired, .unpublishedEdits, .lastAdmin, .keyRunning, .versionMismatch:
            self = .conflict(error.code.rawValue, error.sentence)
        case .beyondGrantor:
            self = .forbidden(error.sentence)
        case .keyReused, .invalid:
            self = .unprocessable(error.code.rawValue, error.sentence)
        case .busy, .closed, .locked, .readOnly, .diskFull:
            self = .unavailable("store-\(error.code.rawValue)", error.sentence)
        case .corrupt, .newer, .foreign, .storage:
            self = Problem(
                503, "store-\(error.code.rawValue)", "The database failed", detail: error.sentence,
                fields: [ProblemField("Retry-After", "30")])
        }
    }
}

extension StoreError {
    /// What happened and what to do, in one text.
    var sentence: String { hint.isEmpty ? detail : "\(detail) \(hint)" }
}

/// Runs calls of the store and says their refusals in HTTP.
func asking<Value>(
    _ kind: EntityTag.Kind? = nil, _ call: () throws(StoreError) -> Value
) throws(Problem) -> Value {
    do throws(StoreError) { return try call() } catch { throw Problem(error, counting: kind) }
}
