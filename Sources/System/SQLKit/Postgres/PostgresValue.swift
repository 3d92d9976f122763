/// A value of a statement's parameter; it is sent in binary form.
package enum PostgresValue: Sendable, Hashable {
    /// `bigint`, and `integer` or `smallint` if it fits.
    case integer(Int)
    /// `text`, `varchar`, `name` or `json`; without NUL characters.
    case text(String)
    /// The same as UTF-8 bytes.
    case utf8([UInt8])
    /// `bytea`.
    case blob([UInt8])
    /// `double precision` or `real`.
    case real(Double)
    /// NULL of any type.
    case null
}

/// A type of the server, by its number in `pg_type`, which never changes for the types here.
struct TypeNumber: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The server chooses the type.
    static let chosen = TypeNumber(rawValue: 0)
    static let bool = TypeNumber(rawValue: 16)
    static let bytea = TypeNumber(rawValue: 17)
    static let name = TypeNumber(rawValue: 19)
    static let int8 = TypeNumber(rawValue: 20)
    static let int2 = TypeNumber(rawValue: 21)
    static let int4 = TypeNumber(rawValue: 23)
    static let text = TypeNumber(rawValue: 25)
    static let oid = TypeNumber(rawValue: 26)
    static let json = TypeNumber(rawValue: 114)
    static let float4 = TypeNumber(rawValue: 700)
    static let float8 = TypeNumber(rawValue: 701)
    static let bpchar = TypeNumber(rawValue: 1042)
    static let varchar = TypeNumber(rawValue: 1043)
    static let void = TypeNumber(rawValue: 2278)

    /// Whether the binary form of the type is its UTF-8 text.
    var isText: Bool {
        switch self {
        case .text, .varchar, .bpchar, .name, .json: true
        default: false
        }
    }

    /// Whether the binary form is a whole number, or 0 and 1.
    var isInteger: Bool {
        switch self {
        case .int8, .int4, .int2, .bool, .oid: true
        default: false
        }
    }

    /// Whether rows can be read that have a column of this type.
    var isReadable: Bool {
        isText || isInteger || self == .bytea || self == .float8 || self == .float4 || self == .void
    }
}
