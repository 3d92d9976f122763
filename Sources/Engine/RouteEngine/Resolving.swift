import CanonicalJSON
import RouteDocuments
import RouteIndex
import RouteModel

// The functions of `waymark.h` that both WebAssembly modules have: everything that a compiled index needs.

/// A release that a program has opened.
final class OpenRelease: Sendable {
    let index: CompiledIndex

    init(_ index: CompiledIndex) { self.index = index }
}

/// A context that a program holds.
final class HeldContext: Sendable {
    let value: Context

    init(_ value: Context) { self.value = value }
}

/// `wm_alloc`: memory for a text that a program passes.
@c(wm_alloc)
public func allocateMemory(_ length: Int) -> UnsafeMutablePointer<UInt8>? {
    UnsafeMutablePointer<UInt8>.allocate(capacity: max(length, 1))
}

/// `wm_free`: frees memory that this target allocated.
@c(wm_free)
public func freeMemory(_ memory: UnsafeMutablePointer<UInt8>?) {
    unsafe memory?.deallocate()
}

/// `wm_version`: the versions of the functions and of the formats, as JSON.
@c(wm_version)
public func engineVersion(_ length: UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<UInt8>? {
    var writer = CanonicalWriter(reserving: 64)
    writer.beginObject()
    writer.name("abi" as CanonicalName)
    writer.integer(1)
    writer.name("bodyFormat" as CanonicalName)
    writer.integer(ReleaseBody.formatMax)
    writer.name("indexFormat" as CanonicalName)
    writer.integer(CompiledIndex.format)
    writer.endObject()
    return unsafe Transfer.handOver(writer.bytes, length)
}

/// `wm_sha256`: the SHA-256 of bytes, written to 32 bytes.
@c(wm_sha256)
public func hashBytes(_ bytes: UnsafePointer<UInt8>?, _ length: Int, _ digest: UnsafeMutablePointer<UInt8>?) {
    guard let digest = unsafe digest else { return }
    for (place, byte) in SHA256Digest.of(unsafe Transfer.bytes(bytes, length)).enumerated() {
        unsafe digest[place] = byte  // The program has 32 bytes there, as `waymark.h` asks.
    }
}

/// `wm_open_index`: opens a compiled index.
@c(wm_open_index)
public func openIndex(
    _ file: UnsafePointer<UInt8>?, _ length: Int, _ problem: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ problemLength: UnsafeMutablePointer<Int>?
) -> UnsafeMutableRawPointer? {
    do throws(IndexError) {
        let index = try CompiledIndex(IndexBytes(unsafe Transfer.bytes(file, length)))
        return unsafe Transfer.retained(OpenRelease(index))
    } catch {
        unsafe Transfer.report(Problem.json(error), problem, problemLength)
        return nil
    }
}

/// `wm_close`: closes a release.
@c(wm_close)
public func closeRelease(_ release: UnsafeMutableRawPointer?) {
    unsafe Transfer.release(release, as: OpenRelease.self)
}

/// `wm_describe`: the app, the digest, the number of rules and the version of a release, as JSON.
@c(wm_describe)
public func describeRelease(
    _ release: UnsafeRawPointer?, _ length: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<UInt8>? {
    guard let index = unsafe Transfer.object(release, as: OpenRelease.self)?.index else { return nil }
    var writer = CanonicalWriter(reserving: 160)
    writer.beginObject()
    writer.name("app" as CanonicalName)
    writer.string(index.app)
    writer.name("digest" as CanonicalName)
    writer.string(SHA256Digest.hexadecimal(index.digest))
    writer.name("rules" as CanonicalName)
    writer.integer(index.ruleCount)
    writer.name("version" as CanonicalName)
    writer.integer(index.version)
    writer.endObject()
    return unsafe Transfer.handOver(writer.bytes, length)
}

/// `wm_context_new`: reads a context.
@c(wm_context_new)
public func makeContext(
    _ json: UnsafePointer<UInt8>?, _ length: Int, _ problem: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ problemLength: UnsafeMutablePointer<Int>?
) -> UnsafeMutableRawPointer? {
    do throws(ModelError) {
        return unsafe Transfer.retained(HeldContext(try ContextReader.read(unsafe Transfer.bytes(json, length))))
    } catch {
        unsafe Transfer.report(Problem.json(error), problem, problemLength)
        return nil
    }
}

/// `wm_context_free`: frees a context.
@c(wm_context_free)
public func freeContext(_ context: UnsafeMutableRawPointer?) {
    unsafe Transfer.release(context, as: HeldContext.self)
}

/// `wm_resolve`: the resolution of an address, as JSON.
@c(wm_resolve)
public func resolveAddress(
    _ release: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ address: UnsafePointer<UInt8>?, _ addressLength: Int,
    _ now: Int64, _ flags: UInt32, _ length: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<UInt8>? {
    guard let index = unsafe Transfer.object(release, as: OpenRelease.self)?.index else { return nil }
    let held = unsafe Transfer.object(context, as: HeldContext.self)
    let resolution = index.resolve(
        unsafe Transfer.text(address, addressLength), context: held?.value ?? Context(), at: Instant(milliseconds: now),
        explaining: flags & 1 != 0)
    return unsafe Transfer.handOver(resolution.canonicalBytes, length)
}
