import RouteModel
import SQLiteKit

extension SQLValue {
    /// An instant, as milliseconds since 1970.
    static func instant(_ instant: Instant) -> SQLValue { .integer(Int(instant.milliseconds)) }

    /// An instant, or NULL.
    static func optional(_ instant: Instant?) -> SQLValue { instant.map { .instant($0) } ?? .null }
}

extension Row {
    /// The column as an instant.
    func instant(_ column: Int) -> Instant { Instant(milliseconds: Int64(integer(column))) }

    /// The column as an instant; nil for NULL.
    func optionalInstant(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }
}
