import RouteDocuments
import TestSupport
import Testing

@Suite("Names of hosts", .scheduled)
struct HostNameTests {
    private static let longLabel = String(repeating: "a", count: HostName.labelBytesMax)

    @Test(
        "DNS names in lower case are valid",
        arguments: ["go.shop.example", "localhost", "a-b.c1", "1a.example", "xn--bcher-kva.example", longLabel + ".x"])
    func valid(_ name: String) throws {
        #expect(HostName.isValid(name))
        #expect(name.wholeMatch(of: try Regex(HostName.pattern)) != nil)
    }

    @Test(
        "everything else is not",
        arguments: [
            "", ".", "a.", ".a", "a..b", "Go.example", "-a.example", "a-.example", "a_b.example", "go.example:80",
            "192.0.2.1", "a.1", "[::1]", "bücher.example", "go.example/", longLabel + "a.x", "*.example",
        ])
    func invalid(_ name: String) throws {
        #expect(!HostName.isValid(name))
        #expect(name.wholeMatch(of: try Regex(HostName.pattern)) == nil)
    }

    @Test("a name has at most 253 bytes")
    func long() {
        let labels = [String](repeating: Self.longLabel, count: 3).joined(separator: ".")
        #expect(HostName.isValid(labels + "." + String(repeating: "a", count: 61)))
        #expect(!HostName.isValid(labels + "." + String(repeating: "a", count: 62)))
    }
}
