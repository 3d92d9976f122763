#if LIBFUZZER
import Glibc

/// libFuzzer's main loop; it reads its flags and the corpus folders from the arguments.
///
/// Source: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// Unsafe: set once before the driver starts, and only read after that.
nonisolated(unsafe) private var chosen: FuzzTarget = .json

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Unsafe: libFuzzer owns the input and frees it after the call; the target gets a copy.
    unsafe chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// The program's entry under libFuzzer; SwiftPM points `main` of an executable target at this name.
///
/// WAYMARK_FUZZ_TARGET selects the target, because libFuzzer reads all arguments.
@_cdecl("waymark_fuzz_main")
func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    let name = unsafe getenv("WAYMARK_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget.named(name) else {
        print("set WAYMARK_FUZZ_TARGET to one of:", FuzzTarget.all.map(\.name).joined(separator: " "))
        return 2
    }
    if let folder = unsafe getenv("WAYMARK_FUZZ_SEEDS").map({ unsafe String(cString: $0) }) {
        return writeSeeds(of: target, to: folder) ? 0 : 1
    }
    unsafe chosen = target
    var count = count
    var arguments = unsafe arguments
    return unsafe runDriver(&count, &arguments, { unsafe testOneInput($0, $1) })
}

/// Writes each seed of a target to a file in a corpus folder; false if that fails.
private func writeSeeds(of target: FuzzTarget, to folder: String) -> Bool {
    for (number, seed) in target.seeds.enumerated() {
        guard let file = unsafe fopen("\(folder)/seed-\(number)", "wb") else { return false }
        let bytes = Array(seed.utf8)
        // Unsafe: fwrite(3) reads from the array, within its count.
        let isWritten = unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard unsafe fclose(file) == 0, isWritten else { return false }
    }
    return true
}
#endif
