#if os(Linux)
/// Memory of zeros from mmap(2); a page uses memory only after it was accessed.
@safe package final class ZeroedPages {
    /// The first byte; aligned to a page.
    package let start: UnsafeMutableRawPointer
    /// Number of bytes.
    let byteCount: Int

    /// Maps the pages.
    package init(byteCount: Int) throws(Errno) {
        precondition(byteCount > 0, "the byte count must be positive")
        unsafe start = try SystemCall.mapZeroed(byteCount)
        self.byteCount = byteCount
    }

    // The pages are used only through this object.
    deinit { unsafe SystemCall.unmap(start, byteCount) }
}

/// The memory of the process.
package enum ProcessMemory {
    /// Bytes of this process that are in RAM (proc(5), statm); 0 if they cannot be read.
    static var residentBytes: Int {
        let text = String(decoding: (try? Files.read("/proc/self/statm", bytesMax: 4_096)) ?? [], as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * SystemCall.pageByteCount
    }

    /// Bytes in RAM that the program has not got from the allocator.
    ///
    /// These are free pieces that the allocator keeps, code, stacks and mapped files; less than 0 while the program has got
    /// more than it has written to. It visits every free piece (mallinfo2(3)): call it seldom.
    package static var unusedBytes: Int { residentBytes - heapBytesInUse }

    /// Bytes that the program got from the allocator and has not freed (mallinfo2(3)).
    static var heapBytesInUse: Int { SystemCall.heapBytesInUse }

    /// Returns the allocator's free memory to the system (malloc_trim(3)).
    ///
    /// > Since glibc 2.8 this function frees memory in all arenas and in all chunks with whole free pages.
    ///
    /// It visits every free chunk; other threads that allocate may have to wait during the call.
    package static func returnFreePages() { SystemCall.trimHeap() }

    /// Lets the allocator return pieces of at least a megabyte to the system as soon as they are free (mallopt(3)).
    ///
    /// Otherwise each thread that freed a large piece keeps it: glibc raises M_MMAP_THRESHOLD to the size of that piece.
    package static func returnLargePiecesAtOnce() { SystemCall.mapPieces(ofAtLeast: 1 << 20) }
}
#endif
