import CPostgres

/// Reads the fields of a report of the server: an error or a notice.
///
/// `@safe`: the result outlives the value, which only this target makes.
@safe
struct DiagnosticFields: ~Copyable {
    /// The letters that name the fields (https://www.postgresql.org/docs/15/protocol-error-fields.html).
    enum Field: UInt8 {
        case severity = 0x56  // V
        case state = 0x43  // C
        case message = 0x4D  // M
        case constraint = 0x6E  // n
    }

    private let result: OpaquePointer?

    init(_ result: OpaquePointer?) {
        unsafe self.result = result
    }

    /// The text of a field; nil if the report has none.
    func text(_ field: Field) -> String? {
        // Unsafe: the text is part of the result, and is copied here.
        guard let text = unsafe PQresultErrorField(result, Int32(field.rawValue)) else { return nil }
        return unsafe String(cString: text)
    }
}
