import CPostgres

/// A connection to a PostgreSQL server, used by one thread at a time.
///
/// It cannot be copied and is not Sendable, so that it has one owner; its ``canceller`` may be used by other threads.
/// `@safe`: the handle is private to the module, made in ``open(_:_:)``, closed once in ``close()``.
@safe
package struct PostgresConnection: ~Copyable {
    /// Cancels what the connection runs, from another thread.
    package let canceller: QueryCanceller
    let settings: PostgresSettings
    let record = ConnectionRecord()
    let log = NoticeLog()
    private var handle: OpaquePointer?

    /// Connects to the first host of the address that answers, and sets the limits of the session.
    ///
    /// It waits for each host `connectSeconds`, and for the name service as long as the system does; an address with
    /// `hostaddr` needs no name service.
    ///
    /// - Throws: `connection` with libpq's message for each host, without the password.
    package static func open(
        _ address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings()
    ) throws(PostgresError) -> PostgresConnection {
        let opened = unsafe connect(parameters(address, settings))
        guard let opened = unsafe opened, unsafe PQstatus(opened) == CONNECTION_OK else {
            let failure = unsafe connectFailure(opened)
            unsafe PQfinish(opened)
            throw failure
        }
        var connection = unsafe PostgresConnection(opened, settings)
        do throws(PostgresError) {
            guard unsafe PQsetnonblocking(opened, 1) == 0 else { throw connection.lost(nil) }
            if !settings.isPooled { try connection.runScript(settings.limitStatements.joined(separator: "; ")) }
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    private init(_ opened: OpaquePointer, _ settings: PostgresSettings) {
        canceller = unsafe QueryCanceller(opened)
        self.settings = settings
        unsafe handle = opened
        // Unsafe: `log` lives as long as the handle, which is closed by this value.
        unsafe PQsetNoticeReceiver(opened, NoticeLog.receiver, Unmanaged.passUnretained(log).toOpaque())
    }

    deinit {
        assert(unsafe handle == nil, "a database connection was not closed")
    }

    /// Closes the connection; the server rolls back an open transaction.
    ///
    /// Using the connection afterwards traps.
    package mutating func close() {
        guard let open = unsafe handle else { return }
        canceller.close()
        unsafe PQfinish(open)
        unsafe handle = nil
    }

    /// Whether another statement can be sent.
    package var isUsable: Bool { unsafe !record.isBroken && PQstatus(pointer) == CONNECTION_OK }

    /// Whether no transaction is open; also of a lost connection, whose transaction the server rolls back.
    package var isOutsideTransaction: Bool {
        guard isUsable, record.posted.isEmpty else { return !isUsable || record.isEnded }
        return unsafe PQtransactionStatus(pointer) == PQTRANS_IDLE
    }

    /// Whether the connection is usable, and its end has not arrived.
    var isAlive: Bool { unsafe isUsable && PQconsumeInput(pointer) == 1 && isUsable }

    /// Runs `body` with the connection, for owners that may have none.
    package func lend<Value>(
        _ body: (borrowing PostgresConnection) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value { try body(self) }

    /// What libpq connected with, by the names of its options, such as `sslmode`; wherever it found them.
    package var options: [String: String] {
        // Unsafe: libpq allocates the list, which is freed here; its texts are copied before.
        guard let options = unsafe PQconninfo(pointer) else { return [:] }
        defer { unsafe PQconninfoFree(options) }
        return unsafe PostgresAddress.values(of: options)
    }

    /// Takes the notices that came since the last call, oldest first.
    package func takeNotices() -> [PostgresNotice] { log.take() }

    /// The C handle, for this module's files only.
    var pointer: OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("a closed database connection was used") }
        return unsafe handle
    }

    /// The failure of a connection that cannot be used any more.
    func lost(_ sql: String?) -> PostgresError {
        record.isBroken = true
        // Unsafe: the text is valid until the next call, and is copied here.
        let message = PostgresAddress.line(unsafe String(cString: PQerrorMessage(pointer)))
        return PostgresError(.connection, message.isEmpty ? "the connection was lost" : message, sql: sql)
    }
}

// MARK: Opening

extension PostgresConnection {
    /// Names and values for libpq, in this order: what the address may change, the address, what it may not change.
    private static func parameters(_ address: PostgresAddress, _ settings: PostgresSettings) -> [(String, String)] {
        [
            ("application_name", settings.applicationName),
            ("connect_timeout", String(settings.connectSeconds)),
            ("tcp_user_timeout", String(settings.unacknowledgedMilliseconds)),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("dbname", address.uri),
            ("client_encoding", "UTF8"),
        ]
    }

    private static func connect(_ parameters: [(String, String)]) -> OpaquePointer? {
        // One block of memory with all texts, each with its NUL character.
        var block: [UInt8] = []
        let starts = parameters.map { name, value in
            let nameStart = block.count
            block += Array(name.utf8) + [0]
            let valueStart = block.count
            block += Array(value.utf8) + [0]
            return (name: nameStart, value: valueStart)
        }
        // Unsafe: libpq copies the texts during the call; each list ends with a null pointer.
        return unsafe block.withUnsafeBytes { region in
            let texts = unsafe region.assumingMemoryBound(to: CChar.self).baseAddress
            let names = unsafe starts.map { start in unsafe texts.map { unsafe $0 + start.name } } + [nil]
            let values = unsafe starts.map { start in unsafe texts.map { unsafe $0 + start.value } } + [nil]
            return unsafe PQconnectdbParams(names, values, 1)
        }
    }

    /// Why there is no connection; the password is taken out if a message should have it.
    private static func connectFailure(_ opened: OpaquePointer?) -> PostgresError {
        guard let opened = unsafe opened else { return PostgresError(.connection, "no memory for a connection") }
        // Unsafe: both texts belong to the connection and are copied here.
        let message = PostgresAddress.line(unsafe String(cString: PQerrorMessage(opened)))
        func text(_ value: UnsafeMutablePointer<CChar>?) -> String {
            unsafe value.map { unsafe String(cString: $0) } ?? ""
        }
        let password = unsafe text(PQpass(opened))
        // What the message is about. libpq and the server write these names into it, whatever the password is.
        let names = unsafe [text(PQuser(opened)), text(PQdb(opened)), text(PQhost(opened)), text(PQport(opened))]
        return PostgresError(.connection, PostgresAddress.message(message, without: password, names: names))
    }
}
