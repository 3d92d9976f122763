import TestSupport
import Testing

@testable import RouteIndex

@Suite("A pile keeps what was put on it", .scheduled)
struct PileTests {
    @Test("while it grows, is changed, emptied and joined with another", arguments: [0, 1, 15, 16, 17, 1000])
    func grows(count: Int) {
        var pile = Pile<UInt32>(reserving: 3)
        for number in 0..<count { pile.append(UInt32(number)) }
        for place in 0..<count { pile[place] += 1 }
        var other = Pile<UInt32>(repeating: 7, count: 3)
        other.append(contentsOf: pile)
        let kept = (0..<count).map { pile[$0] }
        let joined = (0..<other.count).map { other[$0] }
        #expect(kept == (0..<count).map { UInt32($0) + 1 })
        #expect(joined == [7, 7, 7] + kept)
        pile.removeAll()
        pile.append(9)
        let left = (pile.count, pile[0])
        #expect(left == (1, 9))
    }

    @Test("sorted from a place on, it leaves what stands before alone", arguments: [0, 2, 5])
    func sorts(start: Int) {
        let numbers: [UInt64] = [5, 1, 4, 3, 2]
        var pile = Pile<UInt64>()
        for number in numbers { pile.append(number) }
        pile.sort(from: start)
        let sorted = (0..<pile.count).map { pile[$0] }
        #expect(sorted == Array(numbers[..<start]) + numbers[start...].sorted())
    }

    @Test("bytes stand as they were given, and words in the width that was asked for", arguments: 1...4)
    func bytes(width: Int) {
        var pile = Pile<UInt8>()
        ByteTable.with("abc") { pile.append($0) }
        pile.appendZeros(2)
        var words = Pile<UInt32>()
        for number in 0..<40 { words.append(UInt32(number * 5)) }
        pile.append(words, width: width)
        pile.append(0xEE)
        let expected = (0..<40).flatMap { [UInt8($0 * 5)] + [UInt8](repeating: 0, count: width - 1) }
        let all = pile.array
        #expect(all == Array("abc".utf8) + [0, 0] + expected + [0xEE])
    }
}
