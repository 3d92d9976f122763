/// Memory from mmap(2) that is all zeros and costs nothing until it is touched, page by page.
@safe package final class ZeroedPages {
    /// The first byte; aligned to a page.
    package let start: UnsafeMutableRawPointer
    /// How many bytes there are.
    package let byteCount: Int

    /// Asks for so many bytes.
    package init(byteCount: Int) throws(Errno) {
        precondition(byteCount > 0, "no pages at all")
        unsafe start = try SystemCall.mapZeroed(byteCount)
        self.byteCount = byteCount
    }

    // Nobody else has the pages: they were lent by reference to this object only.
    deinit { unsafe SystemCall.unmap(start, byteCount) }
}
