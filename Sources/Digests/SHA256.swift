#if canImport(CryptoKit)
import CryptoKit
#else
import CCrypto
#endif

/// A SHA-256 digest in the making (FIPS 180-4): feed bytes with ``update(_:)``, end with ``finalize()``.
///
/// The work is done by CryptoKit where there is one and by libcrypto's EVP interface elsewhere.
///
/// `@safe`: the C handle is private, made in `init`, freed once in `deinit`, and never handed out.
@safe
package struct SHA256: ~Copyable {
    /// Length of a digest in bytes.
    package static let digestByteCount = 32

    #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()
    #else
    private let context: OpaquePointer

    /// The algorithm, found once: libcrypto otherwise looks it up for each digest, which costs as much as a short digest
    /// (EVP_MD_fetch(3), "Performance").
    ///
    /// Unsafe: a handle that is never freed and that libcrypto shares between threads (its references are atomic).
    private nonisolated(unsafe) static let algorithm: OpaquePointer? = unsafe EVP_MD_fetch(nil, "SHA256", nil)
    #endif

    /// Begins a digest over no bytes.
    package init() {
        #if !canImport(CryptoKit)
        // Unsafe: libcrypto hands out a C handle; this value is its only owner and frees it in `deinit`.
        guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
            fatalError("libcrypto gave no SHA-256 context: out of memory, or a libcrypto without SHA-256")
        }
        unsafe self.context = context
        #endif
    }

    deinit {
        #if !canImport(CryptoKit)
        // Unsafe: the handle is owned by this value alone and is not used afterwards.
        unsafe EVP_MD_CTX_free(context)
        #endif
    }

    /// Adds bytes to what is digested.
    package mutating func update(_ bytes: [UInt8]) {
        #if canImport(CryptoKit)
        state.update(data: bytes)
        #else
        // Unsafe: the pointer is used only inside the closure, with the array's own count.
        unsafe bytes.withUnsafeBytes { region in
            let done = unsafe EVP_DigestUpdate(context, region.baseAddress, region.count)
            precondition(done == 1, "libcrypto refused bytes of a running SHA-256")
        }
        #endif
    }

    /// Ends the digest and returns its 32 bytes.
    package consuming func finalize() -> [UInt8] {
        #if canImport(CryptoKit)
        return Array(state.finalize())
        #else
        // Unsafe: EVP writes exactly `digestByteCount` bytes for SHA-256 into the buffer of that capacity.
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.digestByteCount) { buffer, count in
            let done = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(done == 1, "libcrypto could not end a running SHA-256")
            count = Self.digestByteCount
        }
        #endif
    }

    /// Digests the bytes at once and returns the 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finalize()
    }

    /// Digests the bytes at once and returns 64 lower-case hexadecimal digits.
    package static func hexDigest(of bytes: [UInt8]) -> String {
        hex(hash(bytes))
    }
}
