import TestSupport
import Testing

@testable import ConsoleServing

@Suite("The hosts of the console", .scheduled)
struct ConsoleHostsTests {
    @Test(
        "localhost, addresses and names of the setting are accepted, and no other name",
        arguments: [
            ("localhost", true), ("LOCALHOST:8080", true), ("app.localhost", true), ("127.0.0.1:8080", true),
            ("[::1]:8080", true), ("[::1]", true), ("192.0.2.7", true), ("[2001:db8::1]:443", true),
            ("console.example", true), ("Console.Example:8443", true), ("evil.example", false),
            ("console.example.evil.example", false), ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false),
            ("notlocalhost", false), ("", false), ("a b", false), ("console.example:x", false), ("[::1", false),
            ("[console.example]", false), ("console.example:", false), ("console.example:123456", false),
            ("u@console.example", false), ("console.example/x", false), ("127.1", false),
        ] as [(String, Bool)])
    func accepted(_ field: String, _ isAccepted: Bool) {
        #expect(ConsoleHosts(["console.example"]).accepts(RequestHost(field)) == isAccepted)
    }

    @Test("a request without Host is not accepted")
    func missing() { #expect(!ConsoleHosts([]).accepts(RequestHost(nil))) }

    @Test(
        "only this machine is loopback",
        arguments: [
            ("localhost:1", true), ("x.localhost", true), ("127.0.0.1", true), ("127.9.9.9:80", true),
            ("[::1]:1", true),
            ("192.0.2.1", false), ("[2001:db8::1]", false), ("localhost.example", false), ("xlocalhost", false),
        ] as [(String, Bool)])
    func loopback(_ field: String, _ isLoopback: Bool) throws {
        #expect(try #require(RequestHost(field)).isLoopback == isLoopback)
    }

    @Test("names of the setting have no scheme, port or space")
    func setting() {
        #expect(ConsoleHosts.mistake(in: ["console.example", "192.0.2.1"]) == nil)
        for wrong in ["https://console.example", "console.example:443", "a b", "", "*.example"] {
            #expect(ConsoleHosts.mistake(in: ["console.example", wrong]) == wrong)
        }
    }
}
