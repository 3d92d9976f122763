import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("The same release gives the same bytes, in every process and on every machine", .scheduled)
struct SameBytesTests {
    /// Rules with most of the language in them: what could depend on a hash or on an address in memory is there often.
    private static var rules: String {
        let many = (0..<300).map { number in
            let condition =
                #""when":{"platform":["ios","p\#(number % 7)"],"attributes":{"g":["B"],"a\#(number % 5)":["1"]}}"#
            let target =
                number % 4 == 0
                ? #"{"redirect":"https://h.com/to/{x}{?z,y\#(number),a}","query":"drop"}"#
                : #"{"screen":"S\#(number % 11)","parameters":{"z":"\#(number)","b":true,"k":\#(number % 3)}}"#
            return
                #"{"id":"n\#(number)","match":["https://h\#(number % 13).com/w\#(number % 17)/:x/:y(a|b\#(number))","/博\#(number)/:x"],"#
                + #"\#(condition),"to":\#(target)}"#
        }
        return DamageTests.rules + "," + many.joined(separator: ",")
    }

    private static let settings =
        #"{"origins":["https://h.com","app://o"],"destinations":["https://h.com","app:"],"#
        + #""authority":{"zz":"firstSegment","app":"firstSegment","b":"host"}}"#

    @Test("their length and checksum are these numbers, unless the format's number rises")
    func golden() throws {
        let bytes = try IndexFixture.make(Self.rules, settings: Self.settings).bytes
        let checksum = ByteTable.with(bytes) { $0.long(at: IndexFormat.checksumAt) }
        // Sets and dictionaries are seeded anew in each process, so that each run of this test is another machine.
        #expect(IndexFormat.version == 2)
        #expect(bytes.count == 59363)
        #expect(String(checksum, radix: 16) == "f78447268370aabf")
    }

    @Test("a release that is read back from its body compiles to the same bytes")
    func readBack() throws {
        let fixture = try IndexFixture.make(Self.rules, settings: Self.settings)
        let again = try ReleaseBody.decode(fixture.body.canonicalBytes)
        #expect(try CompiledIndex.compile(again, digest: IndexFixture.digest) == fixture.bytes)
    }

    @Test("a file answers wherever it lies in memory, aligned or not", arguments: [0, 1, 3, 4, 7, 8])
    func anywhere(offset: Int) throws {
        let fixture = try IndexFixture.make(Self.rules, settings: Self.settings)
        let region = UnsafeMutableRawBufferPointer.allocate(byteCount: offset + fixture.bytes.count, alignment: 16)
        // Both stay within the region, which lives until the end of the test: the index gives it back to nobody.
        defer { unsafe region.deallocate() }
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: region[offset...])
        unsafe place.copyBytes(from: fixture.bytes)
        let index = try CompiledIndex(unsafe IndexBytes(mapping: UnsafeRawBufferPointer(place)) { _ in })
        let context = Context(platform: "ios", attributes: ["g": "B", "a0": "1"])
        for address in DamageTests.addresses + [
            "https://h0.com/w0/1/a", "https://h5.com/w5/x/b5", "app://o/%E5%8D%9A8/y",
        ] {
            let here = index.resolve(address, context: context, at: IndexFixture.now)
            #expect(here == fixture.resolve(address, context), "\(address)")
        }
    }
}
