import CSSL

/// What all TLS connections of a client share: the trusted roots and the oldest version spoken.
///
/// Safe to share: after `init` nothing changes it, and libssl counts references to an SSL_CTX with atomics.
@safe
final class TLSContext: @unchecked Sendable {
    // A C handle, made in `init`, freed once in `deinit`.
    private let handle: OpaquePointer

    /// Trusts the system's roots, and those in a PEM file when one is given.
    init(trusting file: String?) throws(FetchError) {
        // Owned by this object alone from here on.
        guard let handle = unsafe SSL_CTX_new(TLS_client_method()) else { throw TLSFailure.last("no TLS context") }
        unsafe self.handle = handle
        // SSL_CTX_set_min_proto_version(3) is a macro over this call. TLS 1.0 and 1.1 are dead (RFC 8996).
        guard unsafe SSL_CTX_ctrl(handle, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
            unsafe SSL_CTX_set_default_verify_paths(handle) == 1
        else { throw TLSFailure.last("no trusted roots") }
        unsafe SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
        if let file, unsafe SSL_CTX_load_verify_locations(handle, file, nil) != 1 {
            throw TLSFailure.last("\(file) holds no certificate to trust")
        }
    }

    deinit {
        // Sessions hold references of their own, so this may outlive the object inside libssl.
        unsafe SSL_CTX_free(handle)
    }

    /// A session to one host, not yet shaken hands.
    func session(host: String) throws(FetchError) -> TLSSession {
        guard let session = unsafe SSL_new(handle) else { throw TLSFailure.last("no TLS session") }
        return try unsafe TLSSession(owning: session, host: host)
    }
}

/// Reads libssl's queue of errors.
enum TLSFailure {
    /// An error with the reason that libssl reported last on this thread.
    static func last(_ what: String, _ code: FetchError.Code = .tls) -> FetchError {
        let number = ERR_get_error()
        ERR_clear_error()
        // ERR_reason_error_string(3): a constant string, or null for an unknown number.
        let reason = unsafe ERR_reason_error_string(number).map { unsafe String(cString: $0) }
        return FetchError(code, reason.map { "\(what): \($0)" } ?? what)
    }
}
