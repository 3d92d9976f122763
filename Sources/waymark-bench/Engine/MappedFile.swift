import Glibc
import RouteIndex

/// An index file as a client opens it.
enum MappedFile {
    /// Maps a file that nobody changes while it is mapped.
    static func map(_ path: String) throws -> IndexBytes {
        // Paths are Swift strings, handed over as C strings for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be opened") }
        defer { close(descriptor) }
        let count = Int(lseek(descriptor, 0, SEEK_END))
        // A new mapping at an address of the kernel's choice, checked before it is used.
        let start = unsafe mmap(nil, max(count, 1), PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw BenchError("\(path) cannot be mapped") }
        // The mapping is `count` bytes long and ends when the index lets go of it.
        return unsafe IndexBytes(mapping: UnsafeRawBufferPointer(start: start, count: count)) { memory in
            unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        }
    }
}
