import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("The same release compiles to the same bytes in every process and on every machine", .scheduled)
struct SameBytesTests {
    /// Rules with most of the language, many times, so that a dependence on hashing or memory addresses would show.
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

    @Test("length and checksum equal the recorded ones of format 3")
    func golden() throws {
        let bytes = try IndexFixture.make(Self.rules, settings: Self.settings).bytes
        let checksum = ByteTable.with(bytes) { $0.long(at: IndexFormat.checksumAt) }
        // Swift seeds the hashing of sets and dictionaries per process, so each run tests another order.
        #expect(IndexFormat.version == 3)
        #expect(bytes.count == 64576)
        #expect(String(checksum, radix: 16) == "8df7f326cda4dfab")
    }

    @Test("a body that is written and read back compiles to the same bytes")
    func readBack() throws {
        let fixture = try IndexFixture.make(Self.rules, settings: Self.settings)
        let again = try ReleaseBody.decode(fixture.body.canonicalBytes)
        #expect(try CompiledIndex.compile(again, digest: IndexFixture.digest) == fixture.bytes)
    }

    @Test("a file resolves at every memory alignment", arguments: [0, 1, 3, 4, 7, 8])
    func anywhere(offset: Int) throws {
        let fixture = try IndexFixture.make(Self.rules, settings: Self.settings)
        let region = UnsafeMutableRawBufferPointer.allocate(byteCount: offset + fixture.bytes.count, alignment: 16)
        // Both are within the region, which is deallocated at the end of the test; the index does not release it.
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
