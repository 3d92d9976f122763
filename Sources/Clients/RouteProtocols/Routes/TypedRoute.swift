/// A route as a value instead of a text: an enum of a module with one case for each of its pages, or a structure.
///
/// ```swift
/// enum ShopRoute: TypedRoute {
///     case product(Int)
///     case search(text: String, tags: [String])
///     case basket
///
///     static let base = "moments://shop.example.com"
/// }
/// ```
///
/// The parts of its address are derived from its Codable conformance, which the compiler writes: the name of the case is
/// the first path segment, values without a label are the next segments, values with a label are query items, and a list
/// is several items of one name. `.product(7)` is `moments://shop.example.com/product/7`, and
/// `.search(text: "tea", tags: ["hot"])` is `moments://shop.example.com/search?text=tea&tags=hot`. A structure has query
/// items only. Its screen is registered under the name of the case (of the type, for a structure), and
/// ``init(request:)`` makes the value of a request.
///
/// Values may be texts, Booleans, numbers, `URL`, types with one of these as raw value, and with a label optional ones and
/// lists of them. For other values ``derivedParts()`` throws, and says where. A type with addresses of another form
/// declares ``parts`` and ``init(_:)`` itself.
public protocol TypedRoute: Sendable, Hashable, Codable {
    /// Scheme and host of its addresses, and a path if there is one, such as `moments://shop.example.com`.
    static var base: String { get }
    /// The value as parts of an address.
    var parts: RouteParts { get }
    /// The value of parts; nil if they are not of this type.
    init?(_ parts: RouteParts)
}

extension TypedRoute {
    /// The default: ``derivedParts()``; parts that make no address if they cannot be derived.
    public var parts: RouteParts {
        do throws(TypedRouteError) { return try derivedParts() } catch { return RouteParts("") }
    }

    /// The default: ``init(derivedFrom:)``, and nil instead of its error.
    public init?(_ parts: RouteParts) {
        do throws(TypedRouteError) { self = try Self(derivedFrom: parts) } catch { return nil }
    }

    /// The value as parts of an address, derived from its Codable conformance.
    /// - Throws: `TypedRouteError` for a value that an address cannot have, with its place.
    public func derivedParts() throws(TypedRouteError) -> RouteParts {
        let fields = try RouteFields(self)
        for (number, text) in fields.positional.enumerated() where ["", ".", ".."].contains(text) {
            throw TypedRouteError(
                place: "\(Self.self).\(fields.name ?? "")._\(number)",
                detail: text.isEmpty ? "a path segment cannot be empty" : "a path segment cannot be \(text)",
                hint: "give the value a label; then it becomes a query item")
        }
        return RouteParts(segments: [fields.name].compactMap(\.self) + fields.positional, query: fields.pairs)
    }

    /// The value of parts, derived from its Codable conformance; query items that it does not name are ignored.
    /// - Throws: `TypedRouteError` with the place of what is missing, or of another type.
    public init(derivedFrom parts: RouteParts) throws(TypedRouteError) {
        self = try RouteFields(parts).value(of: Self.self, usingAll: true)
    }

    /// The value that a request asks for: the name of the screen is that of the case, parameters are its values.
    ///
    /// Values without a label are the captures of the path, in their order.
    /// - Throws: `TypedRouteError` with the place of what is missing, or of another type.
    public init(request: ScreenRequest) throws(TypedRouteError) {
        self = try RouteFields(request).value(of: Self.self, usingAll: false)
    }
}

extension ScreenRequest {
    /// The request for the screen of a typed route; its parameters have the values, and no address is resolved.
    /// - Parameters:
    ///   - route: the route; for an enum the name of its case is the name of the screen, for a structure that of the type.
    ///   - userInfo: values in addition.
    /// - Throws: `TypedRouteError` for a value that parameters cannot have, with its place.
    public init<Route: TypedRoute>(_ route: Route, userInfo: UserInfo = [:]) throws(TypedRouteError) {
        let fields = try RouteFields(route)
        self.init(
            name: fields.name ?? "\(Route.self)", parameters: fields.parameters, address: "", userInfo: userInfo)
    }
}

/// Why a typed route has no parts, or parts make no typed route.
public struct TypedRouteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where: the type, the case and the value, such as `ShopRoute.product.id`.
    public var place: String
    /// What is wrong, for people.
    public var detail: String
    /// What to do about it, if that is known.
    public var hint: String?

    /// Makes an error.
    public init(place: String, detail: String, hint: String? = nil) {
        self.place = place
        self.detail = detail
        self.hint = hint
    }

    /// `place: detail (hint)`.
    public var description: String { "\(place): \(detail)" + (hint.map { " (\($0))" } ?? "") }
}
