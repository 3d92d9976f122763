import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("The words of a compiled condition are those of the index format", .scheduled)
struct ConditionRecordTests {
    static let when = #"""
        {"attributes":{"b":["B"],"a":["A","C"]},"rollout":{"percent":12.5,"by":"u","salt":"s"},
         "before":"1970-01-01T00:00:02Z","after":"1970-01-01T00:00:01Z","signedIn":true,"osVersion":"=2","appVersion":"=1",
         "locale":["zh"],"source":["push"],"build":["debug"],"region":["CN"],"platform":["ios","web"],
         "not":{"signedIn":false,
                "rollout":{"ramp":{"from":0.01,"to":0.02,"start":"1970-01-01T00:00:03Z","end":"1970-01-01T00:00:04Z"}}}}
        """#

    @Test("every key, in the order of the format, with its code and operands")
    func golden() throws {
        let fixture = try IndexFixture.make(
            #"{"id":"rule","match":["https://h.com/x"],"to":{"screen":"X"},"when":\#(Self.when)}"#)
        let words = fixture.index.file.whileAlive { tables in
            var cursor = tables.record(0, of: tables.conditions)
            var words: [String] = []
            func number() { words.append(String(cursor.next())) }
            func text() { words.append(tables.text(cursor.next())) }
            func long(_ count: UInt32) {
                let place = cursor.next()
                for index in 0..<count { words.append(String(tables.long(place + index), radix: 16)) }
            }
            func list() {
                let count = cursor.next()
                words.append(String(count))
                for _ in 0..<count { text() }
            }
            number()
            for _ in 0..<5 {
                number()
                list()
            }
            for _ in 0..<2 {
                number()
                text()
                long(4)
            }
            number()
            number()
            for _ in 0..<2 {
                number()
                long(1)
            }
            number()
            text()
            words.append(tables.text(cursor.next() - 1))
            number()
            for _ in 0..<2 {
                number()
                text()
                list()
            }
            number()
            number()
            number()
            number()
            number()
            text()
            for _ in 0..<3 { number() }
            long(2)
            #expect(cursor.isAtEnd && !cursor.overran)
            return words.joined(separator: " ")
        }
        let expected = """
            14 0 2 ios web 1 1 CN 2 1 debug 3 1 push 4 1 zh \
            5 =1 100000000 0 100000000 0 6 =2 200000000 0 200000000 0 7 1 8 3e8 9 7d0 10 u s 1250 \
            12 a 2 A C 12 b 1 B 13 2 7 0 11 deviceID 0 1 2 bb8 fa0
            """
        #expect(words == expected)
    }
}
