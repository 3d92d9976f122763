import COpenSSL

/// The settings of all TLS connections of a client: trusted root certificates and the lowest TLS version.
///
/// Safe to share: nothing changes it after `init`, and libssl counts references to an SSL_CTX atomically.
@safe
final class TLSContext: @unchecked Sendable {
    // A C handle, made in `init` and freed in `deinit`.
    private let handle: OpaquePointer

    /// Trusts the system's root certificates, and those of a PEM file if one is given.
    init(trusting file: String?) throws(FetchError) {
        // Without this flag libcrypto frees its state in an exit handler (OPENSSL_init_crypto(3)), and a program that
        // returns from `main` while a thread of this client uses TLS crashes.
        _ = OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        // From here on only this object owns it.
        guard let handle = unsafe SSL_CTX_new(TLS_client_method()) else { throw TLSFailure.last("no TLS context") }
        unsafe self.handle = handle
        // SSL_CTX_set_min_proto_version(3) is a macro over this call. TLS 1.0 and 1.1 are deprecated (RFC 8996).
        guard unsafe SSL_CTX_ctrl(handle, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
            unsafe SSL_CTX_set_default_verify_paths(handle) == 1
        else { throw TLSFailure.last("the system has no root certificates") }
        unsafe SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
        if let file, unsafe SSL_CTX_load_verify_locations(handle, file, nil) != 1 {
            throw TLSFailure.last("\(file) contains no certificate")
        }
    }

    deinit {
        // Sessions have their own references, so libssl frees the SSL_CTX with the last of them.
        unsafe SSL_CTX_free(handle)
    }

    /// Makes a session for one host, before the handshake.
    func session(host: String) throws(FetchError) -> TLSSession {
        guard let session = unsafe SSL_new(handle) else { throw TLSFailure.last("no TLS session") }
        return try unsafe TLSSession(owning: session, host: host)
    }
}

/// Makes errors from libssl's error queue.
enum TLSFailure {
    /// An error with the first reason in libssl's queue of this thread; empties the queue.
    static func last(_ what: String, _ code: FetchError.Code = .tls) -> FetchError {
        let number = ERR_get_error()
        ERR_clear_error()
        // ERR_reason_error_string(3): a constant string, or null for an unknown number.
        let reason = unsafe ERR_reason_error_string(number).map { unsafe String(cString: $0) }
        return FetchError(code, reason.map { "\(what): \($0)" } ?? what)
    }
}
