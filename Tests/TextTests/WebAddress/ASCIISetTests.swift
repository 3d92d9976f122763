import TestSupport
import Testing

@testable import WebAddress

/// Compares the masks with the definitions of the standard.
@Suite("Sets of ASCII characters", .scheduled)
struct ASCIISetTests {
    private static let controls = Set<UInt8>(0...0x1F).union([0x7F])

    private static func words(_ text: String) -> Set<UInt8> { Set(text.utf8) }

    private static func members(of set: ASCIISet) -> Set<UInt8> {
        Set((0...0xFF as ClosedRange<UInt8>).filter(set.contains))
    }

    @Test("percent-encode sets equal those of the standard")
    func encodeSets() {
        let fragment = Self.controls.union(Self.words(" \"<>`"))
        let query = Self.controls.union(Self.words(" \"#<>"))
        let path = query.union(Self.words("?^`{}"))
        let userinfo = path.union(Self.words("/:;=@[\\]|"))
        let component = userinfo.union(Self.words("$%&+,"))
        let expected: [PercentEncoding.EncodeSet: Set<UInt8>] = [
            .c0Control: Self.controls, .fragment: fragment, .query: query, .specialQuery: query.union(Self.words("'")),
            .path: path, .userinfo: userinfo, .component: component,
            .formURLEncoded: component.union(Self.words("!'()~")),
        ]
        for set in PercentEncoding.EncodeSet.allCases {
            #expect(Self.members(of: set.members) == expected[set], "\(set)")
        }
    }

    @Test("forbidden code points equal those of the standard")
    func forbidden() {
        let host = Self.words("\0\t\n\r #/:<>?@[\\]^|")
        #expect(Self.members(of: .forbiddenHost) == host)
        #expect(Self.members(of: .forbiddenDomain) == host.union(Self.controls).union(Self.words("%")))
    }

    @Test("the scanner's sets equal their definitions")
    func scanner() {
        let lower = Set<UInt8>(UInt8(ascii: "a")...UInt8(ascii: "z"))
        let upper = Set<UInt8>(UInt8(ascii: "A")...UInt8(ascii: "Z"))
        let digits = Set<UInt8>(UInt8(ascii: "0")...UInt8(ascii: "9"))
        let printable = Set<UInt8>(0x20...0x7E)
        #expect(Self.members(of: .schemeRest) == lower.union(upper).union(digits).union(Self.words("+-.")))
        #expect(Self.members(of: .lowerSchemeRest) == lower.union(digits).union(Self.words("+-.")))
        #expect(Self.members(of: .plainDomain) == lower.union(digits).union(Self.words("-._")))
        #expect(
            Self.members(of: .plainOpaqueHost) == printable.subtracting(Self.words("\0\t\n\r #/:<>?@[\\]^|")))
        #expect(Self.members(of: .plainSegment) == printable.subtracting(Self.words(" \"#<>?^`{}/\\")))
        #expect(Self.members(of: .allowed(by: .fragment)) == printable.subtracting(Self.words(" \"<>`")))
    }
}
