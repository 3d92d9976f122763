#if canImport(CryptoKit)
import CryptoKit
#else
import COpenSSL
#endif

/// A SHA-256 computation (FIPS 180-4): add bytes with ``update(_:)``, end it with ``finalize()``.
///
/// It uses CryptoKit on Apple systems and libcrypto's EVP functions elsewhere.
///
/// `@safe`: the C handle is private, made in `init`, freed once in `deinit`, and not accessible from outside.
@safe
package struct SHA256: ~Copyable {
    /// Length of a digest in bytes.
    package static let digestByteCount = 32

    #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()
    #else
    private let context: OpaquePointer

    /// The algorithm, fetched once: otherwise libcrypto looks it up for each digest, which takes as long as a short
    /// digest (EVP_MD_fetch(3), "Performance").
    ///
    /// Unsafe: the handle is never freed, and libcrypto allows its use from all threads (its reference count is
    /// atomic).
    private nonisolated(unsafe) static let algorithm: OpaquePointer? = {
        LibraryStart.once
        return unsafe EVP_MD_fetch(nil, "SHA256", nil)
    }()
    #endif

    /// Begins a computation without bytes.
    package init() {
        #if !canImport(CryptoKit)
        // Unsafe: libcrypto returns a C handle; this value is its only owner and frees it in `deinit`.
        guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
            fatalError("libcrypto has no SHA-256 context: out of memory, or a libcrypto without SHA-256")
        }
        unsafe self.context = context
        #endif
    }

    deinit {
        #if !canImport(CryptoKit)
        // Unsafe: this value is the only owner of the handle and does not use it again.
        unsafe EVP_MD_CTX_free(context)
        #endif
    }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) {
        #if canImport(CryptoKit)
        state.update(data: bytes)
        #else
        // Unsafe: the pointer is used only inside the closure, with the array's count.
        unsafe bytes.withUnsafeBytes { region in
            let done = unsafe EVP_DigestUpdate(context, region.baseAddress, region.count)
            precondition(done == 1, "EVP_DigestUpdate failed")
        }
        #endif
    }

    /// Ends the computation and returns the 32 bytes of the digest.
    package consuming func finalize() -> [UInt8] {
        #if canImport(CryptoKit)
        return Array(state.finalize())
        #else
        // Unsafe: for SHA-256 EVP writes exactly `digestByteCount` bytes, which is the capacity of the buffer.
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.digestByteCount) { buffer, count in
            let done = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(done == 1, "EVP_DigestFinal_ex failed")
            count = Self.digestByteCount
        }
        #endif
    }

    /// The digest of the bytes: 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finalize()
    }

    /// The digest of the bytes as 64 lower-case hexadecimal digits.
    package static func hexDigest(of bytes: [UInt8]) -> String {
        hex(hash(bytes))
    }
}

#if !canImport(CryptoKit)
/// The start of libcrypto.
enum LibraryStart {
    /// Initialises libcrypto at the first access, without its exit handler.
    ///
    /// That handler frees state which other threads may still use, and the process would crash while it exits
    /// (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT).
    static let once: Void = {
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }()
}
#endif
