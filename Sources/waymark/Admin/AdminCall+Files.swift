import Glibc
import SystemIO

extension AdminCall {
    /// The bytes of a file, or of the standard input for `-`.
    func file(_ path: String) throws(CommandError) -> [UInt8] {
        do throws(Errno) {
            return try Files.read(path == "-" ? "/dev/stdin" : path, bytesMax: AdminLimits.fileBytesMax)
        } catch {
            throw CommandError(.usage, "cannot read \(path): \(error)")
        }
    }
}
