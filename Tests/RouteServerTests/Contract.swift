import CanonicalJSON
import HTTPExchange

@testable import APIContract
@testable import RouteServer

/// The endpoints of a server and the contract made from them.
enum Contract {
    /// The table of a server; tests that route by it use a server of their own.
    static let table: EndpointTable = {
        do { return try Desk().components.table } catch { preconditionFailure("no server: \(error)") }
    }()

    /// The OpenAPI document.
    static let document = OpenAPIDocument(table).json

    /// The named schemas.
    static let schemas = OpenAPIDocument(table).schemas
}
