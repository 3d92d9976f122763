import HTTPWire
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange

@Suite("Entity tags and If-Match", .scheduled)
struct EntityTagTests {
    @Test(
        "a list of entity tags is read as RFC 9110 defines it",
        arguments: [
            (#""r1""#, [EntityTag("r1")]),
            (#"W/"r1", "r2""#, [EntityTag("r1", isWeak: true), EntityTag("r2")]),
            (#" "a" ,, "b" "#, [EntityTag("a"), EntityTag("b")]),
            (#""""#, [EntityTag("")]),
            (#""a,b""#, [EntityTag("a,b")]),
        ] as [(String, [EntityTag])])
    func list(_ text: String, _ tags: [EntityTag]) {
        #expect(EntityTag.list(text) == tags)
    }

    @Test(
        "a text that is not a list of entity tags is refused",
        arguments: ["r1", #""r1"#, #""a" "b""#, #"w/"a""#, #""a"b"#, "\"a b\""])
    func noList(_ text: String) {
        #expect(EntityTag.list(text) == nil)
    }

    @Test(
        "a numbered tag, of either strength, has only digits after its letter",
        arguments: [
            ("r12", false, 12), ("r0", false, 0), ("r12", true, 12), ("s12", false, nil), ("r", false, nil),
            ("r-1", false, nil), ("r+1", false, nil), ("r1x", false, nil),
        ] as [(String, Bool, Int?)])
    func number(_ opaque: String, _ isWeak: Bool, _ number: Int?) {
        #expect(EntityTag(opaque, isWeak: isWeak).number(.draft) == number)
    }

    @Test(
        "If-Match gives the precondition of the transaction, or 400, 412 or 428",
        arguments: [
            ("*", Precondition.any, nil), (#""r7""#, .exactly(7), nil), (#""r6", "r7""#, .exactly(7), nil),
            (#""r6""#, nil, 412), (#"W/"r7""#, .exactly(7), nil), (#""s7""#, nil, 412), (nil, nil, 428),
            ("r7", nil, 400), ("", nil, 428), (" ", nil, 428),
        ] as [(String?, Precondition?, Int?)])
    func ifMatch(_ field: String?, _ expected: Precondition?, _ status: Int?) throws {
        do {
            let precondition = try TagCondition(field, of: "If-Match").precondition(.draft, current: 7)
            #expect(precondition == expected)
            #expect(status == nil)
        } catch {
            let problem = try #require(error as? Problem)
            #expect(problem.status == status)
            if status != 400 { #expect(problem.fields.contains(HeaderField("ETag", "\"r7\""))) }
        }
    }
}
