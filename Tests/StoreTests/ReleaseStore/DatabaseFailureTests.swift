import ReleaseStore
import SQLKit
import StoreRecords
import TestSupport
import Testing

@Suite("Failures of databases as failures of the store", .scheduled)
struct DatabaseFailureTests {
    @Test(
        "Each kind has its code",
        arguments: [
            (SQLError.Kind.busy, StoreError.Code.busy), (.interrupted, .closed), (.readOnly, .readOnly),
            (.full, .diskFull), (.corrupt, .corrupt), (.cannotOpen, .away), (.duplicate, .storage),
            (.outcomeUnknown, .outcomeUnknown), (.other, .storage),
        ])
    func codes(kind: SQLError.Kind, code: StoreError.Code) {
        let error = StoreError(SQLError(kind, "reason"))
        #expect(error.code == code && error.detail.contains("reason") && !error.hint.isEmpty)
        #expect(error.isDuplicate == (kind == .duplicate))
    }

    @Test(
        "What to do about a refusal of PostgreSQL is said by its code, and is never to restore a backup",
        arguments: [
            ("25006", "standby"), ("0A000", "standby"), ("42501", "Grant"), ("42P05", "databasePooled"),
            ("26000", "databasePooled"), ("28P01", "password"), ("3D000", "name of the database"),
            ("3F000", "search_path"), ("42P01", "search_path"), ("53300", "max_connections"), ("53100", "Free space"),
            ("22P02", "log of the database server"), ("55P03", "try again"), ("40001", "try again"),
        ])
    func codes(state: String, hint: String) {
        var refusal = PostgresError(.server, "no")
        refusal.state = SQLState(rawValue: state)
        let error = StoreError(SQLError(refusal))
        #expect(error.hint.contains(hint) && !error.hint.contains("backup"), "\(error.hint)")
    }

    @Test(
        "What to do about a connection that is refused is found in the words of libpq",
        arguments: [
            (#"FATAL:  password authentication failed for user "waymark""#, "password"),
            ("fe_sendauth: no password supplied", "password"),
            (#"FATAL:  database "shop" does not exist"#, "name of the database"),
            (#"FATAL:  no pg_hba.conf entry for host "10.0.0.1""#, "pg_hba.conf"),
            (#"root certificate file "/root.crt" does not exist"#, "sslrootcert"),
            ("server does not support SSL, but SSL was required", "sslmode"),
            ("connection refused", "runs and can be reached"),
        ])
    func words(message: String, hint: String) {
        let error = StoreError(SQLError(PostgresError(.connection, message)))
        #expect(error.code == .away && error.hint.contains(hint), "\(error.hint)")
    }

    @Test("What to do about a database that cannot be opened depends on whether it is a file")
    func hints() {
        let server = StoreError(SQLError(.cannotOpen, "refused"))
        let file = StoreError(SQLError(.cannotOpen, "no such file", sqliteCode: 14))
        #expect(server.code == .away && file.code == .storage)
        #expect(server.hint.contains("server") && file.hint.contains("directory"))
    }
}
