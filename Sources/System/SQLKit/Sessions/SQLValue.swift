/// A value of a statement's parameter.
package enum SQLValue: Sendable, Hashable {
    /// INTEGER.
    case integer(Int)
    /// TEXT.
    case text(String)
    /// TEXT as UTF-8 bytes.
    case utf8([UInt8])
    /// BLOB.
    case blob([UInt8])
    /// REAL.
    case real(Double)
    /// NULL.
    case null

    /// An INTEGER, or NULL for nil.
    package static func optional(_ value: Int?) -> SQLValue { value.map { .integer($0) } ?? .null }
    /// A TEXT, or NULL for nil.
    package static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
    /// A TEXT as UTF-8 bytes, or NULL for nil.
    package static func optional(utf8 value: [UInt8]?) -> SQLValue { value.map { .utf8($0) } ?? .null }
    /// An INTEGER of 0 or 1.
    package static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}
