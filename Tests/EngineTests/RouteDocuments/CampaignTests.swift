import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Campaign values of a host", .scheduled)
struct CampaignTests {
    private func decoded(_ campaign: String) -> Decoded<Draft> {
        let surface = #"{"h.example":{"campaign":\#(campaign)}}"#
        return DraftDecoder.draft(
            Array(#"{"settings":{"origins":["https://h.example"],"surfaces":\#(surface)},"rules":[]}"#.utf8))
    }

    @Test("names are read in their order and written again")
    func roundTrip() throws {
        let draft = try #require(decoded(#"["utm_source","ct","a.b-C_9"]"#).value)
        #expect(draft.settings.links.surfaces["h.example"]?.campaign == ["utm_source", "ct", "a.b-C_9"])
        let text = String(decoding: draft.settings.canonicalBytes, as: UTF8.self)
        #expect(text.contains(#""campaign":["utm_source","ct","a.b-C_9"]"#))
        #expect(
            try !String(decoding: #require(decoded("[]").value).settings.canonicalBytes, as: UTF8.self).contains(
                "campaign"))
    }

    @Test(
        "what is no name of a campaign value is refused at its place",
        arguments: [
            (#"["link"]"#, "invalid-name"), (#"["a b"]"#, "invalid-name"), (#"["a=b"]"#, "invalid-name"),
            (#"["a","a"]"#, "duplicate"), ("[1]", "wrong-type"), (#""utm_source""#, "wrong-type"),
        ])
    func refused(campaign: String, reason: String) throws {
        let finding = try #require(decoded(campaign).findings.first)
        #expect(finding.reason == reason, "\(finding)")
        #expect(finding.pointer?.hasPrefix("/settings/surfaces/h.example/campaign") == true, "\(finding)")
    }

    @Test("at most sixteen names of 64 bytes")
    func limits() {
        let names = (0..<17).map { "\"n\($0)\"" }
        #expect(decoded("[\(names.prefix(16).joined(separator: ","))]").value != nil)
        #expect(decoded("[\(names.joined(separator: ","))]").findings.first?.reason == "too-many")
        let long = String(repeating: "n", count: 64)
        #expect(decoded("[\"\(long)\"]").value != nil)
        #expect(!decoded("[\"\(long)n\"]").findings.isEmpty)
    }
}
