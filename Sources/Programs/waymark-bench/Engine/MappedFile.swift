import Glibc
import RouteIndex

/// Maps an index file as a client does.
enum MappedFile {
    /// Maps a file, which must not be changed while it is mapped.
    static func map(_ path: String) throws -> IndexBytes {
        // Unsafe: the path is a C string for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be opened") }
        defer { close(descriptor) }
        let count = Int(lseek(descriptor, 0, SEEK_END))
        // Unsafe: a new mapping at an address chosen by the kernel; the result is checked before it is used.
        let start = unsafe mmap(nil, max(count, 1), PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw BenchError("\(path) cannot be mapped") }
        // Unsafe: the mapping has `count` bytes and is unmapped when the index releases it.
        return unsafe IndexBytes(mapping: UnsafeRawBufferPointer(start: start, count: count)) { memory in
            unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        }
    }
}
