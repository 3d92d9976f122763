import CanonicalJSON

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

/// The endpoints of a server and the contract made from them.
enum Contract {
    /// The endpoint table without a server; a test that sends requests makes its own.
    static let table: EndpointTable = {
        do { return try Desk().components.table } catch { preconditionFailure("no server: \(error)") }
    }()

    /// The OpenAPI document.
    static let document = OpenAPIDocument(table).json
}
