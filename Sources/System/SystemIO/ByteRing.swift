#if os(Linux)
import Synchronization

/// A ring buffer of fixed size from one writing thread to one reading thread; neither of them waits.
@safe package final class ByteRing: @unchecked Sendable {
    // @unchecked: the writer writes only free bytes, the reader reads only written bytes; the two counts, which are
    // stored after the bytes that they count, separate the two.
    private let pages: ZeroedPages
    /// Bytes written since the beginning; changed by the writer only.
    private let given = Atomic(0)
    /// Bytes removed since the beginning; changed by the reader only.
    private let taken = Atomic(0)

    /// Makes an empty ring; its pages use no memory before they are written.
    package init(byteCount: Int) throws(Errno) { pages = try ZeroedPages(byteCount: byteCount) }

    /// Number of bytes that it can hold.
    package var capacity: Int { pages.byteCount }

    /// Number of bytes in the ring.
    ///
    /// Sequentially consistent, as `give` is: if a reader sets a flag before it sleeps and then reads the count, and a
    /// writer writes and then reads the flag, at least one of them notices the other.
    package var count: Int {
        given.load(ordering: .sequentiallyConsistent) - taken.load(ordering: .sequentiallyConsistent)
    }

    /// Writes all bytes, or none if they do not fit (false); for the writing thread.
    package func give(_ bytes: [UInt8]) -> Bool {
        let end = given.load(ordering: .relaxed)
        guard bytes.count <= capacity - (end - taken.load(ordering: .acquiring)) else { return false }
        let start = end % capacity
        let first = min(bytes.count, capacity - start)
        unsafe bytes.withUnsafeBytes { raw in
            guard let from = raw.baseAddress else { return }
            // Up to the end of the pages, then from their beginning; they fit, as checked above.
            unsafe (pages.start + start).copyMemory(from: from, byteCount: first)
            unsafe pages.start.copyMemory(from: from + first, byteCount: bytes.count - first)
        }
        given.store(end + bytes.count, ordering: .sequentiallyConsistent)
        return true
    }

    /// A copy of the oldest bytes, at most `bytesMax`; for the reading thread.
    package func copy(bytesMax: Int) -> [UInt8] {
        let begin = taken.load(ordering: .relaxed)
        let count = min(bytesMax, given.load(ordering: .acquiring) - begin)
        let start = begin % capacity
        let first = min(count, capacity - start)
        // Both parts are within the pages and were written.
        return unsafe Array(UnsafeRawBufferPointer(start: pages.start + start, count: first))
            + Array(UnsafeRawBufferPointer(start: pages.start, count: count - first))
    }

    /// Removes the oldest bytes; for the reading thread.
    package func take(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "more bytes than the ring holds")
        taken.store(taken.load(ordering: .relaxed) + count, ordering: .sequentiallyConsistent)
    }
}
#endif
