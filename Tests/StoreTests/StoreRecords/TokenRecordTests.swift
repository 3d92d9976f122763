import StoreRecords
import TestSupport
import Testing

@Suite("Rights of tokens", .scheduled)
struct TokenRecordTests {
    @Test("A role includes the roles before it, a scope its parts")
    func order() {
        #expect(Role.viewer < .editor && .editor < .publisher && .publisher < .admin)
        #expect(AppScope.all.covers(.all) && AppScope.all.covers(.only(["a"])))
        #expect(AppScope.only(["a", "b"]).covers(.only(["a"])) && AppScope.only(["a"]).contains("a"))
        #expect(!AppScope.only(["a"]).covers(.all) && !AppScope.only(["a"]).covers(.only(["a", "b"])))
    }
}
