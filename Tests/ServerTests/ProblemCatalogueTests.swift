import CanonicalJSON
import TestSupport
import Testing

@testable import HTTPExchange

@Suite("Parts of the contract that need no server", .scheduled)
struct ProblemCatalogueTests {
    @Test("every kind of problem has one row, and the schema of problems lists them all")
    func kinds() {
        let codes = ProblemCatalogue.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        let types = OpenAPIDocument.problem.components["Problem"]?.json()["properties"]?["type"]?["enum"]?.arrayValue
        #expect(types?.compactMap(\.stringValue) == codes.map { "urn:waymark:problem:\($0)" })
    }

    @Test("every recorded answer is JSON, and refusals have the status of their name")
    func answers() {
        #expect(ContractAnswers.successes.count > 35)
        for (status, problem) in ContractAnswers.refusals {
            // The refusal of 500 is used for all higher statuses, too.
            let sent = problem["status"]?.integerValue ?? 0
            #expect(status == 500 ? sent >= 500 : sent == Int64(status))
        }
    }
}
