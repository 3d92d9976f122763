import RouteParameters
import TestSupport
import Testing

@Suite("Parameters in four layers", .scheduled)
struct ParametersTests {
    @Test("path has priority over constants, query and what was carried; exact spelling over other letter case")
    func priority() {
        let parameters = Parameters(
            path: [.init("ID", "path")], constants: [.init("id", "constant"), .init("k", "constant")],
            query: [.init("k", "query"), .init("Q", "upper"), .init("q", "lower")], carried: [.init("c", "carried")])
        #expect(parameters["id"] == "path")
        #expect(parameters["k"] == "constant")
        #expect(parameters["q"] == "lower")
        #expect(parameters["c"] == "carried")
        #expect(parameters["none"] == nil)
        #expect(parameters.all("id") == ["path", "constant"])
        #expect(parameters.flat.map(\.name) == ["ID", "k", "Q", "c"])
    }

    @Test("a layer that is set leaves the others")
    func layers() {
        var parameters = Parameters(path: [.init("a", "1")], query: [.init("b", "2")])
        parameters.constants = [.init("c", "3")]
        #expect(parameters.items.map(\.name) == ["a", "c", "b"])
        #expect(parameters.query == [.init("b", "2")])
        #expect(Parameters(query: [.init("t", .list(["x", "y"]))]).list("T") == ["x", "y"])
    }
}
