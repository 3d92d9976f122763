import CanonicalJSON
import RouteDocuments
import TestSupport
import Testing
import WebAddress

@testable import LinkAnswers

@Suite("What pages and stores are told of a link", .scheduled)
struct StoreHandoverTests {
    private static let store = "https://play.google.com/store/apps/details?id=example.shop.android"

    private func values(campaign: [String]) -> HostValues {
        var values = LinkFixture.values
        values.fallback = [.store]
        values.campaign = campaign
        return values
    }

    private func referrer(_ location: String?) throws -> String? {
        let address = try Address(try #require(location))
        return FormURLEncoded.items(address.query ?? "").first { $0.name == "referrer" }?.value
    }

    @Test("Google Play's referrer is as the vectors say")
    func vectors() throws {
        let document = try JSONDocument(parsing: PackageRoot.bytes(of: "Config/handover-vectors.json"))
        let names = document.root["campaign"]?.elements.compactMap(\.stringValue) ?? []
        let fixture = try LinkFixture(values(campaign: names), rules: LinkFixture.everything)
        var count = 0
        for node in try #require(document.root["made"]).elements {
            count += 1
            let link = try #require(node["link"]?.stringValue)
            let target = String(link.dropFirst("https://go.shop.example".count))
            let location = fixture.answer(target, Phones.chrome).location
            #expect(location?.hasPrefix(Self.store + "&referrer=") == true)
            #expect(try referrer(location) == node["handover"]?.stringValue, "\(link)")
            #expect(fixture.answer(target, Phones.safari).location?.contains("referrer") == false, "Apple has none")
        }
        #expect(count == 4)
    }

    @Test("a link that is too long is left out, and so is a long value; a store's own referrer stays")
    func limits() throws {
        let fixture = try LinkFixture(values(campaign: ["ct"]), rules: LinkFixture.everything)
        let long = "/item/" + String(repeating: "x", count: LinkPageLimits.handedBytes)
        #expect(fixture.answer(long, Phones.chrome).location == Self.store)
        #expect(try referrer(fixture.answer(long + "?ct=5", Phones.chrome).location) == "ct=5")
        let value = String(repeating: "v", count: LinkPageLimits.campaignBytes)
        #expect(
            try referrer(fixture.answer("/?ct=\(value)", Phones.chrome).location)?.hasSuffix("&ct=\(value)") == true)
        #expect(try referrer(fixture.answer("/?ct=\(value)v", Phones.chrome).location)?.contains("&ct=") == false)
        var own = values(campaign: ["ct"])
        own.stores[.android] = Self.store + "&referrer=own"
        #expect(
            try LinkFixture(own, rules: LinkFixture.everything).answer("/?ct=5", Phones.chrome).location == Self.store
                + "&referrer=own")
    }

    @Test("one page for all links is told the link; a whole site has it as its path")
    func page() throws {
        var values = values(campaign: ["ct"])
        values.fallback = [.web]
        values.web = "https://www.shop.example/get?lang=en"
        let told = "link=https%3A%2F%2Fgo.shop.example%2Fitem%2F7%3Fct%3D9&ct=9"
        let page = try LinkFixture(values, rules: LinkFixture.everything)
        #expect(page.answer("/item/7?ct=9").location == "https://www.shop.example/get?lang=en&" + told)
        values.web = "https://www.shop.example"
        let site = try LinkFixture(values, rules: LinkFixture.everything)
        #expect(site.answer("/item/7?ct=9").location == "https://www.shop.example/item/7?ct=9")
    }
}
