import HTTPExchange
import HTTPWire
import StoreRecords
import TestSupport
import Testing

@Suite("Problems of the store", .scheduled)
struct StoreProblemTests {
    @Test("A commit whose outcome is unknown is 503 outcome-unknown, to be sent again with the same key")
    func outcomeUnknown() {
        let error = StoreError(
            .outcomeUnknown, "The server has not answered.", hint: "Send it with the same Idempotency-Key again.")
        let problem = Problem(error)
        #expect(problem.status == 503 && problem.code == "outcome-unknown")
        #expect(problem.detail.contains("Idempotency-Key"))
        #expect(problem.fields.contains { $0.name == "Retry-After" && $0.value == "5" })
    }
}
