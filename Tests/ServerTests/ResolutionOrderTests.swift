import HTTPExchange
import RouteModel
import TestSupport
import Testing

@testable import ControlPlane

@Suite("A request for many resolutions", .scheduled)
struct ResolutionOrderTests {
    private func read(_ text: String) throws(Problem) -> ResolutionOrder { try ResolutionOrder(body: Array(text.utf8)) }

    private func problem(_ text: String) -> Problem? {
        do throws(Problem) {
            _ = try read(text)
            return nil
        } catch { return error }
    }

    @Test("without a word about rules and contexts it is for production and for one empty context")
    func defaults() throws {
        let order = try read(#"{"addresses":["https://a.example/"]}"#)
        #expect(order.rules == .channel("production") && order.contexts == [Context()] && !order.isExplained)
        #expect(order.addresses == ["https://a.example/"] && order.at == nil)
        #expect(try read(#"{"addresses":["a"],"release":"draft"}"#).rules == .draft)
        #expect(try read(#"{"addresses":["a"],"release":7}"#).rules == .release(7))
        #expect(try read(#"{"addresses":["a"],"release":null,"channel":"beta"}"#).rules == .channel("beta"))
    }

    @Test(
        "a wrong member is refused with its place",
        arguments: [
            (#"{}"#, "/addresses"), (#"{"addresses":[]}"#, "/addresses"), (#"{"addresses":[1]}"#, "/addresses"),
            (#"{"addresses":["a"],"release":0}"#, "/release"),
            (#"{"addresses":["a"],"release":"latest"}"#, "/release"),
            (#"{"addresses":["a"],"release":1,"channel":"beta"}"#, "/channel"),
            (#"{"addresses":["a"],"contexts":[]}"#, "/contexts"), (#"{"addresses":["a"],"contexts":{}}"#, "/contexts"),
            (#"{"addresses":["a"],"contexts":[{},{"platfrom":"ios"}]}"#, "/contexts/1/platfrom"),
            (#"{"addresses":["a"],"at":"now"}"#, "/at"), (#"{"adresses":["a"]}"#, "/adresses"),
        ])
    func refused(_ body: String, _ pointer: String) {
        let problem = problem(body)
        #expect(problem?.status == 422)
        #expect(problem?.errors.contains { $0.pointer == pointer } == true, "\(problem?.errors ?? [])")
    }

    @Test("the number of pairs is limited, more so with explanations")
    func limits() throws {
        func body(_ addresses: Int, _ contexts: Int, explain: Bool = false) -> String {
            let list = Array(repeating: #""a""#, count: addresses).joined(separator: ",")
            let facts = Array(repeating: "{}", count: contexts).joined(separator: ",")
            return #"{"addresses":[\#(list)],"contexts":[\#(facts)],"explain":\#(explain)}"#
        }
        #expect(problem(body(ReadingLimits.addressesMax, 4)) == nil)
        #expect(problem(body(ReadingLimits.addressesMax, 5))?.status == 422)
        #expect(problem(body(ReadingLimits.addressesMax + 1, 1))?.status == 422)
        #expect(problem(body(1, ReadingLimits.contextsMax)) == nil)
        #expect(problem(body(1, ReadingLimits.contextsMax + 1))?.status == 422)
        #expect(problem(body(ReadingLimits.explainedPairsMax, 1, explain: true)) == nil)
        #expect(problem(body(ReadingLimits.explainedPairsMax + 1, 1, explain: true))?.status == 422)
    }
}
