import RouteParameters

/// The values of a typed route as texts: what its address and its parameters are made of.
struct RouteFields {
    /// The name of an enum's case; nil for a structure.
    var name: String?
    /// The values without a label, in order.
    var positional: [String] = []
    /// The values with a label, in order; a list has several items of one name.
    var items: [Parameters.Item] = []

    /// The values of a route.
    /// - Throws: the first value that is no text.
    init<Route: TypedRoute>(_ route: Route) throws(TypedRouteError) {
        let writer = RouteFieldWriter()
        do {
            try route.encode(to: RouteEncoder(writer: writer, place: .route, codingPath: []))
        } catch {
            writer.refuse([], "\(error)")
        }
        if var problem = writer.problem {
            problem.place = "\(Route.self)" + problem.place
            throw problem
        }
        self = writer.fields
    }

    /// The values in the parts of an address.
    init(_ parts: RouteParts) {
        name = parts.segments.first
        positional = Array(parts.segments.dropFirst())
        items = parts.query.map { Parameters.Item($0.name, $0.value) }
    }

    /// The values in a request.
    init(_ request: ScreenRequest) {
        name = request.name
        positional = request.parameters.path.map { $0.value.text }
        // As a guard and `Parameters` read them: a query never adds to what the rule gives a name.
        items = request.parameters.firstLayers
    }

    /// Makes an empty one.
    init() {}

    /// The values with a label as pairs.
    var pairs: [(String, String)] { items.map { ($0.name, $0.value.text) } }

    /// All values as parameters; those without a label are captures with numbers as names.
    var parameters: Parameters {
        Parameters(path: positional.enumerated().map { Parameters.Item("\($0)", $1) }, query: items)
    }

    /// The texts of a label, in order: of items with exactly this name, else of those that differ in the case of ASCII
    /// letters.
    func texts(_ name: String) -> [String] {
        let exact = items.filter { $0.name == name }
        let found = exact.isEmpty ? items.filter { Parameters.isSame($0.name, name) } : exact
        return found.flatMap { item in
            switch item.value {
            case .text(let text): [text]
            case .list(let segments): segments
            }
        }
    }

    /// The route that has these values.
    /// - Parameters:
    ///   - type: its type.
    ///   - usingAll: whether a name or a value without a label that the type does not have is an error.
    /// - Returns: the route.
    /// - Throws: the place of what is missing, or of another type.
    func value<Route: TypedRoute>(of type: Route.Type, usingAll: Bool) throws(TypedRouteError) -> Route {
        let reader = RouteFieldReader(self)
        let route: Route
        do {
            route = try Route(from: RouteDecoder(reader: reader, place: .route, codingPath: []))
        } catch {
            throw Self.located(error, "\(type)", name)
        }
        guard usingAll else { return route }
        if !reader.usedName, let name {
            throw TypedRouteError(
                place: "\(type)", detail: "\(name) is one path segment too many",
                hint: "a structure has query items only; a path belongs to its base")
        }
        if positional.count > reader.usedPositions {
            throw TypedRouteError(
                place: "\(type).\(name ?? "")",
                detail: "\(positional[reader.usedPositions]) is one path segment too many")
        }
        return route
    }

    private static func located(_ error: any Error, _ type: String, _ name: String?) -> TypedRouteError {
        if var known = error as? TypedRouteError {
            known.place = type + known.place
            return known
        }
        let context: DecodingError.Context? =
            switch error {
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
                context
            default: nil
            }
        guard let context, !context.codingPath.isEmpty else {
            return TypedRouteError(place: type, detail: "it has no case of the name \(name ?? "(none)")")
        }
        return TypedRouteError(
            place: type + RouteFieldWriter.text(context.codingPath), detail: context.debugDescription)
    }
}
