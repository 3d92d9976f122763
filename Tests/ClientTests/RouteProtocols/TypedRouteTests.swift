import Foundation
import RouteParameters
import RouteProtocols
import TestSupport
import Testing

@Suite("Typed routes are derived from their Codable conformance", .scheduled)
struct TypedRouteTests {
    enum Size: String, Codable, CaseIterable { case small, large }

    enum Route: TypedRoute {
        case home
        case product(Int, Size)
        case filter(text: String, sizes: [Size], price: Double?, isNew: Bool, id: UUID?, page: URL?)

        static let base = "app://shop"
    }

    struct Detail: TypedRoute {
        static let base = "app://shop/detail"
        var id: Int
        var tab: String?
    }

    enum Plain: String, TypedRoute {
        case one, two
        static let base = "app://plain"
    }

    @Test("values come from the layer from which parameters give them: a query adds nothing to a capture of its name")
    func layers() throws {
        let parameters = Parameters(
            path: [Parameters.Item("ID", "7")], query: [Parameters.Item("id", "666"), Parameters.Item("tab", "x")])
        let detail = try Detail(
            request: ScreenRequest(name: "Detail", parameters: parameters, address: "https://h/x", kind: .push))
        #expect(detail == Detail(id: 7, tab: "x") && parameters["id"] == "7")
        let sizes = Parameters(
            constants: [Parameters.Item("sizes", "small")],
            query: [
                Parameters.Item("text", "t"), Parameters.Item("isNew", "true"), Parameters.Item("sizes", "large"),
                Parameters.Item("\u{212A}", "Kelvin"),
            ])
        let filter = try Route(
            request: ScreenRequest(name: "filter", parameters: sizes, address: "https://h/x", kind: .push))
        #expect(filter == .filter(text: "t", sizes: [.small], price: nil, isNew: true, id: nil, page: nil))
    }

