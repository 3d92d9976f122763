import Synchronization

/// Bytes on their way from one thread to one other, in a ring of fixed size: neither of the two ever waits.
@safe package final class ByteRing: @unchecked Sendable {
    // @unchecked: the giver writes only where nothing waits, the taker reads only what waits; the two counts, published
    // after the bytes they are about, say which is which.
    private let pages: ZeroedPages
    /// Bytes given since the beginning; only the giver raises it.
    private let given = Atomic(0)
    /// Bytes taken since the beginning; only the taker raises it.
    private let taken = Atomic(0)

    /// Makes an empty ring, whose memory costs nothing until it is used.
    package init(byteCount: Int) throws(Errno) { pages = try ZeroedPages(byteCount: byteCount) }

    /// How many bytes it holds at most.
    package var capacity: Int { pages.byteCount }

    /// How many bytes wait.
    ///
    /// Sequentially consistent, as `give` is: a taker that says it will sleep, then looks, and a giver that gives, then
    /// looks whether somebody sleeps, never miss one another.
    package var count: Int {
        given.load(ordering: .sequentiallyConsistent) - taken.load(ordering: .sequentiallyConsistent)
    }

    /// Gives all of some bytes, or none where there is no room for them; for the one thread that gives.
    package func give(_ bytes: [UInt8]) -> Bool {
        let end = given.load(ordering: .relaxed)
        guard bytes.count <= capacity - (end - taken.load(ordering: .acquiring)) else { return false }
        let start = end % capacity
        let first = min(bytes.count, capacity - start)
        unsafe bytes.withUnsafeBytes { raw in
            guard let from = raw.baseAddress else { return }
            // Up to the end of the pages, then from their beginning; there is room, as checked above.
            unsafe (pages.start + start).copyMemory(from: from, byteCount: first)
            unsafe pages.start.copyMemory(from: from + first, byteCount: bytes.count - first)
        }
        given.store(end + bytes.count, ordering: .sequentiallyConsistent)
        return true
    }

    /// A copy of the oldest bytes that wait, at most so many; for the one thread that takes.
    package func copy(bytesMax: Int) -> [UInt8] {
        let begin = taken.load(ordering: .relaxed)
        let count = min(bytesMax, given.load(ordering: .acquiring) - begin)
        let start = begin % capacity
        let first = min(count, capacity - start)
        // Both parts lie within the pages and were given.
        return unsafe Array(UnsafeRawBufferPointer(start: pages.start + start, count: first))
            + Array(UnsafeRawBufferPointer(start: pages.start, count: count - first))
    }

    /// Makes room: so many of the oldest bytes are done with; for the one thread that takes.
    package func take(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "more than was given")
        taken.store(taken.load(ordering: .relaxed) + count, ordering: .sequentiallyConsistent)
    }
}
