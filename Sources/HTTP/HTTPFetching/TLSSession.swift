import COpenSSL

/// One TLS connection without a socket: the caller passes encrypted bytes in and out.
///
/// It uses memory BIOs instead of a descriptor, so that `Connection` does every read and write with its deadlines, and
/// without SIGPIPE. One thread at a time may use a session.
@safe
final class TLSSession {
    /// The result of a step of the protocol.
    enum Step {
        /// Decrypted bytes; empty for a finished handshake.
        case done([UInt8])
        /// The step needs more bytes from the peer.
        case needsInput
        /// The peer ended the connection with close_notify.
        case closed
    }

    // C handles: this object owns `ssl`, which owns the two BIOs.
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let host: String

    /// Takes ownership of a new session, for a host whose name the certificate must have.
    @unsafe
    init(owning session: OpaquePointer, host: String) throws(FetchError) {
        unsafe ssl = session
        self.host = host
        guard let input = unsafe BIO_new(BIO_s_mem()), let output = unsafe BIO_new(BIO_s_mem()) else {
            // Before `SSL_set_bio` the session owns no BIO. There is no memory, so the process ends.
            unsafe SSL_free(session)
            fatalError("libcrypto gave no memory BIO: out of memory")
        }
        unsafe incoming = input
        unsafe outgoing = output
        unsafe SSL_set_bio(session, input, output)
        unsafe SSL_set_connect_state(session)
        try expect(host)
    }

    deinit {
        // Frees the BIOs, too.
        unsafe SSL_free(ssl)
    }

    private func expect(_ host: String) throws(FetchError) {
        // An address literal is checked against the certificate's addresses and must not be sent as SNI (RFC 6066 section 3).
        if unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 { return }
        ERR_clear_error()
        let named = unsafe host.withCString { name in
            // SSL_set_tlsext_host_name(3) is a macro over this call; libssl copies the name.
            unsafe SSL_ctrl(
                ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
                UnsafeMutableRawPointer(mutating: name))
        }
        guard named == 1, unsafe SSL_set1_host(ssl, host) == 1 else {
            throw TLSFailure.last("\(host) cannot be checked against a certificate", .invalidRequest)
        }
    }

    /// Adds bytes received from the peer.
    func receive(_ bytes: [UInt8]) {
        // A memory BIO grows and accepts all bytes; the buffer is valid during the call.
        let taken = unsafe bytes.withUnsafeBytes { unsafe BIO_write(incoming, $0.baseAddress, Int32($0.count)) }
        precondition(taken == bytes.count, "a memory BIO accepts all bytes unless memory is exhausted")
    }

    /// Removes and returns the bytes to send to the peer.
    func takeOutgoing() -> [UInt8] {
        let waiting = unsafe Int(BIO_ctrl_pending(outgoing))
        guard waiting > 0 else { return [] }
        // BIO_read(3) writes at most the given count, the buffer's capacity.
        return unsafe [UInt8](unsafeUninitializedCapacity: waiting) { buffer, count in
            count = unsafe Int(max(0, BIO_read(outgoing, buffer.baseAddress, Int32(waiting))))
        }
    }

    /// Continues the handshake; certificate and host have been checked when it is done.
    func handshake() throws(FetchError) -> Step {
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(ssl)
        return status == 1 ? .done([]) : try step(status, "handshake with \(host)")
    }

    /// Decrypts what was received.
    func decrypt(bytesMax: Int) throws(FetchError) -> Step {
        ERR_clear_error()
        var status: Int32 = 0
        // SSL_read(3) writes at most the given count, the buffer's capacity.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, count in
            unsafe status = SSL_read(ssl, buffer.baseAddress, Int32(bytesMax))
            count = Int(max(0, status))
        }
        return status > 0 ? .done(bytes) : try step(status, "reading from \(host)")
    }

    /// Encrypts bytes for the peer; ``takeOutgoing()`` returns them.
    func encrypt(_ bytes: [UInt8]) throws(FetchError) {
        guard !bytes.isEmpty else { return }
        ERR_clear_error()
        // SSL_write(3) reads the given count, the array's own. A memory BIO accepts all of it at once.
        let status = unsafe bytes.withUnsafeBytes { unsafe SSL_write(ssl, $0.baseAddress, Int32($0.count)) }
        guard status == bytes.count else { throw TLSFailure.last("writing to \(host)") }
    }

    /// Makes a close_notify to send; does not wait for the peer's.
    func close() {
        ERR_clear_error()
        unsafe SSL_shutdown(ssl)
        ERR_clear_error()
    }

    /// The result of a call that did not succeed (SSL_get_error(3)).
    private func step(_ status: Int32, _ what: String) throws(FetchError) -> Step {
        switch unsafe SSL_get_error(ssl, status) {
        case SSL_ERROR_WANT_READ: return .needsInput
        case SSL_ERROR_ZERO_RETURN: return .closed
        default: break
        }
        let verdict = unsafe SSL_get_verify_result(ssl)
        guard verdict == Int(X509_V_OK) else {
            ERR_clear_error()
            // X509_verify_cert_error_string(3): a constant string.
            let reason = unsafe String(cString: X509_verify_cert_error_string(verdict))
            throw FetchError(
                .untrusted, "the certificate of \(host): \(reason)",
                hint: "check the host's name and the certificate's chain and dates")
        }
        throw TLSFailure.last(what)
    }
}