    @Test("a case is the first segment, values without a label follow it, values with one are query items")
    func parts() throws {
        #expect(try Route.home.derivedParts().segments == ["home"])
        #expect(try Route.product(7, .large).derivedParts().segments == ["product", "7", "large"])
        let parts = try Route.filter(
            text: "", sizes: [.small, .large], price: 0.1, isNew: true, id: nil, page: URL(string: "https://h/p")
        ).derivedParts()
        #expect(parts.segments == ["filter"])
        #expect(
            parts.query.map { "\($0.name)=\($0.value)" } == [
                "text=", "sizes=small", "sizes=large", "price=0.1", "isNew=true", "page=https://h/p",
            ])
        #expect(try Detail(id: 3, tab: "a").derivedParts().query.map(\.value) == ["3", "a"])
        #expect(try Plain.two.derivedParts().segments == ["two"])
    }

    @Test("a route equals the one read from its parts, and the one read from its request")
    func roundTrip() throws {
        var random = SeededGenerator.fromEnvironment(default: 3)
        for _ in 0..<500 {
            let route: Route =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: .home
                case 1:
                    .product(
                        Int.random(in: .min ... .max, using: &random), Bool.random(using: &random) ? .small : .large)
                default:
                    .filter(
                        text: String(UInt64.random(in: 0 ... .max, using: &random), radix: 36),
                        sizes: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                            Size.allCases.randomElement(using: &random) ?? .small
                        }, price: Bool.random(using: &random) ? Double.random(in: -1e9...1e9, using: &random) : nil,
                        isNew: Bool.random(using: &random), id: Bool.random(using: &random) ? UUID() : nil,
                        page: Bool.random(using: &random) ? URL(string: "https://h/ä?q=%20") : nil)
                }
            #expect(try Route(derivedFrom: route.derivedParts()) == route, "seed \(random.seed)")
            #expect(try Route(request: ScreenRequest(route)) == route, "seed \(random.seed)")
        }
        #expect(try Detail(derivedFrom: Detail(id: 3, tab: nil).derivedParts()) == Detail(id: 3, tab: nil))
        #expect(try Detail(request: ScreenRequest(Detail(id: 3, tab: "x"))) == Detail(id: 3, tab: "x"))
        #expect(try Plain(derivedFrom: Plain.one.derivedParts()) == .one)
    }

    @Test("a request that a rule made becomes a route: captures by name, letter case aside")
    func requests() throws {
        let request = ScreenRequest(
            name: "filter",
            parameters: Parameters(
                path: [.init("TEXT", "tea"), .init("sizes", .list(["small", "large"]))],
                query: [.init("isnew", "false"), .init("utm", "x")]), address: "https://h/x", kind: .push)
        #expect(
            try Route(request: request)
                == .filter(text: "tea", sizes: [.small, .large], price: nil, isNew: false, id: nil, page: nil))
        #expect(try ScreenRequest(Route.product(1, .small)).name == "product")
        #expect(try ScreenRequest(Route.product(1, .small)).parameters["0"] == "1")
        #expect(try ScreenRequest(Detail(id: 1)).name == "Detail")
    }

    enum Unsayable: TypedRoute {
        case nested(filter: Detail)
        case lists(of: [[Int]])
        case unlabelled([Int])
        case gap(Int?, Int)
        case perhaps(list: [Int]?)
        case number(is: Double)
        case table(of: [String: Int])
        case text(String)

        static let base = "app://unsayable"
    }

    @Test(
        "what an address cannot have is an error with its place",
        arguments: [
            (.nested(filter: Detail(id: 1)), "Unsayable.nested.filter", "no structures"),
            (.lists(of: [[1]]), "Unsayable.lists.of.0", "a list needs a label"),
            (.unlabelled([1]), "Unsayable.unlabelled._0", "a list needs a label"),
            (.gap(nil, 1), "Unsayable.gap._1", "before it is missing"),
            (.perhaps(list: []), "Unsayable.perhaps.list", "cannot be told from none"),
            (.number(is: .infinity), "Unsayable.number.is", "no number"),
            (.table(of: ["a": 1]), "Unsayable.table.of", "no structures"),
            (.text(""), "Unsayable.text._0", "cannot be empty"), (.text(".."), "Unsayable.text._0", "cannot be .."),
        ] as [(Unsayable, String, String)])
    func refusals(route: Unsayable, place: String, detail: String) {
        #expect { try route.derivedParts() } throws: { error in
            let error = error as? TypedRouteError
            return error?.place == place && error?.detail.contains(detail) == true
        }
        #expect(route.parts.segments == [""], "these parts make no address")
    }

    @Test(
        "what is no route is an error with its place",
        arguments: [
            (["other"], [], "Route", "no case of the name other"), ([], [], "Route", "no case of the name (none)"),
            (["product", "x", "small"], [], "Route.product._0", "x is not a whole number"),
            (["product", "1", "huge"], [], "Route.product._1", "huge"),
            (["product", "1"], [], "Route.product._1", "missing"),
            (["product", "1", "small", "more"], [], "Route.product", "more is one path segment too many"),
            (["filter"], [("text", "a")], "Route.filter.isNew", "missing"),
            (["filter"], [("text", "a"), ("isNew", "yes")], "Route.filter.isNew", "yes is not true or false"),
            (["filter"], [("text", "a"), ("isNew", "true"), ("price", "nan")], "Route.filter.price", "not a number"),
        ] as [([String], [(String, String)], String, String)])
    func misses(segments: [String], query: [(String, String)], place: String, detail: String) {
        #expect { try Route(derivedFrom: RouteParts(segments: segments, query: query)) } throws: { error in
            let error = error as? TypedRouteError
            return error?.place == place && error?.detail.contains(detail) == true
        }
        #expect(Route(RouteParts(segments: segments, query: query)) == nil)
        #expect(throws: TypedRouteError.self) { try Detail(derivedFrom: RouteParts("x", query: [("id", "1")])) }
    }
}
