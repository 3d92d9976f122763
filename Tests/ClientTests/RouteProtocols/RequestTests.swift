import Foundation
import RouteParameters
import RouteProtocols
import TestSupport
import Testing

@Suite("Requests are values", .scheduled)
struct RequestTests {
    private let parameters = Parameters(
        path: [.init("id", "7")], constants: [.init("k", "c")], query: [.init("q", "a b"), .init("q", "")],
        carried: [.init("t", .list(["x", "y"]))])

    @Test("a request is decoded as it was encoded, without the values of its attempt")
    func coding() throws {
        for kind in LinkKind.allCases {
            let request = ScreenRequest(
                name: "Product", parameters: parameters, address: "https://h/p/7", kind: kind, userInfo: ["x": 1])
            let copy = try JSONDecoder().decode(ScreenRequest.self, from: JSONEncoder().encode(request))
            #expect(copy == request)
            #expect(copy.hashValue == request.hashValue)
            #expect(copy.parameters.items == request.parameters.items)
            #expect(copy.parameters.query.count == 2 && copy.userInfo.isEmpty)
        }
    }

    @Test("requests differ if name, parameters, address or kind differ; user info is not compared")
    func equality() {
        let request = ScreenRequest(name: "A", parameters: parameters, address: "a", userInfo: ["x": 1])
        var other = request
        other.userInfo = [:]
        #expect(other == request)
        other.address = "b"
        #expect(other != request && other.isSame(as: request))
        other = request
        other.kind = .push
        #expect(other != request)
        other = request
        other.parameters.query = []
        #expect(other != request && !other.isSame(as: request))
    }

    @Test(
        "text that is no request is refused",
        arguments: ["{}", "[]", #"{"name":"A","parameters":{},"address":"a","kind":""}"#])
    func refusals(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ScreenRequest.self, from: Data(text.utf8)) }
    }

    @Test("every kind but the app's own is from outside, and rules test one of five words")
    func kinds() {
        let words: Set = ["universalLink", "customScheme", "push", "webView", "internal"]
        #expect(LinkKind.allCases.filter { !$0.isExternal } == [.internal])
        #expect(Set(LinkKind.allCases.map(\.source)) == words)
        #expect(LinkKind(rawValue: "watch")?.source == "customScheme")
        #expect(LinkKind(rawValue: "watch")?.isExternal == true)
        #expect(LinkKind(rawValue: "internal") == .internal)
        #expect(LinkKind(rawValue: "") == nil)
    }

    @MainActor
    final class AddressRouter: AppRouting {
        var addresses: [String] = []
        func register(path: RoutePath, navigator: any Navigating) -> Bool { true }
        func route(to address: String?, from source: (any RoutingSource)?, using transition: TransitionType?)
            -> RouteOutcome
        {
            addresses.append(address ?? "")
            return .notFound
        }
    }

    @Test("a router of an app's own that follows addresses only says so for a typed route")
    @MainActor
    func ownRouter() {
        let router = AddressRouter()
        #expect(!router.route(to: TypedRouteTests.Route.home).isHandled)
        #expect(router.route(to: "app://a") == .notFound)
        #expect(router.route(to: URL(string: "app://b")) == .notFound)
        #expect(router.addresses == ["app://a", "app://b"])
    }
}
