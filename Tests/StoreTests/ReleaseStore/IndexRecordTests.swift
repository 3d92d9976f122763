import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("The records of indexes in a column of a release", .scheduled)
struct IndexRecordTests {
    @Test(
        "whole records are read by format, and what damage has left of others is left out",
        arguments: [
            (nil, []), ("", []), ("1 D 5 3", [1]), ("2 D 5 3,1 D 5 3", [1, 2]), ("1  5 3", []), ("1 D 5", []),
            ("1 D 5 3 9", []), ("x D 5 3,1 D 5 3", [1]), (",,1 D 5 3,", [1]), ("99999999999999999999 D 5 3", []),
        ] as [(String?, [Int])])
    func rows(column: String?, formats: [Int]) {
        let records = IndexTable.records(column.map { Array($0.utf8) })
        #expect(records.map(\.format) == formats)
        #expect(records.allSatisfy { $0.digest == "D" && $0.byteCount == 5 && $0.gzipByteCount == 3 })
    }

    @Test("any bytes give records or none", arguments: [5])
    func bytes(seed: UInt64) {
        var random = SeededGenerator.fromEnvironment(default: seed)
        let letters = Array("0123 ,a\u{0}é".utf8)
        for _ in 0..<2_000 {
            let column = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &random)]
            }
            #expect(IndexTable.records(column).allSatisfy { !$0.digest.isEmpty }, "\(column)")
        }
    }
}
