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

    @Test("What to do about a database that cannot be opened depends on whether it is a file")
    func hints() {
        let server = StoreError(SQLError(.cannotOpen, "refused"))
        let file = StoreError(SQLError(.cannotOpen, "no such file", sqliteCode: 14))
        #expect(server.code == .away && file.code == .storage)
        #expect(server.hint.contains("server") && file.hint.contains("directory"))
    }
}
