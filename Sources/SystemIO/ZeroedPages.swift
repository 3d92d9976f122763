import Glibc

/// Memory from mmap(2) that is all zeros and costs nothing until it is touched, page by page.
@safe package final class ZeroedPages {
    /// The first byte; aligned to a page.
    package let start: UnsafeMutableRawPointer
    /// How many bytes there are.
    package let byteCount: Int

    /// Asks for so many bytes.
    package init(byteCount: Int) throws(Errno) {
        precondition(byteCount > 0, "no pages at all")
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        // Anonymous memory: no descriptor, no offset; the result is checked.
        let pages = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { throw .last }
        unsafe start = pages
        self.byteCount = byteCount
    }

    deinit { _ = unsafe munmap(start, byteCount) }
}
