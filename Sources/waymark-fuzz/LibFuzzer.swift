#if LIBFUZZER
import Glibc

/// libFuzzer's entry into its own loop; it reads its flags and the corpus folders from the arguments.
///
/// Source: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// Set once before the driver starts, and only read after.
nonisolated(unsafe) private var chosen: FuzzTarget = .json

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer owns the input and frees it after the call; targets get a copy of their own.
    unsafe chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// The program's entry under libFuzzer; SwiftPM points `main` of an executable target at this name.
///
/// WAYMARK_FUZZ_TARGET chooses the target, because every argument belongs to libFuzzer.
@_cdecl("waymark_fuzz_main")
func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    let name = unsafe getenv("WAYMARK_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget.named(name) else {
        print("set WAYMARK_FUZZ_TARGET to one of:", FuzzTarget.all.map(\.name).joined(separator: " "))
        return 2
    }
    if let folder = unsafe getenv("WAYMARK_FUZZ_SEEDS").map({ unsafe String(cString: $0) }) {
        return target.writeSeeds(folder) ? 0 : 1
    }
    unsafe chosen = target
    var count = count
    var arguments = unsafe arguments
    return unsafe runDriver(&count, &arguments, { unsafe testOneInput($0, $1) })
}

extension FuzzTarget {
    /// Writes each seed to a file of a corpus folder; false where that fails.
    fileprivate func writeSeeds(_ folder: String) -> Bool {
        for (number, seed) in seeds.enumerated() {
            guard let file = unsafe fopen("\(folder)/seed-\(number)", "wb") else { return false }
            let bytes = Array(seed.utf8)
            // stdio copies from the array, within its count.
            let isWritten = unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
            guard unsafe fclose(file) == 0, isWritten else { return false }
        }
        return true
    }
}
#endif
