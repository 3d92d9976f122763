import TestSupport
import Testing

@testable import RouteIndex

@Suite("A unique buffer holds the elements that were appended", .scheduled)
struct UniqueBufferTests {
    @Test(
        "after growth, assignment, removal of all elements and appending of another buffer",
        arguments: [0, 1, 15, 16, 17, 1000])
    func grows(count: Int) {
        var buffer = UniqueBuffer<UInt32>(reserving: 3)
        for number in 0..<count { buffer.append(UInt32(number)) }
        for place in 0..<count { buffer[place] += 1 }
        var other = UniqueBuffer<UInt32>(repeating: 7, count: 3)
        other.append(contentsOf: buffer)
        let kept = (0..<count).map { buffer[$0] }
        let joined = (0..<other.count).map { other[$0] }
        #expect(kept == (0..<count).map { UInt32($0) + 1 })
        #expect(joined == [7, 7, 7] + kept)
        buffer.removeAll()
        buffer.append(9)
        let left = (buffer.count, buffer[0])
        #expect(left == (1, 9))
    }

    @Test("a sort from an index on leaves the elements before it in place", arguments: [0, 2, 5])
    func sorts(start: Int) {
        let numbers: [UInt64] = [5, 1, 4, 3, 2]
        var buffer = UniqueBuffer<UInt64>()
        for number in numbers { buffer.append(number) }
        buffer.sort(from: start)
        let sorted = (0..<buffer.count).map { buffer[$0] }
        #expect(sorted == Array(numbers[..<start]) + numbers[start...].sorted())
    }

    @Test("bytes are stored unchanged, and words in the given width", arguments: 1...4)
    func bytes(width: Int) {
        var buffer = UniqueBuffer<UInt8>()
        ByteTable.with("abc") { buffer.append($0) }
        buffer.appendZeros(2)
        var words = UniqueBuffer<UInt32>()
        for number in 0..<40 { words.append(UInt32(number * 5)) }
        buffer.append(words, width: width)
        buffer.append(0xEE)
        let expected = (0..<40).flatMap { [UInt8($0 * 5)] + [UInt8](repeating: 0, count: width - 1) }
        let all = buffer.array
        #expect(all == Array("abc".utf8) + [0, 0] + expected + [0xEE])
    }
}
