import SQLKit
import TestSupport
import Testing

@Suite("Addresses of PostgreSQL", .scheduled)
struct AddressTests {
    @Test(
        "A description has user, hosts and database, and no password",
        arguments: [
            (
                "postgresql://ann:s3cret-word@db1,db2:5433/shop?sslmode=verify-full",
                "postgresql://ann@db1,db2:5433/shop"
            ),
            ("postgres:///?service=waymark", "postgresql:///  (service waymark)"),
            ("postgresql://ann@/shop?host=/run/pg&password=s3cret-word", "postgresql://ann@/run/pg/shop"),
            ("postgresql://ann:s3cret%2Dword@[::1]:6000/shop?connect_timeout=3", "postgresql://ann@::1:6000/shop"),
        ])
    func descriptions(_ text: String, _ shown: String) throws {
        let address = try PostgresAddress(text)
        #expect(address.description == shown.replacing("  ", with: " "))
        var dumped = ""
        dump([address], to: &dumped)
        #expect(!(dumped + String(reflecting: address) + "\(Optional(address) as Any)").contains("s3cret"))
    }

    @Test(
        "An address that is not valid is refused without its password",
        arguments: [
            "mysql://ann:s3cret@db/shop", "postgresql://ann:s3cret@db:port/shop", "postgresql://ann:s3/cret@db/shop",
            "postgresql://ann:s3@cret@db/shop", "postgresql://ann:12?s3cret@db/shop",
            "postgresql://ann:s3cret%zz@db/shop",
            "postgresql://ann:s3cret@db/shop?nonsense=1", "postgresql://db:s3cret/shop",
            "postgresql://ann:s3cret@db/shop?connect_timeout=0", "postgresql://ann:s3cret@db/shop?connect_timeout=61",
            "postgresql://ann:s3cret@db/shop?password", "postgresql://ann:s3cret@[db/shop",
            "postgresql://a:s3cret@db/\0",
        ])
    func refused(_ text: String) throws {
        let failure = #expect(throws: PostgresError.self) { try PostgresAddress(text) }
        #expect(failure?.kind == .address)
        for word in ["s3cret", "cret", "s3"] { #expect(failure?.description.contains(word) == false, "\(text)") }
    }

    @Test("An address of over 4,096 bytes is refused")
    func long() {
        #expect(throws: PostgresError.self) {
            try PostgresAddress("postgresql:///?application_name=" + String(repeating: "a", count: 4096))
        }
    }

    @Test("A server that does not answer is told by its place, without the password")
    func absent() throws {
        let address = try PostgresAddress("postgresql://ann:s3cret@/shop?host=/nonexistent")
        let failure = #expect(throws: PostgresError.self) {
            var connection = try PostgresConnection.open(address)
            connection.close()
        }
        #expect(failure?.kind == .connection && failure?.message.contains("/nonexistent") == true)
        #expect(failure?.description.contains("s3cret") == false)
    }
}
